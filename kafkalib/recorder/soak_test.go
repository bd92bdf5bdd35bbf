package recorder

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// The variables by which a longer soak is asked for: a duration such as 30s, 10m
// or 1h, and the seed of an earlier run.
const (
	soakTimeVariable = "BPL_RECORDER_SOAK"
	soakSeedVariable = "BPL_RECORDER_SEED"
)

// A soakKafka is what a soak disturbs.
type soakKafka interface {
	client() []kgo.Opt
	// disturb does something to the brokers, and heal ends it. Both return a name
	// for what they did.
	disturb(rng *rand.Rand) string
	heal() string
}

func (k *kafka) disturb(*rand.Rand) string {
	k.cut()
	return "cut off"
}

func (k *kafka) heal() string {
	k.restore()
	return "restored"
}

// soakTime is the time of a soak, and its seed.
func soakTime(t *testing.T, standard time.Duration) (time.Duration, uint64) {
	t.Helper()
	d, seed := standard, rand.Uint64()
	if text := os.Getenv(soakTimeVariable); text != "" {
		var err error
		if d, err = time.ParseDuration(text); err != nil {
			t.Fatalf("%s: %v", soakTimeVariable, err)
		}
	}
	if text := os.Getenv(soakSeedVariable); text != "" {
		var err error
		if seed, err = strconv.ParseUint(text, 10, 64); err != nil {
			t.Fatalf("%s: %v", soakSeedVariable, err)
		}
	}
	t.Logf("%s=%v %s=%d", soakTimeVariable, d, soakSeedVariable, seed)
	return d, seed
}

// TestSoak disturbs a Kafka at random. Without the variable it takes three seconds.
func TestSoak(t *testing.T) {
	t.Parallel()
	d, seed := soakTime(t, 3*time.Second)
	k := newKafka(t, 3)
	s := newSoak(t, k, seed)
	s.run(d)
	s.verify(k.records(t, int(s.accepted.Load())))
}

// A soak records numbered events under several keys from several goroutines, with
// a spool, while Kafka is disturbed and the recorder is closed and started again.
type soak struct {
	t     *testing.T
	kafka soakKafka
	rng   *rand.Rand
	dir   string

	mu       sync.RWMutex // held for writing while there is no recorder
	rec      *Recorder
	spool    *spool.Spool
	accepted atomic.Int64
	next     [soakKeys]int // the next number of each key, of its goroutine only
	untold   int           // accepted events of a key that next may lack
	calm     time.Duration // the longest pause between two acts
	ended    Counters      // of the recorders that were closed, summed up
	heap     uint64        // the greatest seen
}

const soakKeys = 4

func newSoak(t *testing.T, k soakKafka, seed uint64) *soak {
	return &soak{t: t, kafka: k, rng: rand.New(rand.NewPCG(seed, 0)), dir: t.TempDir(), calm: 400 * time.Millisecond}
}

// start opens the spool and starts a recorder over it.
func (s *soak) start() {
	sp, err := spool.Open(s.dir, spool.Options{Fsync: spool.FsyncNever})
	if err != nil {
		s.t.Fatal(err)
	}
	rec, err := New(Options{Topic: testTopic, Client: s.kafka.client(), Spool: sp, WhenFull: UseSpool, MaxEvents: 500, DownAfter: 50 * time.Millisecond})
	if err != nil {
		s.t.Fatal(err)
	}
	s.rec, s.spool = rec, sp
}

// stop closes recorder and spool within a time, whatever Kafka does, and adds up
// what became of the events.
func (s *soak) stop(within time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	left, err := s.rec.Close(ctx)
	if err != nil || len(left.Dropped) > 0 {
		s.t.Errorf("%d events were lost when the recorder was closed: %v", len(left.Dropped), err)
	}
	c := s.check()
	if c.Pending != 0 || left.Spooled != c.Spooled+c.RecoveredPending {
		s.t.Errorf("after the closing: %+v, left %d", c, left.Spooled)
	}
	s.ended.Accepted += c.Accepted
	s.ended.Delivered += c.Delivered + c.RecoveredDelivered
	s.ended.Failed += c.Failed + c.RecoveredFailed + c.Dropped + c.RecoveredDropped
	if err := s.spool.Close(); err != nil {
		s.t.Error(err)
	}
}

// check takes a snapshot, which has to balance.
func (s *soak) check() Counters {
	c := s.rec.Counters()
	if err := c.Check(); err != nil {
		s.t.Error(err)
	}
	return c
}

func (s *soak) run(d time.Duration) {
	s.start()
	ctx, cancel := context.WithTimeout(s.t.Context(), d)
	defer cancel()
	var wait sync.WaitGroup
	for key := range soakKeys {
		wait.Go(func() { s.record(ctx, key) })
	}
	wait.Go(func() { s.watch(ctx) })
	for ctx.Err() == nil {
		s.act(ctx)
	}
	wait.Wait()
	s.kafka.heal()
	flushing, stop := context.WithTimeout(s.t.Context(), 2*time.Minute)
	defer stop()
	if left := s.rec.Flush(flushing); left != 0 {
		s.t.Errorf("without outcome after two minutes: %d, %+v", left, s.rec.Counters())
	}
	s.stop(time.Minute)
	if n := s.accepted.Load(); s.ended.Accepted != n || s.ended.Delivered < n || s.ended.Failed != 0 {
		s.t.Errorf("accepted %d; counted over all recorders: %+v", n, s.ended)
	}
	s.t.Logf("accepted %d, delivered %d, greatest heap %d MiB", s.accepted.Load(), s.ended.Delivered, s.heap>>20)
}

// record records bursts under one key.
func (s *soak) record(ctx context.Context, key int) {
	for ctx.Err() == nil {
		s.mu.RLock()
		for range 20 {
			if s.rec.Record(Event{Key: fmt.Append(nil, "k", key), Body: s.next[key]}) {
				s.next[key]++
				s.accepted.Add(1)
			}
		}
		s.mu.RUnlock()
		pause(ctx, 10*time.Millisecond)
	}
}

// watch takes snapshots all the time.
func (s *soak) watch(ctx context.Context) {
	for n := 0; ctx.Err() == nil; n++ {
		s.mu.RLock()
		s.check()
		s.mu.RUnlock()
		if n%1_000 == 0 {
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			s.heap = max(s.heap, m.HeapInuse)
		}
		pause(ctx, time.Millisecond)
	}
}

// act does one thing at random and waits a while.
func (s *soak) act(ctx context.Context) {
	what := ""
	switch s.rng.IntN(6) {
	case 0, 1:
		what = s.kafka.disturb(s.rng)
	case 2, 3, 4:
		what = s.kafka.heal()
	default:
		s.mu.Lock()
		s.stop(time.Second)
		s.start()
		s.mu.Unlock()
		what = "started again"
	}
	s.t.Log(what)
	pause(ctx, 20*time.Millisecond+time.Duration(s.rng.Int64N(int64(s.calm))))
}

func pause(ctx context.Context, d time.Duration) {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// verify asserts that every accepted event is there, and that those of a key first
// come in their order; repeats are allowed, since processes ended.
func (s *soak) verify(recs []*kgo.Record) {
	seen := make(map[string]int) // key → how many, which are the first ones
	for _, rec := range recs {
		var e struct{ Body int }
		if err := json.Unmarshal(rec.Value, &e); err != nil {
			s.t.Fatal(err)
		}
		key := string(rec.Key)
		switch {
		case e.Body == seen[key]:
			seen[key]++
		case e.Body > seen[key]:
			s.t.Fatalf("key %s: event %d comes where %d is the next", key, e.Body, seen[key])
		}
	}
	for key, n := range s.next {
		if got := seen[fmt.Sprint("k", key)]; got < n || got > n+s.untold {
			s.t.Errorf("events of key %d:\n got %d\nwant %d, or up to %d more", key, got, n, s.untold)
		}
	}
}
