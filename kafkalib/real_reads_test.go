//go:build integration

package kafkalib

import (
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

// TestRealReadsEnd: reads to the end come to it, whatever is in the way, long
// before their time is over.
func TestRealReadsEnd(t *testing.T) {
	for _, tt := range []struct {
		name string
		fill func(t *testing.T, s *script)
		want string
	}{
		{"empty", func(*testing.T, *script) {}, `()`},
		{"a committed transaction at the end", func(t *testing.T, s *script) {
			transaction(t, true, "a", "b")
		}, `("a" "b")`},
		{"aborted records at the end", func(t *testing.T, s *script) {
			s.eval(`(kafka-send p "t" ("a" "b"))`)
			transaction(t, false, "x", "y")
		}, `("a" "b")`},
		{"nothing but aborted records", func(t *testing.T, s *script) {
			transaction(t, false, "x", "y", "z")
		}, `()`},
		{"records deleted at the beginning", func(t *testing.T, s *script) {
			s.eval(`(do (kafka-send p "t" ("a" "b" "c")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 2))))`)
		}, `("c")`},
		{"records deleted up to the end", func(t *testing.T, s *script) {
			s.eval(`(do (kafka-send p "t" ("a" "b" "c")) (kafka-delete-records "embedded" (list ("topic" => "t" "partition" => 0 "offset" => 3))))`)
		}, `()`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			emptyReal(t)
			s := newRealScript(t)
			s.eval(`(do (kafka-create-topics "embedded" "t") (set p (kafka-create "producer" "embedded")))`)
			tt.fill(t, s)
			awaitLastStable(t, s)
			began := time.Now()
			s.want(`(kafka-read "embedded" "t" "shape" => "values")`, tt.want)
			s.eval(`(do (set c (kafka-create "consumer" "embedded" "auto-offset-reset" => "earliest")) (set values (list)))`)
			s.want(`(do (kafka-for-each c "t" r "to" => "end" (push values r/value)) values)`, tt.want)
			inTime(t, began, 15*time.Second)
		})
	}
}

// awaitLastStable waits until the broker shows the end of transactions: its
// last stable offset follows them by some time.
func awaitLastStable(t *testing.T, s *script) {
	t.Helper()
	s.eval(`(do (set look (kafka-create "consumer" "embedded")) (kafka-assign look (list ("topic" => "t" "partition" => 0 "offset" => "beginning"))) (kafka-poll look 0))`)
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		stable := s.eval(`(get (first (kafka-lag look)) "end-offset")`).String()
		if stable == s.eval(`(get (first (kafka-offsets "embedded" "t")) "offset")`).String() {
			return
		}
	}
	t.Error("the last stable offset did not reach the end in a minute")
}

// transaction sends values in a transaction of a client of its own.
func transaction(t *testing.T, commit bool, values ...string) {
	t.Helper()
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(realServers, ",")...), kgo.TransactionalID("real-"+rand.Text()), kgo.DefaultProduceTopic("t"))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	if err := cl.BeginTransaction(); err != nil {
		t.Fatal(err)
	}
	for _, v := range values {
		if err := cl.ProduceSync(t.Context(), kgo.StringRecord(v)).FirstErr(); err != nil {
			t.Fatal(err)
		}
	}
	if err := cl.EndTransaction(t.Context(), kgo.TransactionEndTry(commit)); err != nil {
		t.Fatal(err)
	}
}

// TestRealTopicCreatedAgain: an open producer and consumer go on with the new
// topic, also where another process deleted and created it.
func TestRealTopicCreatedAgain(t *testing.T) {
	emptyReal(t)
	s := newRealScript(t)
	other := newRealScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t")
	  (set p (kafka-create "producer" "embedded"))
	  (set c (kafka-create "consumer" "embedded" "group" => "g" "auto-offset-reset" => "earliest"))
	  (set next (function () (do
	    (set-local until (+ (clock) 20000)) (set-local values (list))
	    (while (and (empty values) (< (clock) until))
	      (try (for-each (kafka-poll c "t" 500 "shape" => "values") v (push values v)) (e "KafkaException" => null)))
	    values))))`)
	s.eval(`(kafka-send p "t" ("1" "2" "3"))`)
	s.want(`(next)`, `("1" "2" "3")`)
	s.want(`(kafka-commit c)`, `true`)
	for i, session := range []*script{s, other} {
		session.eval(`(do (kafka-delete-topics "embedded" "t") (kafka-create-topics "embedded" "t"))`)
		s.want(fmt.Sprintf(`(kafka-send p "t" "new %d")`, i), `null`)
		s.want(`(next)`, fmt.Sprintf(`("new %d")`, i))
	}
}
