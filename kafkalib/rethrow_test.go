package kafkalib

import (
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// TestErrorsThrownAgain: an exception that a handler throws again, or that
// passes FINALLY, keeps its code, its records and what is known of them, and no
// password comes in.
func TestErrorsThrownAgain(t *testing.T) {
	const failing = `(kafka-send p "t" ("k" => "a" "b") "partition" => 7)`
	const wrong = `(kafka-create "admin" "embedded" "sasl-password" => "hunter2" "x" => 1)`
	for _, tc := range []struct{ name, around string }{
		{"in a handler", `(try CALL (e "KafkaException" => (throw e)))`},
		{"in two handlers", `(try (try CALL (e "*" => (throw e))) (e "KafkaException" => (throw e)))`},
		{"through FINALLY", `(try CALL FINALLY (set cleaned true))`},
		{"in a handler, through FINALLY", `(try CALL (e "*" => (throw e)) FINALLY (set cleaned true))`},
		{"from a function", `(do (set f (function (x) (try CALL (e "*" => (throw e))))) (f 1))`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := withTopic(t)
			around := strings.ReplaceAll(tc.around, "CALL", failing)
			e := s.fails(around, "UNKNOWN_TOPIC_OR_PARTITION")
			records, _ := e.Data.Get("records")
			if l := records.List(); l == nil || l.Len() != 2 {
				t.Errorf("records: %s", records)
			}
			s.want(`(try `+around+` (e "KafkaException" => (list e/code e/origin e/retriable e/topic (apply e/records r (list r/key r/value r/persisted)))))`,
				`("UNKNOWN_TOPIC_OR_PARTITION" "client" false "t" (("k" "a" "no") (null "b" "no")))`)
			e = s.fails(strings.ReplaceAll(tc.around, "CALL", wrong), "INVALID_CONFIG")
			var shown strings.Builder
			e.Show(&shown, false)
			if text := interp.FromList(e.Data).String() + e.Error() + shown.String(); strings.Contains(text, "hunter2") {
				t.Errorf("the password is in the exception: %s", text)
			}
		})
	}
}

// TestDestroyWithRecordsInFlight: what could not be delivered by then is
// abandoned and thrown, each record named with what is known of it.
func TestDestroyWithRecordsInFlight(t *testing.T) {
	o := newOutage(t)
	o.eval(`(do (kafka-create-topics "localhost:9092" "t") (set p (kafka-create "producer" "localhost:9092" "delivery" => "async" "linger-ms" => 0 "max-in-flight-records" => 1))
	  (kafka-send p "t" "warm-up") (kafka-flush p))`)
	o.net.freeze()
	o.eval(`(kafka-send p "t" ("k1" => "1" "k2" => "2" "k3" => "3"))`)
	o.want(`(try (kafka-destroy p "timeout-ms" => 1000) (e "KafkaException" => (apply e/records r (list r/key r/value r/persisted))))`,
		`(("k1" "1" "possibly") ("k2" "2" "no") ("k3" "3" "no"))`)
	o.want(`(kafka-destroy p)`, `false`)
	o.net.thaw(false)
}
