package kafkalib

import "testing"

func TestOffsets(t *testing.T) {
	sideBySide(t)
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" (("name" => "t" "partitions" => 2) "500"))
	  (set p (kafka-create "producer" "embedded"))
	  (kafka-send p "t" ("a" "b" "c") "partition" => 1 "timestamp" => 1000)
	  (kafka-send p "t" "d" "partition" => 1 "timestamp" => 2000)
	  (kafka-send p "500" "e"))`)
	for _, tc := range []struct{ name, call, want string }{
		{"end", `(kafka-offsets "embedded" "t")`, `(("topic" => "t" "partition" => 0 "offset" => 0 "timestamp" => null) ("topic" => "t" "partition" => 1 "offset" => 4 "timestamp" => null))`},
		{"end of a numeric name", `(kafka-offsets p ("500") "at" => "end")`, `(("topic" => "500" "partition" => 0 "offset" => 1 "timestamp" => null))`},
		{"beginning", `(apply (kafka-offsets "embedded" ("500" "t" "500") "at" => "beginning") o (list (get o "topic") (get o "offset")))`, `(("500" 0) ("t" 0) ("t" 0))`},
		{"earliest", `(size (kafka-offsets "embedded" "t" "at" => "earliest"))`, `2`},
		{"time of a record", `(apply (kafka-offsets "embedded" "t" "at" => 1001) o (list (get o "offset") (get o "timestamp")))`, `((0 null) (3 2000))`},
		{"exact time", `(apply (kafka-offsets "embedded" "t" "at" => "1000") o (list (get o "offset") (get o "timestamp")))`, `((0 null) (0 1000))`},
		{"time as a form", `(apply (kafka-offsets "embedded" "t" "at" => ("timestamp" => 2000)) o (get o "offset"))`, `(0 3)`},
		{"time after all", `(apply (kafka-offsets "embedded" "t" "at" => 2001) o (list (get o "offset") (get o "timestamp")))`, `((0 null) (4 null))`},
		{"a failing one hides no other", `(kafka-offsets "embedded" ("nope" "500"))`,
			`(("topic" => "nope" "partition" => null "offset" => null "timestamp" => null "code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "topic \"nope\" does not exist") ("topic" => "500" "partition" => 0 "offset" => 1 "timestamp" => null))`},
		{"none", `(kafka-offsets "embedded" ())`, `()`},
		{"count", `(kafka-count "embedded" ("t" "nope"))`,
			`(("topic" => "t" "partition" => 0 "begin" => 0 "end" => 0 "count" => 0) ("topic" => "t" "partition" => 1 "begin" => 0 "end" => 4 "count" => 4)` +
				` ("topic" => "nope" "partition" => null "begin" => null "end" => null "count" => null "code" => "UNKNOWN_TOPIC_OR_PARTITION" "message" => "topic \"nope\" does not exist"))`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := *s
			s.t = t
			s.want(tc.call, tc.want)
		})
	}
	for _, tc := range []struct{ name, call, code string }{
		{"unknown topic", `(kafka-offsets "embedded" "tt")`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{"unknown topic to count", `(kafka-count "embedded" "tt")`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{"at", `(kafka-offsets "embedded" "t" "at" => "now")`, "INVALID_CONFIG"},
		{"at a negative number", `(kafka-offsets "embedded" "t" "at" => -1)`, "INVALID_CONFIG"},
		{"bad name", `(kafka-count "embedded" ("t" ""))`, "INVALID_TOPIC_EXCEPTION"},
	} {
		t.Run(tc.name, func(t *testing.T) { s.fails(tc.call, tc.code) })
	}
}

func TestDeleteRecords(t *testing.T) {
	s := newScript(t)
	s.eval(`(do (kafka-create-topics "embedded" ("name" => "t" "partitions" => 3))
	  (set p (kafka-create "producer" "embedded"))
	  (for-each (list 0 1 2) n (kafka-send p "t" ("a" "b" "c") "partition" => n "timestamp" => (* 1000 (+ n 1))))
	  (kafka-send p "t" "d" "partition" => 1 "timestamp" => 5000))`)
	s.want(`(kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 2) ("topic" => "t" "partition" => 9 "offset" => 0) ("topic" => "nope" "partition" => 0 "offset" => 0) ("topic" => "t" "partition" => 2 "offset" => 4)))`,
		`(("topic" => "t" "partition" => 0 "low-watermark" => 2 "code" => null)`+
			` ("topic" => "t" "partition" => 9 "low-watermark" => null "code" => "UNKNOWN_TOPIC_OR_PARTITION")`+
			` ("topic" => "nope" "partition" => 0 "low-watermark" => null "code" => "UNKNOWN_TOPIC_OR_PARTITION")`+
			` ("topic" => "t" "partition" => 2 "low-watermark" => null "code" => "OFFSET_OUT_OF_RANGE"))`)
	s.want(`(apply (kafka-count "embedded" "t") c (list (get c "begin") (get c "count")))`, `((2 1) (0 4) (0 3))`)
	s.want(`(apply (kafka-delete-records p (list ("topic" => "t" "partition" => 1 "offset" => ("timestamp" => 5000)) ("topic" => "t" "partition" => 2 "offset" => -1))) r (get r "low-watermark"))`, `(3 3)`)
	s.want(`(kafka-delete-records "embedded" ("topic" => "t" "partition" => 1 "offset" => "end"))`, `(("topic" => "t" "partition" => 1 "low-watermark" => 4 "code" => null))`)
	s.want(`(apply (kafka-count "embedded" "t") c (list (get c "begin") (get c "count")))`, `((2 1) (4 0) (3 0))`)
	s.want(`(kafka-delete-records "embedded" ())`, `()`)
	s.want(`(apply (kafka-count "embedded" "t") c (get c "count"))`, `(1 0 0)`)
	for _, tc := range []struct{ name, call, code string }{
		{"no offset", `(kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0)))`, "INVALID_ARGUMENT"},
		{"no partition", `(kafka-delete-records "embedded" (list ("topic" => "t" "offset" => 0)))`, "INVALID_ARGUMENT"},
		{"no topic", `(kafka-delete-records "embedded" (list ("partition" => 0 "offset" => 0)))`, "INVALID_ARGUMENT"},
		{"a name", `(kafka-delete-records "embedded" "t")`, "INVALID_ARGUMENT"},
		{"nothing", `(kafka-delete-records "embedded" null)`, "INVALID_ARGUMENT"},
		{"from the end", `(kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => -2)))`, "INVALID_ARGUMENT"},
		{"twice", `(kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 1) ("topic" => "t" "partition" => 0 "offset" => 2)))`, "INVALID_ARGUMENT"},
		{"bad name", `(kafka-delete-records "embedded" (list ("topic" => "a b" "partition" => 0 "offset" => 1)))`, "INVALID_TOPIC_EXCEPTION"},
	} {
		t.Run(tc.name, func(t *testing.T) { s.fails(tc.call, tc.code) })
	}
}
