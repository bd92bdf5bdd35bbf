package kafkalib

import (
	"strings"
	"testing"
)

// observed makes the only member of a group, whose on-rebalance notes its
// calls and evaluates more code, and waits until it has all partitions.
func observed(s *script, more string) {
	s.t.Helper()
	shared(s)
	s.eval(`(do (set calls ()) (set out ()) (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest" "heartbeat-interval-ms" => 200
	  "on-rebalance" => (function (event partitions) (do (push calls (list event (size partitions))) ` + more + `)))))`)
	settleMembers(s.t, "4", s)
	s.want(`calls`, `(("assigned" 4))`)
}

// TestOnRebalanceAtTheEnd asserts that the function learns, as in Java, that
// the partitions are given up by kafka-destroy, or to read something else.
func TestOnRebalanceAtTheEnd(t *testing.T) {
	for _, tc := range []struct{ name, end string }{
		{"destroyed", `(kafka-destroy c)`},
		{"unsubscribed", `(kafka-subscribe c ())`},
		{"a pattern instead of topics", `(kafka-subscribe c "u.*" "pattern" => true)`},
		{"an assignment instead of topics", `(kafka-assign c (list ("topic" => "t" "partition" => 0)))`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newScript(t)
			observed(s, `null`)
			s.eval(tc.end)
			s.want(`calls`, `(("assigned" 4) ("revoked" 4))`)
		})
	}
	t.Run("nothing to give up", func(t *testing.T) {
		s := newScript(t)
		s.eval(`(do (set calls ()) (set c (kafka-create "consumer" "embedded" "group" => "g" "on-rebalance" => (function (e p) (push calls e)))) (kafka-destroy c))`)
		s.want(`calls`, `()`)
	})
	t.Run("the session ends", func(t *testing.T) {
		s := newEmbeddedScript(t)
		observed(s, `null`)
		if err := s.Close(); err != nil {
			t.Error(err) // no code of the script runs any more
		}
	})
}

// TestOnRebalanceCommitsAtTheEnd: the function may commit what it is through
// with while the partitions are still the consumer's.
func TestOnRebalanceCommitsAtTheEnd(t *testing.T) {
	s := newScript(t)
	observed(s, `(when (= event "revoked") (kafka-commit c))`)
	s.eval(`(kafka-send p "t" ("1" "2") "partition" => 0)`)
	s.want(`(size (kafka-poll c 60000))`, `2`)
	s.eval(`(kafka-subscribe c ())`)
	s.want(`(do (set o (first (kafka-group-offsets "embedded" "g"))) (list o/partition o/offset))`, `(0 2)`)
}

// TestOwnConsumerInCallbacks: what would wait for itself is an exception at
// once, and the consumer goes on.
func TestOwnConsumerInCallbacks(t *testing.T) {
	calls := []string{`(kafka-poll c 0)`, `(kafka-subscribe c "u")`, `(kafka-assign c (list ("topic" => "t" "partition" => 0)))`, `(kafka-for-each c null r "count" => 1)`}
	for _, call := range append(calls, `(kafka-destroy c)`) {
		t.Run("on-rebalance "+call, func(t *testing.T) {
			s := newEmbeddedScript(t)
			s.eval(`(set codes ())`)
			observed(s, `(try `+call+` (e "KafkaException" => (push codes e/code)))`)
			s.want(`codes`, `("INVALID_ARGUMENT")`)
			s.eval(`(kafka-send p "t" "x")`)
			s.want(`(kafka-poll c 60000 "shape" => "values")`, `("x")`)
		})
	}
	for _, call := range calls {
		t.Run("kafka-for-each "+call, func(t *testing.T) {
			s := withTopic(t)
			s.eval(`(kafka-send p "t" ("1" "2"))`)
			e := s.fails(`(kafka-for-each c "t" r "to" => "end" `+call+`)`, "INVALID_ARGUMENT")
			if !strings.Contains(e.Message, "inside kafka-for-each") {
				t.Errorf("message: %s", e.Message)
			}
			s.want(`(kafka-poll c 60000 "shape" => "values")`, `("1" "2")`)
		})
	}
}

// TestSecondPollWaits: a poll waits for the poll of another executor, but no
// longer than it would for records.
func TestSecondPollWaits(t *testing.T) {
	s := withTopic(t)
	s.want(`(do (kafka-subscribe c "t") (kafka-poll c 0) (set got null)
	  (spawn (set got (kafka-poll c 60000 "shape" => "values"))) (sleep 50)
	  (set began (clock)) (set second (kafka-poll c 200)) (set took (- (clock) began))
	  (kafka-send p "t" "x")
	  (while (= null got) (sleep 5))
	  (list second (and (>= took 200) (< took 20000)) got))`, `(() true ("x"))`)
}
