package recorder

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"
)

func TestDelivery(t *testing.T) {
	k := newKafka(t, 3)
	r := start(t, Options{Client: k.client(), Type: "test"})
	const n = 1_000
	for i := range n {
		if !r.Record(Event{Body: Fields{{"n", i}}, Key: fmt.Append(nil, "k", i%7)}) {
			t.Fatalf("event %d was rejected", i)
		}
	}
	flush(t, r)
	got := r.Counters()
	if got.Delivered != n || got.Offered != n || got.Pending != 0 || got.PendingBytes != 0 {
		t.Errorf("counters: %+v", got)
	}
	last := make(map[string]float64)
	for _, rec := range k.records(t, n) {
		var e struct {
			ID, Type, Host string
			PID            int
			Start, End     float64
			Body           struct{ N float64 }
		}
		if err := json.Unmarshal(rec.Value, &e); err != nil {
			t.Fatalf("%s: %v", rec.Value, err)
		}
		if len(e.ID) != 2*idSize || e.Type != "test" || e.Host == "" || e.PID == 0 || e.End < 1e9 || e.Start != e.End {
			t.Fatalf("an event is not complete: %s", rec.Value)
		}
		if before, ok := last[string(rec.Key)]; ok && e.Body.N <= before {
			t.Fatalf("key %s: event %v after %v", rec.Key, e.Body.N, before)
		}
		last[string(rec.Key)] = e.Body.N
	}
}

// TestStartWithoutKafka has a Kafka that comes after the start: that is no error,
// and the events are kept in order.
func TestStartWithoutKafka(t *testing.T) {
	for _, name := range []string{"refused", "unresolvable"} {
		t.Run(name, func(t *testing.T) {
			k := newKafka(t, 1)
			k.cut()
			opts := k.client()
			if name == "unresolvable" {
				opts = append(opts, kgo.SeedBrokers("no-such-host.invalid:9092"), kgo.SeedBrokers(k.cluster.ListenAddrs()...))
			}
			r := start(t, Options{Client: opts, DownAfter: 50 * time.Millisecond})
			for i := range 100 {
				if !r.Record(Event{Body: i}) {
					t.Fatalf("event %d was rejected", i)
				}
			}
			eventually(t, "Kafka counts as away", r.health.down)
			if c := r.Counters(); c.Pending != 100 {
				t.Errorf("pending while Kafka is away:\n got %d\nwant 100", c.Pending)
			}
			k.restore()
			flush(t, r)
			for i, rec := range k.records(t, 100) {
				if want := fmt.Sprintf(`"body":%d}`, i); !strings.HasSuffix(string(rec.Value), want) {
					t.Fatalf("record %d:\n got %s\nwant …%s", i, rec.Value, want)
				}
			}
		})
	}
}

func TestPolicies(t *testing.T) {
	body := func(n int) Event { return Event{Body: strings.Repeat("x", n)} }
	one := body(1_000)
	size := one.size()
	for name, tc := range map[string]struct {
		options  Options
		offer    int
		accepted int64
		rejected int64
		dropped  int64
	}{
		"newest by number":  {Options{MaxEvents: 10}, 15, 10, 5, 0},
		"newest by bytes":   {Options{MaxBytes: 10 * size}, 15, 10, 5, 0},
		"oldest by number":  {Options{MaxEvents: 10, WhenFull: DropOldest}, 15, 15, 0, 5},
		"oldest by bytes":   {Options{MaxBytes: 10*size + 5, WhenFull: DropOldest}, 15, 15, 0, 5},
		"block, then no":    {Options{MaxEvents: 10, WhenFull: Block, MaxBlock: 5 * time.Millisecond}, 12, 10, 2, 0},
		"too large for all": {Options{MaxBytes: size - 1, WhenFull: DropOldest}, 3, 0, 3, 0},
	} {
		t.Run(name, func(t *testing.T) {
			r := stopped(t, tc.options)
			for range tc.offer {
				r.Record(body(1_000))
			}
			c := r.Counters()
			if c.Accepted != tc.accepted || c.Rejected != tc.rejected || c.Dropped != tc.dropped {
				t.Errorf("accepted, rejected, dropped:\n got %d %d %d\nwant %d %d %d", c.Accepted, c.Rejected, c.Dropped, tc.accepted, tc.rejected, tc.dropped)
			}
			if err := c.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestDropOldestKeepsNewest asserts which events are left.
func TestDropOldestKeepsNewest(t *testing.T) {
	r := stopped(t, Options{MaxEvents: 3, WhenFull: DropOldest})
	for i := range 10 {
		r.Record(Event{Body: i})
	}
	for want := 7; want < 10; want++ {
		if got := (<-r.queue).event.Body; got != want {
			t.Errorf("event left:\n got %v\nwant %v", got, want)
		}
	}
}

// TestBlockWaitsForRoom has a policy that waits, and a Kafka that comes back.
func TestBlockWaitsForRoom(t *testing.T) {
	k := newKafka(t, 1)
	k.cut()
	r := start(t, Options{Client: k.client(), MaxEvents: 5, WhenFull: Block, MaxBlock: time.Minute, DownAfter: 50 * time.Millisecond})
	done := make(chan int64)
	go func() {
		accepted := int64(0)
		for range 20 {
			if r.Record(Event{Body: "x"}) {
				accepted++
			}
		}
		done <- accepted
	}()
	eventually(t, "the caller waits", func() bool { return r.waiters.Load() == 1 })
	k.restore()
	if got := <-done; got != 20 {
		t.Errorf("accepted:\n got %d\nwant 20", got)
	}
	flush(t, r)
}

func TestBlockEnds(t *testing.T) {
	r := stopped(t, Options{MaxEvents: 1, WhenFull: Block, MaxBlock: time.Hour})
	r.Record(Event{})
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan bool)
	go func() { done <- r.RecordContext(ctx, Event{}) }()
	eventually(t, "the caller waits", func() bool { return r.waiters.Load() == 1 })
	cancel()
	if <-done {
		t.Error("the event of a cancelled call was accepted")
	}
}

type panicking struct{}

func (panicking) MarshalJSON() ([]byte, error) { panic("no JSON for you") }

// TestEncoderPanics asserts that only the event whose body panics fails.
func TestEncoderPanics(t *testing.T) {
	k := newKafka(t, 1)
	var told notices
	r := start(t, Options{Client: k.client(), Notify: told.add})
	cyclic := map[string]any{}
	cyclic["self"] = cyclic
	for _, body := range []any{1, panicking{}, make(chan int), cyclic, 2} {
		if !r.Record(Event{Body: body}) {
			t.Errorf("the event with the body %T was rejected", body)
		}
	}
	flush(t, r)
	if c := r.Counters(); c.Delivered != 2 || c.Failed != 3 {
		t.Errorf("delivered, failed:\n got %d %d\nwant 2 3", c.Delivered, c.Failed)
	}
	failed := told.with("DELIVERY_FAILED")
	if len(failed) != 3 || !strings.Contains(failed[0].Err.Error(), "no JSON for you") {
		t.Errorf("notices: %v", failed)
	}
}

// slow is a body whose encoding waits until it may go on.
type slow struct{ begun, goOn chan struct{} }

func (s slow) MarshalJSON() ([]byte, error) {
	close(s.begun)
	<-s.goOn
	return []byte("0"), nil
}

// TestEncoderHangs asserts that a hanging encoder disturbs neither Record nor
// Close, and that no event is lost from the counters.
func TestEncoderHangs(t *testing.T) {
	k := newKafka(t, 1)
	r, err := New(Options{Topic: testTopic, Client: k.client(), MaxEvents: 100})
	if err != nil {
		t.Fatal(err)
	}
	s := slow{make(chan struct{}), make(chan struct{})}
	r.Record(Event{Body: s})
	<-s.begun
	for range 200 {
		r.Record(Event{Body: "x"})
	}
	c := r.Counters()
	if c.Accepted != 100 || c.Rejected != 101 || c.Pending != 100 {
		t.Errorf("accepted, rejected, pending:\n got %d %d %d\nwant 100 101 100", c.Accepted, c.Rejected, c.Pending)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	left, err := r.Close(ctx)
	if err == nil || len(left.Dropped) != 100 {
		t.Errorf("left when closed:\n got %d, %v\nwant 100 and an error", len(left.Dropped), err)
	}
	c = r.Counters()
	if c.Dropped != 100 || c.Pending != 0 {
		t.Errorf("dropped, pending:\n got %d %d\nwant 100 0", c.Dropped, c.Pending)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	if r.Record(Event{}) {
		t.Error("an event was accepted after Close")
	}
	close(s.goOn)
	r.done.Wait()
	if after := r.Counters(); after.Dropped != 100 || after.Delivered != 0 {
		t.Errorf("the encoder's event was counted twice: %+v", after)
	}
}

func TestCloseDelivers(t *testing.T) {
	k := newKafka(t, 1)
	r, err := New(Options{Topic: testTopic, Client: k.client()})
	if err != nil {
		t.Fatal(err)
	}
	for range 500 {
		r.Record(Event{Body: "x"})
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	left, err := r.Close(ctx)
	if err != nil || len(left.Dropped) != 0 || left.Spooled != 0 {
		t.Errorf("left when closed: %+v, %v", left, err)
	}
	if c := r.Counters(); c.Delivered != 500 {
		t.Errorf("delivered:\n got %d\nwant 500", c.Delivered)
	}
	if again, err := r.Close(ctx); err != nil || len(again.Dropped) != 0 {
		t.Errorf("closed again: %+v, %v", again, err)
	}
}

func TestOptionsRefused(t *testing.T) {
	for name, tc := range map[string]struct {
		options Options
		want    string
	}{
		"no topic":             {Options{}, "Topic is missing"},
		"too many events":      {Options{Topic: "t", MaxEvents: 1 << 40}, "MaxEvents: got 1099511627776, expected 1 to 10000000"},
		"no spool":             {Options{Topic: "t", WhenFull: UseSpool}, "Spool is missing"},
		"no spool, always":     {Options{Topic: "t", SpoolMode: Always}, "Spool is missing"},
		"no spool as fallback": {Options{Topic: "t", Fallbacks: []Fallback{SpoolFallback()}}, "expected once, with an open Spool"},
		"no policy":            {Options{Topic: "t", WhenFull: 9}, "9 is no policy"},
		"client":               {Options{Topic: "t", Client: []kgo.Opt{kgo.ConsumerGroup("g"), kgo.SeedBrokers("[")}}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := New(tc.options)
			if err == nil || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("error:\n got %v\nwant …%s…", err, tc.want)
			}
		})
	}
}
