#!/usr/bin/env bpl
(### "sensor-pipeline: readings of sensors in, averages per sensor and alarms out."
  "bpl run scripts/sensor-pipeline.bpl [SERVERS [LIMIT]]"
  "SERVERS is \"host:port\", or \"embedded\" (the default); LIMIT is the temperature, 30 by default,"
  "above which a reading is an alarm."
  "Three steps stand one behind the other, with a topic between each two, and a last one prints."
  "They could as well be programs of their own on several machines.")

(set servers (if (empty (args)) "embedded" (first (args))))
(set limit (if (> (size (args)) 1) (number (get (args) 1)) 30))
(set readings "sensor-readings")
(set averages "sensor-averages")
(set alarms "sensor-alarms")
(set group "sensor-pipeline")
(kafka-create-topics servers
  (list (list "name" => readings "partitions" => 3) averages alarms) "if-not-exists" => true)

(### "Values are JSON, so a list with names is one message: \"as\" => \"value\" says so."
  "The key is the sensor: all of its readings are in one partition, in their order.")
(set producer (kafka-create "producer" servers "value-codec" => "Json" "delivery" => "async"))
(set temperatures ("attic"   => (28.5 29.5 31.5 32.5)
                   "cellar"  => (11.5 12 12.5)
                   "kitchen" => (21 22)))
(set sent 0)
(for-each (names temperatures) sensor
  (for-each (get temperatures sensor) degrees
    (kafka-send producer
      readings
      (list "sensor" => sensor "degrees" => degrees)
      "key" => sensor
      "as"  => "value")
    (++ sent)))
(kafka-flush producer)
(print "sent" sent "readings")

(### "The step in the middle is a member of a group: it may be stopped and goes on where it was."
  "It begins with the earliest reading, adds up, and passes on what is too hot at once."
  "It commits a poll only after all that follows from it was delivered.")
(set worker (kafka-create "consumer"
  servers
  "value-codec"       => "Json"
  "group"             => group
  "auto-offset-reset" => "earliest"))
(set sums ())
(set seen 0)
(while (< seen sent)
  (set batch (kafka-poll worker readings 1000))
  (for-each batch r
    (set sensor r/value/sensor)
    (set degrees r/value/degrees)
    (set so-far (if (has sums sensor) (get sums sensor) (0 0)))
    (put sums sensor (list (+ (first so-far) degrees) (+ (last so-far) 1)))
    (when (> degrees limit)
      (kafka-send producer alarms r/value "key" => sensor "as" => "value"))
    (++ seen))
  (kafka-flush producer)
  (when (not (empty batch)) (kafka-commit worker)))
(for-each (names sums) sensor
  (kafka-send producer
    averages
    (/ (first (get sums sensor)) (last (get sums sensor)))
    "key" => sensor))
(kafka-flush producer)
(kafka-destroy worker)

(### "The last step reads both results from their beginning, and prints them.")
(set read-all (function (topic)
  (do
    (set-local reader (kafka-create "consumer"
      servers
      "value-codec"       => "Json"
      "auto-offset-reset" => "earliest"))
    (set-local end (sum (apply (kafka-count servers topic) c c/count)))
    (set-local found (list))
    (while (< (size found) end)
      (for-each (kafka-poll reader topic 1000) r (push found r)))
    (kafka-destroy reader)
    found)))
(set lines (apply (read-all averages) r (concat r/key " " r/value)))
(for-each (sort lines) line (print "average:" line))
(for-each (read-all alarms) r (print "alarm:" r/key r/value/degrees))

(kafka-destroy producer)
(kafka-delete-groups servers group)
(kafka-delete-topics servers (list readings averages alarms))
