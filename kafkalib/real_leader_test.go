//go:build integration

package kafkalib

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/kafkatest"
	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// TestRealLeaderKilled kills the leader of a topic in the middle of 100,000
// sends: none that was acknowledged is lost, each has exactly one outcome, all
// within 60 s.
func TestRealLeaderKilled(t *testing.T) {
	c := kafkatest.FromEnv(t)
	c.NeedBrokers(t, 3)
	emptyReal(t)
	const total, lists = 100_000, 100
	s := newRealScript(t)
	s.eval(`(do
	  (kafka-create-topics "embedded" "t" "replication-factor" => 3 "configs" => ("min.insync.replicas" => 2))
	  (kafka-create-topics "embedded" "strict" "replication-factor" => 3 "configs" => ("min.insync.replicas" => 3))
	  (set delivered 0) (set failed 0) (set offsets (list))
	  (set p (kafka-create "producer" "embedded" "delivery" => "async" "acks" => "all" "delivery-timeout-ms" => 60000
	    "callback-queue" => 200000
	    "on-delivery" => (function (r) (if (= (first r) "KafkaException") (++ failed) (do (++ delivered) (push offsets r/offset)))))))`)
	leader := 0
	if _, err := fmt.Sscan(s.eval(`(get (first (kafka-leaders "embedded" "t")) "leader")`).String(), &leader); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	killed := make(chan error, 1)
	for list := range lists {
		if list == lists/2 {
			go func() { killed <- c.Kill(context.Background(), leader) }()
		}
		values := make([]string, total/lists)
		for i := range values {
			values[i] = fmt.Sprintf("%d", list*len(values)+i)
		}
		s.Set("batch", values)
		s.eval(`(kafka-send p "t" batch)`)
	}
	if err := <-killed; err != nil {
		t.Fatal(err)
	}
	defer func() { // the next tests need all brokers
		if err := c.Restart(context.Background(), leader); err != nil {
			t.Error(err)
		}
		awaitInSync(t, "t", 3)
	}()
	left, err := s.try(`(kafka-flush p)`)
	took := time.Since(began)
	refusesTooFewReplicas(t, s)
	t.Logf("100,000 sends with the leader killed: %v, flush %v, %v", took, left, err)
	if took > 60*time.Second+slack {
		t.Errorf("took %v, want at most 60 s", took)
	}
	s.want(`(+ delivered failed)`, `100000`)
	// What was acknowledged is there, once, at its offset.
	acknowledged := make(map[string]int)
	delivered := 0
	if _, err := fmt.Sscan(s.eval(`delivered`).String(), &delivered); err != nil {
		t.Fatal(err)
	}
	for _, v := range readAll(t, "t") {
		acknowledged[v]++
	}
	repeated := 0
	for _, n := range acknowledged {
		if n > 1 {
			repeated++
		}
	}
	if len(acknowledged) < delivered || repeated > 0 {
		t.Errorf("stored\n got %d different values, %d of them more than once\nwant at least %d, none twice", len(acknowledged), repeated, delivered)
	}
}

// readAll reads a topic of one partition from beginning to end.
func readAll(t *testing.T, topic string) []string {
	t.Helper()
	s := newRealScript(t)
	end := int64(0)
	if _, err := fmt.Sscan(s.eval(`(get (first (kafka-count "embedded" "`+topic+`")) "count")`).String(), &end); err != nil {
		t.Fatal(err)
	}
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(realServers, ",")...), kgo.ConsumeTopics(topic), kgo.ConsumeStartOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	var values []string
	for next := int64(0); next < end; {
		fetches := cl.PollFetches(ctx)
		if ctx.Err() != nil {
			t.Fatalf("read %d of %d records: %v", next, end, fetches.Err())
		}
		fetches.EachRecord(func(r *kgo.Record) {
			values = append(values, string(r.Value))
			next = r.Offset + 1
		})
	}
	return values
}

// awaitInSync waits until all replicas of the topic's first partition are in sync again.
func awaitInSync(t *testing.T, topic string, replicas int) {
	t.Helper()
	s := newRealScript(t)
	want := fmt.Sprint(replicas)
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(100 * time.Millisecond) {
		if s.eval(`(size (get (first (get (get (kafka-describe-topics "embedded" "`+topic+`") "`+topic+`") "partitions")) "in-sync-replicas"))`).String() == want {
			return
		}
	}
	t.Error("the replicas are not in sync after three minutes")
}

// refusesTooFewReplicas sends to a topic that demands more replicas in sync
// than there are.
func refusesTooFewReplicas(t *testing.T, s *script) {
	t.Helper()
	s.eval(`(set strict (kafka-create "producer" "embedded" "delivery-timeout-ms" => 15000 "retries" => 3))`)
	_, err := s.try(`(kafka-send strict "strict" "x")`)
	code := ""
	if e, ok := err.(*interp.Exception); ok {
		code = e.Code
	}
	switch code {
	case "NOT_ENOUGH_REPLICAS", "NOT_ENOUGH_REPLICAS_AFTER_APPEND", "DELIVERY_TIMED_OUT":
	default:
		t.Errorf("send with too few replicas in sync\n got %v\nwant NOT_ENOUGH_REPLICAS, or the end of the delivery time-out", err)
	}
}
