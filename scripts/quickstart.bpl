#!/usr/bin/env bpl
(### "quickstart: the way of a record, from a topic to its end."
  "bpl run scripts/quickstart.bpl [SERVERS]"
  "SERVERS is \"host:port\", or \"embedded\" (the default) for a broker inside the process.")

(set servers (if (empty (args)) "embedded" (first (args))))
(set topic "quickstart")

(###
  "A topic. It may be left over from a run that was interrupted, so it is not an error if it exists.")
(print "create:" (kafka-create-topics servers topic "if-not-exists" => true))

(### "A producer sends; without \"delivery\" => \"async\" the call returns when all is acknowledged."
  "An element with a name is a message with a key.")
(set producer (kafka-create "producer" servers))
(kafka-send producer topic ("one" => "Hello" "two" => "world" "and a message without a key"))
(print "sent to partition"
  (get (first (kafka-send producer topic "!" "report" => true)) "partition"))

(### "A consumer reads what was written before it came, if it says so: \"earliest\"."
  "A poll returns what has arrived; so it is called until all is there.")
(set consumer (kafka-create "consumer" servers "auto-offset-reset" => "earliest"))
(set records ())
(while (< (size records) 4)
  (for-each (kafka-poll consumer topic 1000) r (push records r)))
(for-each records r
  (print r/offset (if (= r/key null) "-" r/key) r/value))

(### "Handles are closed, and the topic goes.")
(kafka-destroy consumer)
(kafka-destroy producer)
(print "delete:" (kafka-delete-topics servers topic))
