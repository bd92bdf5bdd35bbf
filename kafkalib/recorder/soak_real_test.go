//go:build integration

package recorder

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kadm"
	"github.com/twmb/franz-go/pkg/kerr"
	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/internal/kafkatest"
)

// A realKafka is a cluster whose brokers are killed and paused.
type realKafka struct {
	t       *testing.T
	cluster *kafkatest.Cluster
	hurt    map[int]string // what was done to a broker
}

func (k *realKafka) client() []kgo.Opt {
	return []kgo.Opt{kgo.SeedBrokers(strings.Split(k.cluster.Bootstrap(), ",")...), kgo.ProduceRequestTimeout(5 * time.Second), kgo.RequestTimeoutOverhead(2 * time.Second)}
}

// disturb kills or pauses a broker that runs.
func (k *realKafka) disturb(rng *rand.Rand) string {
	id := 1 + rng.IntN(len(k.cluster.Nodes))
	if k.hurt[id] != "" {
		return "nothing"
	}
	what, do := "killed", k.cluster.Kill
	if rng.IntN(2) == 0 {
		what, do = "paused", k.cluster.Pause
	}
	if err := do(context.Background(), id); err != nil {
		k.t.Error(err)
	}
	k.hurt[id] = what
	return fmt.Sprint(what, " broker ", id)
}

// heal brings back every broker.
func (k *realKafka) heal() string {
	for id, what := range k.hurt {
		do := k.cluster.Restart
		if what == "paused" {
			do = k.cluster.Resume
		}
		if err := do(context.Background(), id); err != nil {
			k.t.Error(err)
		}
	}
	clear(k.hurt)
	return "healed"
}

// TestRealSoak is the soak with brokers that are killed and paused.
func TestRealSoak(t *testing.T) {
	d, seed := soakTime(t, 25*time.Second)
	k := &realKafka{t: t, cluster: kafkatest.FromEnv(t), hurt: make(map[int]string)}
	cl, err := kgo.NewClient(kgo.SeedBrokers(strings.Split(k.cluster.Bootstrap(), ",")...), kgo.ConsumeTopics(testTopic),
		kgo.ConsumeResetOffset(kgo.NewOffset().AtStart()))
	if err != nil {
		t.Fatal(err)
	}
	defer cl.Close()
	ctx := t.Context()
	adm := kadm.NewClient(cl)
	created := false
	for end := time.Now().Add(2 * time.Minute); !created && time.Now().Before(end); {
		_, _ = adm.DeleteTopics(ctx, testTopic)
		resp, err := adm.CreateTopic(ctx, 3, int16(len(k.cluster.Nodes)), nil, testTopic)
		if created = err == nil && resp.Err == nil; !created {
			if err == nil && resp.Err != kerr.TopicAlreadyExists {
				t.Logf("creating the topic: %v", resp.Err)
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	if !created {
		t.Fatal("the topic could not be created anew")
	}
	defer k.heal() // also where the test fails
	s := newSoak(t, k, seed)
	s.calm = 3 * time.Second // brokers need their time to come back
	s.run(d)
	var recs []*kgo.Record
	reading, cancel := context.WithTimeout(ctx, 3*time.Minute)
	defer cancel()
	for int64(len(recs)) < s.accepted.Load() && reading.Err() == nil {
		cl.PollFetches(reading).EachRecord(func(r *kgo.Record) { recs = append(recs, r) })
	}
	s.verify(recs)
}
