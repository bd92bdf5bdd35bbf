#!/usr/bin/env bpl
(### "tail: prints the last records of a topic, then those that come."
  "bpl run scripts/tail.bpl [SERVERS [TOPIC [N [IDLE-MS]]]]"
  "SERVERS is \"host:port\", or \"embedded\" (the default). The last N records of each partition are printed, 10 by"
  "default, then every new one, until Ctrl-C or until none has come for IDLE-MS."
  "Without TOPIC it fills a topic of its own, shows its end, and removes it.")

(set argument (function (i default) (if (> (size (args)) i) (get (args) i) default)))
(set servers (argument 0 "embedded"))
(set demo (< (size (args)) 2))
(set topic (argument 1 "tail"))
(set last-ones (number (argument 2 10)))
(set idle-ms (argument 3 (if demo 500 null)))

(when demo
  (kafka-create-topics servers topic "if-not-exists" => true)
  (set producer (kafka-create "producer" servers))
  (for (set line 1) (<= line 15) (++ line)
    (kafka-send producer topic (concat "line " line) "key" => (if (= (mod line 5) 0) "fifth")))
  (kafka-destroy producer))

(### "An offset below zero counts from the end. Fewer records than that: from the beginning."
  "The values may be anything, so the codec leaves the bytes alone and the reset never skips: \"earliest\".")
(set consumer (kafka-create "consumer"
  servers
  "auto-offset-reset" => "earliest"
  "value-codec"       => "ByteArray"))
(kafka-assign consumer
  (apply (kafka-count servers topic) c
    (list "topic" => topic "partition" => c/partition "offset" => (- 0 last-ones))))

(### "null prints as null: it is a tombstone, not the text.")
(set quiet 0)
(while (or (= idle-ms null) (< quiet (number idle-ms)))
  (set batch (kafka-poll consumer 250))
  (set quiet (if (empty batch) (+ quiet 250) 0))
  (for-each batch r
    (print (concat r/partition ":" r/offset) (if (= r/key null) "-" r/key) r/value)))

(kafka-destroy consumer)
(when demo (kafka-delete-topics servers topic))
