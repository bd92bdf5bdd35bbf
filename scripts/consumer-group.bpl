#!/usr/bin/env bpl
(### "consumer-group: two consumers share the work of a topic, then one leaves and the other takes over."
  "bpl run scripts/consumer-group.bpl [SERVERS]"
  "SERVERS is \"host:port\", or \"embedded\" (the default)."
  "Members of a group divide the partitions among them. Each commits what it has done, so that whoever"
  "gets a partition next goes on behind it: nothing is lost and nothing is done twice.")

(set servers (if (empty (args)) "embedded" (first (args))))
(set topic "consumer-group")
(set group "consumer-group-example")
(kafka-create-topics servers topic "partitions" => 4 "if-not-exists" => true)

(### "A group without a commit begins where \"auto-offset-reset\" says: at the earliest record.")
(set open (function (name)
  (kafka-create "consumer"
    servers
    "group"             => group
    "client-id"         => name
    "auto-offset-reset" => "earliest")))
(set one (open "one"))
(set two (open "two"))

(### "A poll also lets the group divide the partitions anew, so both are polled in turns."
  "The work is to count; the commit of a poll says that its records are done.")
(set done ("one" => 0 "two" => 0))
(set work (function (name consumer)
  (do
    (set-local records (kafka-poll consumer topic 100))
    (put done name (+ (get done name) (size records)))
    (when (not (empty records)) (kafka-commit consumer)))))

(### "How many partitions each member has, by its client id; null while there is no group.")
(set shares (function ()
  (do
    (set-local members (get (get (kafka-describe-groups servers group) group) "members"))
    (if (!= members null)
      (sort (apply members m (concat (get m "client-id") ":" (size m/assignment))))))))
(while (!= (shares) ("one:2" "two:2"))
  (work "one" one)
  (work "two" two))
(print "each member has two of the four partitions")

(### "Ten records for each partition: half of all for each member.")
(set producer (kafka-create "producer" servers))
(set messages (split "abcdefghij" ""))
(set send-ten (function ()
  (for (set partition 0) (< partition 4) (++ partition)
    (kafka-send producer topic messages "partition" => partition))))
(send-ten)
(while (< (sum done) 40)
  (work "one" one)
  (work "two" two))
(print "one did" done/one "and two did" done/two)

(### "One leaves. The group gives its partitions to the other, which goes on behind its commits.")
(kafka-destroy one)
(send-ten)
(while (< (sum done) 80) (work "two" two))
(print "alone, two did" (- done/two 20) "more")

(### "What is committed is how far the group is: no partition is behind.")
(print "records that are left:" (sum (apply (kafka-group-lag servers group) p p/lag)))

(kafka-destroy two)
(kafka-destroy producer)
(kafka-delete-groups servers group)
(kafka-delete-topics servers topic)
