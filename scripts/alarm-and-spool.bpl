#!/usr/bin/env bpl
(### "alarm-and-spool: the brokers go down: an alarm, messages are kept on disk, and sent when they are back."
  "bpl run scripts/alarm-and-spool.bpl [SERVERS [FOLDER]]"
  "SERVERS is \"host:port\", or \"embedded\" (the default); FOLDER keeps the messages, \"alarm-and-spool.spool\" in the"
  "current folder by default."
  "The outage is made here, for this program only: kafka-fault ends its connections and refuses new ones. Take that"
  "out, stop a real broker instead, and the same happens.")

(set argument (function (i default) (if (> (size (args)) i) (get (args) i) default)))
(set servers (argument 0 "embedded"))
(set folder (argument 1 "alarm-and-spool.spool"))
(set topic "alarm-and-spool")
(kafka-create-topics servers topic "if-not-exists" => true)

(### "With a spool, kafka-send returns when the message is on disk: it survives the end of this program."
  "The headers spool-id and spool-seq let readers recognise a message that comes twice.")
(set producer (kafka-create "producer"
  servers
  "spool"          => folder
  "spool-id"       => true
  "event-probe-ms" => 500))

(###
  "A lost connection alone means little. That messages have waited for a second does: then somebody should look.")
(kafka-alarm producer "queue-age" ">" 1000 "interval-ms" => 200)

(### "Waits for an event and gives what it tells.")
(set await (function (code)
  (do
    (set-local found (kafka-events producer 30000 "codes" => code "max" => 1))
    (if (empty found) (throw "NoEvent" code) (first found)))))

(set records-in-spool (function () (get (kafka-spool producer) "records")))

(set sent 0)
(set send (function (n)
  (for (set-local i 0) (< i n) (++ i)
    (++ sent)
    (kafka-send producer topic (string sent) "key" => "counter"))))

(send 3)
(kafka-flush producer)
(print "sent" sent "- in the spool:" (records-in-spool))

(kafka-fault producer "down" => true)
(send 5)
(print "sent"
  sent
  "while the brokers were down - in the spool:"
  (records-in-spool))
(await "ALL_BROKERS_DOWN")
(print "the brokers are down")
(print "alarm:" (get (await "ALARM_RAISED") "metric"))
(send 2)
(print "sent" sent "- in the spool:" (records-in-spool))

(kafka-fault producer "down" => false)
(await "BROKERS_UP")
(print "the brokers are up")

(###
  "The event may be of an earlier wait, that of the first messages on a slow cluster: what the spool says decides.")
(while (> (records-in-spool) 0) (await "SPOOL_DRAINED"))
(print "the spool is empty:" (records-in-spool))
(print "alarm is over:" (get (await "ALARM_CLEARED") "metric"))

(### "All of them were delivered, in order, once each.")
(set records (kafka-read servers topic))
(print "delivered:" (apply records r r/value))
(set numbers (apply records r (get r/headers "spool-seq")))
(print "numbers in the spool in ascending order:"
  (= (sort (apply numbers n (number n))) (apply numbers n (number n))))

(kafka-destroy producer)
(kafka-delete-topics servers topic)
