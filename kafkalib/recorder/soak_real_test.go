//go:build integration

package recorder

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
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

// healRounds is how often heal tries to start a broker.
const healRounds = 3

// heal brings back every broker. Those that were killed are started at the same
// time: one alone, without a majority of controllers, gives up after a while.
func (k *realKafka) heal() string {
	ctx := context.Background()
	for id, what := range k.hurt {
		if what == "paused" {
			if err := k.cluster.Resume(ctx, id); err != nil {
				k.t.Error(err)
			}
			delete(k.hurt, id)
		}
	}
	var mu sync.Mutex
	for round := 1; len(k.hurt) > 0; round++ {
		var wait sync.WaitGroup
		for id := range maps.Clone(k.hurt) {
			wait.Go(func() {
				err := k.cluster.Restart(ctx, id)
				mu.Lock()
				defer mu.Unlock()
				switch {
				case err == nil || strings.Contains(err.Error(), "running already"):
					delete(k.hurt, id)
				case round == healRounds:
					k.t.Error(err)
					delete(k.hurt, id)
				default:
					k.t.Logf("broker %d did not start: %v", id, err)
				}
			})
		}
		wait.Wait()
	}
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
	s.verify(readAll(t, cl, adm))
}

// readAll reads the topic to the ends that its partitions have now.
func readAll(t *testing.T, cl *kgo.Client, adm *kadm.Client) []*kgo.Record {
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	ends, err := adm.ListEndOffsets(ctx, testTopic)
	if err == nil {
		err = ends.Error()
	}
	if err != nil {
		t.Fatal(err)
	}
	left := make(map[int32]int64) // partition → its end
	ends.Each(func(end kadm.ListedOffset) {
		if end.Offset > 0 {
			left[end.Partition] = end.Offset
		}
	})
	var recs []*kgo.Record
	for len(left) > 0 && ctx.Err() == nil {
		cl.PollFetches(ctx).EachRecord(func(r *kgo.Record) {
			recs = append(recs, r)
			if r.Offset+1 >= left[r.Partition] {
				delete(left, r.Partition)
			}
		})
	}
	if len(left) > 0 {
		t.Fatalf("%d records were read; partitions whose end was not reached: %v", len(recs), left)
	}
	return recs
}
