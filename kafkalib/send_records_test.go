package kafkalib

import "testing"

func TestSendRecords(t *testing.T) {
	s := withTopic(t)
	s.eval(`(kafka-create-topics "embedded" ("copy" ("name" => "wide" "partitions" => 4)))`)
	s.eval(`(kafka-send p "wide" "v" "key" => "k" "partition" => 3 "timestamp" => 1700000000000 "headers" => (("a" "1") ("a" null) ("b" "")))`)
	s.eval(`(set records (kafka-poll c "wide" 60000))`)
	s.want(`(do (set r (first (kafka-send-records p records "report" => true))) (list r/topic r/partition r/offset r/timestamp))`, `("wide" 3 1 1700000000000)`)
	s.want(`(do (set r (first (kafka-send-records p records "topic" => "copy" "partition" => null "timestamp" => 5 "report" => true))) (list r/topic r/partition r/timestamp))`, `("copy" 0 5)`)
	s.want(`(do (set r (first (kafka-poll c "copy" 60000))) (list r/key r/value r/headers r/all-headers))`,
		`("k" "v" ("a" => null "b" => "") (("a" "1") ("a" null) ("b" "")))`)
	s.eval(`(kafka-send-records p records "topic" => "copy" "partition" => null "key" => null "value" => "w" "headers" => null)`)
	s.want(`(do (set r (first (kafka-poll c "copy" 60000))) (list r/key r/value r/headers))`, `(null "w" ())`)
	s.want(`(kafka-send-records p ())`, `null`)
	s.want(`(kafka-send-records p (list ("topic" => "t")))`, `null`) // both null is allowed
}

func TestSendRecordsErrors(t *testing.T) {
	for _, tc := range []struct{ call, code string }{
		{`(kafka-send-records p "x")`, "INVALID_ARGUMENT"},
		{`(kafka-send-records p ("x"))`, "INVALID_ARGUMENT"},
		{`(kafka-send-records p (list ("value" => "x")))`, "INVALID_ARGUMENT"},
		{`(kafka-send-records p (list ("topic" => "a b" "value" => "x")))`, "INVALID_TOPIC_EXCEPTION"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => 5)))`, "SERIALIZATION"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x" "partition" => 7)))`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x" "partition" => -1)))`, "INVALID_ARGUMENT"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x" "headers" => ("h" => 1))))`, "INVALID_ARGUMENT"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x")) "partition" => -1)`, "INVALID_CONFIG"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x")) "topic" => 5)`, "INVALID_CONFIG"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x")) "timestamp" => "soon")`, "INVALID_CONFIG"},
		{`(kafka-send-records p (list ("topic" => "t" "value" => "x")) "headers" => 5)`, "INVALID_CONFIG"},
		{`(kafka-send-records p () "to" => "t")`, "INVALID_CONFIG"},
		{`(kafka-send-records c ())`, "INVALID_HANDLE"},
	} {
		t.Run(tc.call, func(t *testing.T) { withTopic(t).fails(tc.call, tc.code) })
	}
}
