package kafkalib

import (
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func TestForEach(t *testing.T) {
	for _, group := range []string{"", `"group" => "g"`} {
		t.Run(group, func(t *testing.T) {
			s := withTopic(t)
			seven(s)
			s.eval(`(do (set out ()) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" ` + group + `)))`)
			s.want(`(kafka-for-each c "t" r (push out r/value) "count" => 3)`, `3`)
			s.want(`out`, `("0" "1" "2")`)
			s.want(`(kafka-for-each c null r (push out r/value) "until" => (= r/value "4"))`, `2`)
			s.want(`(kafka-for-each c "t" r "to" => "end" (push out r/value))`, `2`)
			s.want(`out`, `("0" "1" "2" "3" "4" "5" "6")`)
			s.want(`(kafka-for-each c "t" r (push out r/value) "idle-ms" => 300)`, `0`)
			s.want(`(kafka-for-each c "t" r (push out r/value) "count" => 0)`, `0`)
		})
	}
}

func TestForEachCommitsExactly(t *testing.T) {
	s := withTopic(t)
	seven(s)
	consumer := `(set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "group" => "g"))`
	s.eval(consumer)
	s.want(`(kafka-for-each c "t" r null "count" => 3)`, `3`) // of a batch of seven
	s.want(`(kafka-committed c)`, `(("topic" => "t" "partition" => 0 "offset" => 3))`)
	s.want(`(kafka-for-each c "t" r null "count" => 1 "commit" => false)`, `1`)
	s.want(`(kafka-for-each c "t" r null "count" => 1 "commit" => "false")`, `1`) // as text, like any boolean option
	s.want(`(kafka-committed c)`, `(("topic" => "t" "partition" => 0 "offset" => 3))`)
	s.eval(`(kafka-destroy c)`)
	s.eval(consumer)
	s.want(`(kafka-committed c)`, `()`)
	s.want(`(do (set out ()) (kafka-for-each c "t" r (push out r/value) "to" => "end") out)`, `("3" "4" "5" "6")`)
	s.want(`(kafka-committed c)`, `(("topic" => "t" "partition" => 0 "offset" => 7))`)
}

func TestForEachException(t *testing.T) {
	s := withTopic(t)
	seven(s)
	s.eval(`(do (set out ()) (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" "group" => "g")))`)
	s.want(`(try (kafka-for-each c "t" r (do (when (= r/value "3") (throw "Bad" r/value)) (push out r/value)) "to" => "end")
	  (e "Bad" => e/message))`, `"3"`)
	s.want(`out`, `("0" "1" "2")`)
	s.want(`(kafka-committed c)`, `(("topic" => "t" "partition" => 0 "offset" => 3))`)
	s.want(`(kafka-position c)`, `(("topic" => "t" "partition" => 0 "offset" => 3))`)
	s.want(`(do (kafka-for-each c "t" r (push out r/value) "count" => 1) out)`, `("0" "1" "2" "3")`) // begins with the failing record
	s.want(`(kafka-poll c 60000 "shape" => "values")`, `("4" "5" "6")`)
}

func TestForEachExceptionWithoutGroup(t *testing.T) {
	s := withTopic(t)
	seven(s)
	s.want(`(try (kafka-for-each c "t" r (throw "Bad")) (e "Bad" => "caught"))`, `"caught"`)
	s.want(`(kafka-poll c 60000 "shape" => "values" "max-records" => 2)`, `("0" "1")`)
}

func TestForEachToTheEnd(t *testing.T) {
	sideBySide(t)
	for _, group := range []string{"", `"group" => "g"`} {
		for _, tc := range []struct {
			name    string
			prepare func(s *script)
			n       string
		}{
			{"empty topic", func(s *script) {}, `0`},
			{"aborted records at the end", func(s *script) {
				s.eval(`(kafka-send p "t" ("1" "2"))`)
				s.transaction("t", kgo.TryAbort, "x", "y")
				s.stableEnd("t", 5)
			}, `2`},
			{"nothing but aborted records", func(s *script) { s.transaction("t", kgo.TryAbort, "x"); s.stableEnd("t", 2) }, `0`},
			{"deleted up to the end", func(s *script) {
				s.eval(`(do (kafka-send p "t" ("1" "2")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 2))))`)
			}, `0`},
			{"unknown topic beside it", func(s *script) {
				s.eval(`(kafka-send p "t" ("1"))`)
			}, `1`},
		} {
			t.Run(tc.name+" "+group, func(t *testing.T) {
				s := withTopic(t)
				tc.prepare(s)
				s.eval(`(set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest" ` + group + `))`)
				start := time.Now()
				s.want(`(kafka-for-each c "t" r null "to" => "end")`, tc.n)
				inTime(t, start, 10*time.Second)
			})
		}
	}
}

// Trap 5: producers that go on do not move the end.
func TestForEachPinsTheEnd(t *testing.T) {
	s := withTopic(t)
	seven(s)
	s.want(`(kafka-for-each c "t" r (kafka-send p "t" (concat r/value "x")) "to" => "end")`, `7`)
	s.want(`(kafka-for-each c "t" r null "to" => "end")`, `7`) // what came meanwhile is for the next call
}

func TestForEachErrors(t *testing.T) {
	for _, tc := range []struct{ call, code string }{
		{`(kafka-for-each c "tt" r null "idle-ms" => 100)`, "UNKNOWN_TOPIC_OR_PARTITION"},
		{`(kafka-for-each c "t" "r" null)`, "INVALID_ARGUMENT"},
		{`(kafka-for-each c "t" r null "to" => "middle")`, "INVALID_CONFIG"},
		{`(kafka-for-each c "t" r null "cuont" => 1)`, "INVALID_CONFIG"},
		{`(kafka-for-each c null r null "count" => 1)`, "INVALID_ARGUMENT"},
		{`(kafka-for-each p "t" r null)`, "INVALID_HANDLE"},
	} {
		t.Run(tc.call, func(t *testing.T) { withTopic(t).fails(tc.call, tc.code) })
	}
}

func TestForEachDecodes(t *testing.T) {
	s := withTopic(t)
	s.eval(`(do (set n (kafka-create "producer" "embedded" "value-codec" => "Integer"))
	  (kafka-send n "t" 1) (kafka-send p "t" "bad") (kafka-send n "t" 3)
	  (set c (kafka-create "consumer" "embedded" "value-codec" => "Integer" "group" => "g" "auto-offset-reset" => "earliest")) (set out ()))`)
	s.want(`(try (kafka-for-each c "t" r (push out r/value) "to" => "end") (e "*" => (list e/code e/offset)))`, `("DESERIALIZATION" 1)`)
	s.want(`(kafka-committed c)`, `(("topic" => "t" "partition" => 0 "offset" => 2))`)
	s.want(`(do (kafka-for-each c "t" r (push out r/value) "to" => "end") out)`, `(1 3)`)
}
