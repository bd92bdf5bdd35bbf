#!/usr/bin/env bpl
(### "schemas: orders in Avro by a local schema, and what happens when the schema grows."
  "bpl run scripts/schemas.bpl [SERVERS]"
  "SERVERS is \"host:port\", or \"embedded\" (the default). With a schema registry, its address takes the place"
  "of the schema: \"schema-registry-url\" => \"http://localhost:8081\".")

(set servers (if (empty (args)) "embedded" (first (args))))
(set topic "schema-orders")
(kafka-create-topics servers topic "if-not-exists" => true)

(### "A schema is text in the language of its type. Here its JSON is written as a list.")
(set money ("type" => "bytes" "logicalType" => "decimal" "precision" => 9 "scale" => 2))
(set id ("name" => "id" "type" => "long"))
(set total (list "name" => "total" "type" => money))
(set note ("name" => "note" "type" => ("null" "string") "default" => null))
(set order (kafka-schema-parse "avro"
  (list "type" => "record" "name" => "shop.Order" "fields" => (list id total note))))
(print "schema:" (get order "name"))

(### "A value that does not fit is never sent; kafka-schema-validate says why.")
(print "wrong:" (kafka-schema-validate order (list "id" => "one" "total" => "1.005")))

(set producer (kafka-create "producer" servers "value-codec" => "Avro" "value-schema" => order))
(for-each ("12.50" "0.99" "100") price
  (kafka-send producer topic (list "id" => (length price) "total" => price) "as" => "value"))
(kafka-destroy producer)

(set orders
  (kafka-read servers topic "value-codec" => "Avro" "value-schema" => order "shape" => "values"))
(for-each orders o
  (print "order:" o/id o/total o/note))

(### "A newer schema reads what the old one wrote, if it is compatible: new fields have defaults.")
(set currency ("name" => "currency" "type" => "string" "default" => "EUR"))
(set newer (kafka-schema-parse "avro"
  (list "type" => "record" "name" => "shop.Order" "fields" => (list id currency))))
(print "compatible:" (empty (kafka-schema-compatible order newer)))
(set bytes (kafka-schema-encode order (list "id" => 7 "total" => 3.5)))
(print "evolved:" (kafka-schema-decode order bytes "reader" => newer))

(kafka-delete-topics servers topic)
