//go:build integration

package kafkalib

import (
	"context"
	"fmt"
	"testing"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// TestRealUnderReplicated stops a follower: the alarm on missing replicas is
// raised, and cleared when the follower is back, although the client itself
// has no reason to ask for metadata.
func TestRealUnderReplicated(t *testing.T) {
	c := kafkatest.FromEnv(t)
	c.NeedBrokers(t, 3)
	emptyReal(t)
	s := newRealScript(t)
	s.eval(`(do (kafka-create-topics "embedded" "t" "replication-factor" => 3)
	  (set p (kafka-create "producer" "embedded")) (kafka-send p "t" "a")
	  (kafka-alarm p "under-replicated" ">" 0 "interval-ms" => 500))`)
	leader := 0
	if _, err := fmt.Sscan(s.eval(`(get (first (kafka-leaders "embedded" "t")) "leader")`).String(), &leader); err != nil {
		t.Fatal(err)
	}
	follower := leader%3 + 1
	if err := c.Shutdown(context.Background(), follower); err != nil {
		t.Fatal(err)
	}
	h := s.handle("p1")
	s.awaitAlarms(h, "RAISED under-replicated")
	if got := s.at(s.statsOf("p1"), "topics", "t", "partitions", "0", "in-sync-replicas"); got != 2 {
		t.Errorf("in-sync-replicas\ngot  %v\nwant 2", got)
	}
	if err := c.Restart(context.Background(), follower); err != nil {
		t.Fatal(err)
	}
	awaitInSync(t, "t", 3)
	s.awaitAlarms(h, "CLEARED under-replicated")
}
