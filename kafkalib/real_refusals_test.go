//go:build integration

package kafkalib

import (
	"strings"
	"testing"
	"time"
)

// TestRealBrokerRefuses are refusals that the embedded broker does not know.
func TestRealBrokerRefuses(t *testing.T) {
	emptyReal(t)
	s := newRealScript(t)
	s.want(`(kafka-create-topics "embedded" (list (list "name" => "t" "configs" => (list "message.timestamp.after.max.ms" => 1000 "max.message.bytes" => 2000))))`, `("t" => true)`)
	for _, tt := range []struct{ name, create, code string }{
		{"unknown configuration", `"a" "configs" => ("retention.millis" => 5)`, "INVALID_CONFIG"},
		{"bad value of a configuration", `"a" "configs" => ("cleanup.policy" => "sometimes")`, "INVALID_CONFIG"},
		{"a name that collides", `"t.a_b"`, ""},
		{"the same with a dot", `"t_a.b"`, "INVALID_TOPIC_EXCEPTION"},
		{"too many replicas", `"a" "replication-factor" => 30`, "INVALID_REPLICATION_FACTOR"},
		{"too many partitions of one request", `"a" "partitions" => 10001`, "POLICY_VIOLATION"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			name := tt.create[1 : 1+strings.Index(tt.create[1:], `"`)]
			got := s.eval(`(get (get (kafka-create-topics "embedded" ` + tt.create + ` "detail" => true) "` + name + `") "code")`).String()
			want := "null"
			if tt.code != "" {
				want = `"` + tt.code + `"`
			}
			if got != want {
				t.Errorf("code\n got %s\nwant %s", got, want)
			}
		})
	}
}

// TestRealSingleRecordErrors: the broker refuses one record of a batch, and
// the others of that batch with it.
func TestRealSingleRecordErrors(t *testing.T) {
	emptyReal(t)
	s := newRealScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "configs" => ("message.timestamp.after.max.ms" => 1000))
	  (set p (kafka-create "producer" "embedded")))`)
	s.Set("future", time.Now().Add(time.Hour).UnixMilli())
	e := s.fails(`(kafka-send p "t" "x" "timestamp" => future)`, "INVALID_TIMESTAMP")
	if e.Message == "" {
		t.Error("the error has no message")
	}
	s.want(`(try (kafka-send p "t" "x" "timestamp" => future) (e "KafkaException" => (list e/origin (get (first e/records) "persisted"))))`, `("broker" "no")`)
	s.want(`(kafka-send p "t" "y")`, `null`)
}

// TestRealMessageTooLarge: the topic's limit is smaller than the producer's.
func TestRealMessageTooLarge(t *testing.T) {
	emptyReal(t)
	s := newRealScript(t)
	s.Set("big", strings.Repeat("x", 5000))
	s.eval(`(do (kafka-create-topics "embedded" "t" "configs" => ("max.message.bytes" => 2000))
	  (set p (kafka-create "producer" "embedded")))`)
	e := s.fails(`(kafka-send p "t" big)`, "MESSAGE_TOO_LARGE")
	if !strings.Contains(e.Message, "max.message.bytes") {
		t.Errorf("message: got %q, want max.message.bytes in it", e.Message)
	}
}
