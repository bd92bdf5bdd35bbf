package kafkalib

import "testing"

// TestRecordRefused asserts what the event says of a recorder's event that
// Kafka, or the client for it, has refused.
func TestRecordRefused(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do
		(kafka-create-topics "embedded" "t" "partitions" => 2)
		(set r (kafka-create "recorder" "embedded" "topic" => "t"))
		(set failed (function () (do
			(local e)
			(set e (get (kafka-events r 60000 "codes" => "DELIVERY_FAILED" "max" => 1) 0))
			(list e/topic (get e "partition") (get e/error "code") (get e/error "origin") (get e/error "message") (get e/record "partition") (get e/record "persisted"))))))`)
	s.eval(`(kafka-record r "x" "partition" => 7)`)
	s.want(`(failed)`, `("t" 7 "UNKNOWN_TOPIC_OR_PARTITION" "client" "partition 7 does not exist, topic \"t\" has the partitions 0 to 1" 7 "no")`)
	s.eval(`(kafka-record r "x" "topic" => "missing")`)
	s.want(`(do (set f (failed)) (list (get f 0) (get f 1) (get f 2) (get f 3) (get f 4) (get f 6)))`, `("missing" null "UNKNOWN_TOPIC_OR_PARTITION" "broker" "topic \"missing\" does not exist" "no")`)
}

// TestRecorderStatistics asserts that a recorder has the figures of a producer:
// how long delivery takes, and the leaders and replicas of its partitions.
func TestRecorderStatistics(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do
		(kafka-create-topics "embedded" "t")
		(set r (kafka-create "recorder" "embedded" "topic" => "t"))
		(kafka-record r "x")
		(kafka-flush r 60000)
		(set st (kafka-stats r))
		(for (set n 0) (and (< n 600) (= null st/topics/t/partitions/0/leader)) (++ n) (do (sleep 50) (set st (kafka-stats r)))))`)
	s.want(`(list st/delivery-latency/cnt (> st/delivery-latency/max 0) (= null st/topics/t/partitions/0/leader) st/topics/t/partitions/0/under-replicated)`, `(1 true false 0)`)
	s.eval(`(kafka-destroy r)`)
}

// TestFailedRecordsNameTheTopic asserts that the outcome of each record names the
// topic that does not exist, wherever it is told.
func TestFailedRecordsNameTheTopic(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	message := `"topic \"missing\" does not exist"`
	s.eval(`(do (set p (kafka-create "producer" "embedded" "delivery" => "async")) (kafka-send p "missing" "x"))`)
	s.want(`(try (kafka-flush p) (e "*" => (get (get e/records 0) "message")))`, message)
	s.want(`(do (set e (get (kafka-events p 60000 "codes" => "DELIVERY_FAILED") 0)) (list (get e/error "message") (get e/record "message")))`, "("+message+" "+message+")")
}
