//go:build integration

package kafkalib

import (
	"context"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// TestRealRefusals are what only a real broker refuses.
func TestRealRefusals(t *testing.T) {
	kafkatest.FromEnv(t)
	s := newScript(t)
	s.eval(`(kafka-create-topics "embedded" (("name" => "t" "replication-factor" => 1) ("name" => "compacted" "configs" => ("cleanup.policy" => "compact"))))`)
	s.eval(`(kafka-send (kafka-create "producer" "embedded") "compacted" ("k" => "a" "l" => "b"))`)
	for _, tc := range []struct{ name, call, code string }{
		{"unknown config", `(kafka-create-topics "embedded" "u" "configs" => ("retention.msec" => 1) "detail" => true)`, "INVALID_CONFIG"},
		{"value of a config", `(kafka-create-topics "embedded" "u" "configs" => ("cleanup.policy" => "shred") "detail" => true)`, "INVALID_CONFIG"},
		{"replicas", `(kafka-create-topics "embedded" "u" "replication-factor" => 99 "detail" => true)`, "INVALID_REPLICATION_FACTOR"},
		{"validation only", `(kafka-create-topics "embedded" "u" "replication-factor" => 99 "validate-only" => true "detail" => true)`, "INVALID_REPLICATION_FACTOR"},
		{"partitions", `(kafka-create-topics "embedded" "u" "partitions" => 10001 "detail" => true)`, "POLICY_VIOLATION"},
		{"altering an unknown config", `(kafka-alter-configs "embedded" "t" ("retention.msec" => 1) "detail" => true)`, "INVALID_CONFIG"},
		{"validating an unknown config", `(kafka-alter-configs "embedded" "t" ("retention.msec" => 1) "validate-only" => true "detail" => true)`, "INVALID_CONFIG"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := *s
			s.t = t
			s.want(`(get (get `+tc.call+` 0) "code")`, `"`+tc.code+`"`)
		})
	}
	s.want(`(kafka-list-topics "embedded")`, `("compacted" "t")`)
	s.want(`(apply (kafka-delete-records "embedded" (list ("topic" => "compacted" "partition" => 0 "offset" => 1))) r (get r "code"))`, `("POLICY_VIOLATION")`)
	s.want(`(apply (kafka-elect-leaders "embedded" "t") e (get e "code"))`, `("ELECTION_NOT_NEEDED")`)
}

// TestRealLargeTopic is a topic of 2,000 partitions.
func TestRealLargeTopic(t *testing.T) {
	kafkatest.FromEnv(t)
	largeTopic(t, newScript(t), 2_000)
}

// TestRealSettling uses topics right after they were created, changed and
// deleted, with a client that may ask another broker.
func TestRealSettling(t *testing.T) {
	kafkatest.FromEnv(t)
	s := newScript(t)
	other := s.another()
	s.eval(`(set a (kafka-create "admin" "embedded"))`)
	other.eval(`(set a (kafka-create "admin" "embedded"))`)
	for range 20 {
		s.want(`(kafka-create-topics a "t" "partitions" => 3)`, `("t" => true)`)
		other.want(`(size (kafka-offsets a "t"))`, `3`)
		s.want(`(kafka-create-partitions a "t" 5)`, `("t" => true)`)
		other.want(`(size (kafka-count a "t"))`, `5`)
		s.want(`(kafka-alter-configs a "t" ("retention.ms" => 70000))`, `("t" => true)`)
		other.want(`(get (get (get (kafka-configs a "t") "t") "retention.ms") "value")`, `"70000"`)
		s.want(`(kafka-delete-topics a "t")`, `("t" => true)`)
		other.want(`(kafka-list-topics a)`, `()`)
	}
}

// TestRealOutage kills a broker: it becomes fenced, its partitions get other
// leaders, calls go on, and an election brings it back.
func TestRealOutage(t *testing.T) {
	c := kafkatest.FromEnv(t)
	c.NeedBrokers(t, 3)
	s := newScript(t)
	s.eval(`(do (set a (kafka-create "admin" "embedded")) (kafka-create-topics a "t" "partitions" => 6 "replication-factor" => 3))`)
	ctx, cancel := context.WithTimeout(t.Context(), 6*time.Minute)
	defer cancel()
	const id = 3
	if err := c.Kill(ctx, id); err != nil {
		t.Fatal(err)
	}
	restarted := false
	defer func() {
		if !restarted {
			if err := c.Restart(context.Background(), id); err != nil {
				t.Error(err)
			}
		}
	}()
	s.want(`(kafka-create-topics a "u" "replication-factor" => 2)`, `("u" => true)`)
	s.want(`(size (kafka-offsets a "t"))`, `6`)
	s.want(`(size (find (kafka-offsets a "t") o (not (= null (get o "code")))))`, `0`)
	until(t, s, `(get (get (find (get (kafka-cluster a) "brokers") b (= 3 (get b "id"))) 0) "fenced")`)
	s.want(`(size (find (kafka-leaders a "t") l (= 3 (get l "leader"))))`, `0`)
	s.want(`(get (get (kafka-log-dirs a "brokers" => (list 3)) 0) "code")`, `"BROKER_NOT_AVAILABLE"`)
	s.want(`(size (find (kafka-elect-leaders a "t") e (= "PREFERRED_LEADER_NOT_AVAILABLE" (get e "code"))))`, `2`)
	if err := c.Restart(ctx, id); err != nil {
		t.Fatal(err)
	}
	restarted = true
	until(t, s, `(= 0 (size (find (get (get (kafka-describe-topics a "t") "t") "partitions") p (< (size (get p "in-sync-replicas")) 3))))`)
	s.want(`(size (find (kafka-elect-leaders a "t") e (= "PREFERRED_LEADER_NOT_AVAILABLE" (get e "code"))))`, `0`)
	s.want(`(size (find (kafka-leaders a "t") l (get l "is-preferred")))`, `6`)
}

// until evaluates an expression until it is true, for at most three minutes.
func until(t *testing.T, s *script, src string) {
	t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if s.eval(src).Truth() {
			return
		}
	}
	t.Fatalf("%s\nnever became true", src)
}
