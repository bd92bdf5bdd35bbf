#!/usr/bin/env bpl
(### "copy-topic: copies what is in a topic now into another one, byte by byte."
  "bpl run scripts/copy-topic.bpl [SERVERS [FROM TO]]"
  "SERVERS is \"host:port\", or \"embedded\" (the default). Without FROM and TO it makes a small topic,"
  "copies that, and removes both. Keys, values, headers, timestamps and partitions stay as they are,"
  "tombstones too; TO is created with as many partitions as FROM has, and must be empty or new.")

(set servers (if (empty (args)) "embedded" (first (args))))
(when (= (size (args)) 2)
  (throw "Usage" "FROM is given, TO is missing: name both topics, or neither"))
(set demo (< (size (args)) 3))
(set from (if demo "copy-topic-from" (get (args) 1)))
(set to (if demo "copy-topic-to" (get (args) 2)))

(###
  "Without names: something to copy, with a tombstone, a repeated key and a header with control characters.")
(set producer (kafka-create "producer" servers))
(when demo
  (kafka-create-topics servers from "partitions" => 3 "if-not-exists" => true)
  (kafka-send producer from ("a" => "1" "b" => "2" "c" => null) "headers" => ("source" => "demo"))
  (kafka-send producer from "3" "key" => "a" "headers" => ("raw" => "\u0000\u0001")))

(kafka-create-topics servers
  to
  "partitions"    => (size (kafka-count servers from))
  "if-not-exists" => true)

(### "\"earliest\" is where it begins; the byte codecs leave every key and value as it is."
  "The copy ends where the topic ends now: what others send meanwhile is for the next run."
  "kafka-send-records takes records as a poll gives them; an option replaces a field in all of them.")
(set consumer (kafka-create "consumer" servers "auto-offset-reset" => "earliest"
  "key-codec" => "ByteArray" "value-codec" => "ByteArray"))
(set copier (kafka-create "producer" servers "key-codec" => "ByteArray" "value-codec" => "ByteArray"
  "delivery" => "async"))
(set copied (kafka-for-each consumer from r "to" => "end"
  (kafka-send-records copier (list r) "topic" => to)))
(kafka-flush copier)
(print "copied" copied "records from" from "to" to)

(### "Without names: the tombstone and the headers are in the copy as well.")
(when demo
  (for-each (kafka-read servers to) r
    (when (or (= r/value null) (= r/key "a")) (print r/key "=>" r/value r/headers))))

(kafka-destroy consumer)
(kafka-destroy copier)
(kafka-destroy producer)
(when demo (kafka-delete-topics servers (list from to)))
