#!/usr/bin/env bpl
(### "topic-admin: the daily work on topics: create, look, change, trim, enlarge, move a group, delete."
  "bpl run scripts/topic-admin.bpl [SERVERS]"
  "SERVERS is \"host:port\", or \"embedded\" (the default)."
  "Administration takes servers, or any handle. One handle for all calls shares its connections and settings.")

(set servers (if (empty (args)) "embedded" (first (args))))
(set admin (kafka-create "admin" servers "client-id" => "topic-admin"))
(set topics ("topic-admin.orders" "topic-admin.events"))
(set orders (first topics))

(### "What an interrupted run left over. An unknown topic is false, not an error.")
(kafka-delete-topics admin topics)
(kafka-delete-groups admin "topic-admin")

(### "Topics with settings of their own beside those of the call. The result says true for each that was created,"
  "and when it comes every broker shows them: the next line may use them.")
(print "create:" (kafka-create-topics admin
  (list
    orders
    ("name" => "topic-admin.events" "partitions" => 1 "configs" => ("cleanup.policy" => "compact")))
  "partitions" => 3 "configs" => ("retention.ms" => 86400000)))

(### "\"detail\" tells why something failed; a failing topic never hides the others.")
(for-each (kafka-create-topics admin
            (list orders "topic-admin.more")
            "validate-only" => true
            "detail"        => true) result
  (print "again:" (if (get result "created") "possible" (get result "code"))))

(### "A description, partition by partition.")
(set describe (function (topic)
  (print topic
    "has"
    (size (get (get (kafka-describe-topics admin topic) topic) "partitions"))
    "partitions")))
(for-each topics topic (describe topic))

(### "Changes are incremental: what is not named stays as it is, null goes back to the default.")
(set value (function (topic name) (get (get (get (kafka-configs admin topic) topic) name) "value")))
(kafka-alter-configs admin orders ("retention.ms" => 3600000 "max.message.bytes" => 100000))
(kafka-alter-configs admin orders ("max.message.bytes" => null))
(print "retention:"
  (value orders "retention.ms")
  "of events:"
  (value "topic-admin.events" "cleanup.policy"))

(### "Ten records in each partition; what is no longer wanted goes from the front.")
(set producer (kafka-create "producer" servers))
(for (set partition 0) (< partition 3) (++ partition)
  (kafka-send producer orders (split "abcdefghij" "") "partition" => partition))
(kafka-destroy producer)
(kafka-delete-records admin (list (list "topic" => orders "partition" => 0 "offset" => 4)))
(print "records:" (apply (kafka-count admin orders) c (get c "count")))

(### "The commits of a group that has no members can be moved; a dry run tells where to."
  "Negative offsets count from the end, (\"shift\" => n) from the commit.")
(kafka-alter-group-offsets admin "topic-admin" orders "to" => "beginning")
(print "would move to:"
  (apply (kafka-alter-group-offsets admin "topic-admin" orders "to" => -2 "dry-run" => true) o
    (get o "to")))
(kafka-alter-group-offsets admin "topic-admin" orders "to" => ("shift" => 3))
(print "committed:" (apply (kafka-group-offsets admin "topic-admin") o (get o "offset")))
(print "lag:" (apply (kafka-group-lag admin "topic-admin") l (get l "lag")))

(### "More partitions. Fewer are not possible, and keys may go to other partitions from now on.")
(print "enlarge:" (kafka-create-partitions admin orders 4))
(describe orders)

(### "An empty list deletes nothing.")
(print "nothing:" (kafka-delete-groups admin ()))
(print "group:" (kafka-delete-groups admin "topic-admin"))
(print "delete:" (kafka-delete-topics admin topics))
(kafka-destroy admin)
