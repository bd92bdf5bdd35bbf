#!/usr/bin/env bpl
(### "recorder: publishes an application's events, and says what became of them."
  "bpl run scripts/recorder.bpl [SERVERS]"
  "SERVERS is \"host:port\", or \"embedded\" (the default)."
  "kafka-record never waits for Kafka; while it is down the events go to a file, recorder.log in the current folder.")

(set servers (if (> (size (args)) 0) (get (args) 0) "embedded"))
(set topic "recorder-demo")
(kafka-create-topics servers topic "if-not-exists" => true)
(set recorder (kafka-create "recorder"
  servers
  "topic"     => topic
  "when-full" => "drop-oldest"
  "fallback"  => ("file" => "recorder.log")))

(###
  "Events of one piece of work share an id and the fields of its context; the dot goes on with its type.")
(set request (function (path user)
  (kafka-with-context recorder (list "user" => user) "type" => "web.request"
    (kafka-record recorder (list "type" => ".begin" "body" => (list "path" => path)) "key" => user)
    (kafka-record recorder
      (list "type" => ".done" "body" => (list "path" => path "status" => 200))
      "key" => user))))
(request "/" "ann")
(request "/cart" "bob")

(###
  "A flush waits until each event has its outcome. The values are JSON, which carries the events' fields.")
(print "without outcome:" (kafka-flush recorder))
(set events (apply (kafka-read servers topic "shape" => "values") text (parse text "json")))
(for-each events e
  (print e/type (string e/body "format" => "json")))
(set first-event (get events 0))
(set second-event (get events 1))
(print "one id per request:"
  (and (= first-event/id second-event/id) (!= first-event/id (get (get events 2) "id"))))

(### "The counters always balance: each event that was offered is in one of them.")
(set stats (kafka-stats recorder))
(set counters stats/recorder)
(print "offered" counters/offered
  "accepted" counters/accepted
  "delivered" counters/delivered
  "fallen back" counters/fallen-back
  "pending" counters/pending)
(kafka-destroy recorder)
(kafka-delete-topics servers topic)
