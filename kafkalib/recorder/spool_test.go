package recorder

import (
	"context"
	"encoding/json"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// inOrder asserts that the events of each key, whose bodies are numbers, come in
// ascending order in each of the lists, and returns how many there are.
func inOrder(t *testing.T, recs []*kgo.Record) int {
	t.Helper()
	last := make(map[string]int)
	for _, rec := range recs {
		var e struct{ Body int }
		if err := json.Unmarshal(rec.Value, &e); err != nil {
			t.Fatal(err)
		}
		if before, ok := last[string(rec.Key)]; ok && e.Body <= before {
			t.Errorf("key %s: event %d after %d", rec.Key, e.Body, before)
		}
		last[string(rec.Key)] = e.Body
	}
	return len(recs)
}

// numbered records events with ascending numbers under a few keys.
func numbered(t *testing.T, r *Recorder, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		if !r.Record(Event{Body: i, Key: fmt.Append(nil, "k", i%5)}) {
			t.Fatalf("event %d was rejected: %+v", i, r.Counters())
		}
	}
}

// TestSpoolWhileAway goes from memory to the spool and back: nothing is lost, and
// the order of each key stays.
func TestSpoolWhileAway(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 3)
	sp := openSpool(t, t.TempDir(), spool.Options{Fsync: spool.FsyncNever})
	var told notices
	r := start(t, Options{Client: k.client(), Spool: sp, MaxEvents: 5_000, WhenFull: UseSpool,
		DownAfter: 50 * time.Millisecond, SpoolHeaders: true, Notify: told.add})
	numbered(t, r, 0, 500)
	flush(t, r)
	k.cut()
	numbered(t, r, 500, 3_000)
	eventually(t, "the events are in the spool", func() bool { return r.Counters().Spooled >= 2_500 })
	if c := r.Counters(); c.Pending != 0 || c.Spooled != 2_500 || c.Delivered != 500 {
		t.Errorf("while Kafka is away: %+v", c)
	}
	k.restore()
	numbered(t, r, 3_000, 4_000)
	flush(t, r)
	numbered(t, r, 4_000, 4_100)
	flush(t, r)
	if n := inOrder(t, k.records(t, 4_100)); n != 4_100 {
		t.Errorf("records:\n got %d\nwant 4100", n)
	}
	if c := r.Counters(); c.Delivered != 4_100 || c.Recovered != 0 {
		t.Errorf("at the end: %+v", c)
	}
	entered, left := told.with("FALLBACK_ENTERED"), told.with("FALLBACK_LEFT")
	if len(entered) != 1 || entered[0].Fallback != "spool" || entered[0].Err == nil || len(left) != 1 || left[0].Count < 2_500 {
		t.Errorf("notices: entered %v, left %v", entered, left)
	}
	eventually(t, "the spool counts as drained", func() bool { return len(told.with("SPOOL_DRAINED")) == 1 })
}

// TestSpoolWhenFull has a small memory and a Kafka that never answered: the spool
// takes everything, whatever the rate.
func TestSpoolWhenFull(t *testing.T) {
	t.Parallel()
	sp := openSpool(t, t.TempDir(), spool.Options{Fsync: spool.FsyncNever})
	r := start(t, Options{Client: unreachable(), Spool: sp, MaxEvents: 10, WhenFull: UseSpool, DownAfter: time.Hour})
	numbered(t, r, 0, 2_000)
	if c := r.Counters(); c.Accepted != 2_000 || c.Spooled < 1_990 {
		t.Errorf("counters: %+v", c)
	}
}

// TestSpoolOverRestart closes a recorder while Kafka is away, and starts another
// over the same spool: nothing is lost, the order stays, and the events of the
// first count as recovered.
func TestSpoolOverRestart(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 2)
	dir := t.TempDir()
	numbers := []int{0, 300, 700, 900}
	first, err := spool.Open(dir, spool.Options{})
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Topic: testTopic, Client: k.client(), Spool: first, WhenFull: UseSpool, DownAfter: time.Minute}
	r, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	numbered(t, r, numbers[0], numbers[1])
	flush(t, r)
	k.cut()
	numbered(t, r, numbers[1], numbers[2]) // in memory, and in part with the client
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
	defer cancel()
	left, err := r.Close(ctx)
	if err != nil || left.Spooled != 400 || len(left.Dropped) != 0 {
		t.Fatalf("left when closed:\n got %d spooled, %d dropped, %v\nwant 400 spooled", left.Spooled, len(left.Dropped), err)
	}
	if err := r.Counters().Check(); err != nil {
		t.Error(err)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	k.restore()
	o.Spool = openSpool(t, dir, spool.Options{})
	again := start(t, o)
	numbered(t, again, numbers[2], numbers[3])
	flush(t, again)
	if c := again.Counters(); c.Recovered != 400 || c.RecoveredDelivered != 400 || c.Delivered != 200 || c.Accepted != 200 {
		t.Errorf("after the restart: %+v", c)
	}
	inOrder(t, k.records(t, numbers[3]))
}

// TestSpoolClosedAtOnce closes recorders that found events in their spool before they can
// know whether Kafka answers: they wait until they know, and deliver if it does.
func TestSpoolClosedAtOnce(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	dir := t.TempDir()
	closed := func(client []kgo.Opt, downAfter time.Duration, from, to int) int64 {
		t.Helper()
		sp, err := spool.Open(dir, spool.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := New(Options{Topic: testTopic, Client: client, Spool: sp, WhenFull: UseSpool, DownAfter: downAfter})
		if err != nil {
			t.Fatal(err)
		}
		numbered(t, r, from, to)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		left, err := r.Close(ctx)
		if err != nil {
			t.Error(err)
		}
		if err := sp.Close(); err != nil {
			t.Error(err)
		}
		return left.Spooled
	}
	if n := closed(unreachable(), time.Millisecond, 0, 10); n != 10 {
		t.Errorf("in the spool while Kafka is away:\n got %d\nwant 10", n)
	}
	slowly := append(k.client(), kgo.Dialer(func(ctx context.Context, network, address string) (net.Conn, error) {
		time.Sleep(200 * time.Millisecond) // a connection that takes its time
		return k.dial(ctx, network, address)
	}))
	if n := closed(slowly, time.Hour, 10, 11); n != 0 {
		t.Errorf("in the spool while Kafka answers:\n got %d\nwant 0", n)
	}
	if n := inOrder(t, k.records(t, 11)); n != 11 {
		t.Errorf("records:\n got %d\nwant 11", n)
	}
}

// TestSpoolAlways writes every event before Record returns.
func TestSpoolAlways(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	k.cut()
	sp := openSpool(t, t.TempDir(), spool.Options{})
	r := start(t, Options{Client: k.client(), Spool: sp, SpoolMode: Always, DownAfter: 50 * time.Millisecond})
	for i := range 50 {
		if !r.Record(Event{Body: i}) {
			t.Fatalf("event %d was rejected", i)
		}
		if got := sp.Stats().LastSequence; got != uint64(i)+1 {
			t.Fatalf("in the spool after event %d:\n got %d\nwant %d", i, got, i+1)
		}
	}
	if r.Record(Event{Body: panicking{}}) {
		t.Error("an event that cannot be encoded was accepted")
	}
	if c := r.Counters(); c.Accepted != 50 || c.Spooled != 50 || c.Rejected != 1 || c.Offered != 51 {
		t.Errorf("counters: %+v", c)
	}
	k.restore()
	flush(t, r)
	inOrder(t, k.records(t, 50))
}

// TestSpoolFull has a spool without room: the recorder does as its policy says.
func TestSpoolFull(t *testing.T) {
	t.Parallel()
	for name, tc := range map[string]struct {
		mode     SpoolMode
		whenFull Policy
		drops    bool
	}{
		"always":       {Always, DropNewest, false},
		"spool":        {WhenNeeded, UseSpool, false},
		"drop-newest":  {WhenNeeded, DropNewest, false},
		"drop-oldest":  {WhenNeeded, DropOldest, true},
		"block a time": {WhenNeeded, Block, false},
	} {
		t.Run(name, func(t *testing.T) {
			sp := openSpool(t, t.TempDir(), spool.Options{MaxBytes: 64 << 10, Fsync: spool.FsyncNever})
			var told notices
			r := start(t, Options{Client: unreachable(), Spool: sp, SpoolMode: tc.mode, WhenFull: tc.whenFull, MaxEvents: 20,
				MaxBlock: 50 * time.Millisecond, DownAfter: 10 * time.Millisecond, Notify: told.add})
			text := strings.Repeat("x", 1_000)
			eventually(t, "an event is rejected or dropped", func() bool {
				c := r.Counters()
				if c.Spooled == 0 { // the spool comes first
					r.Record(Event{Body: text})
					return false
				}
				r.Record(Event{Body: text})
				return len(told.with("SPOOL_FULL")) > 0 && (!tc.drops && c.Rejected > 0 || tc.drops && c.Dropped > 0)
			})
			if c := r.Counters(); c.Spooled < 10 {
				t.Errorf("spooled: %+v", c)
			}
		})
	}
}

// TestSpoolRejected has an event that Kafka refuses for good: it is moved aside
// and holds nobody up.
func TestSpoolRejected(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	k.cut()
	sp := openSpool(t, t.TempDir(), spool.Options{Fsync: spool.FsyncNever})
	var told notices
	r := start(t, Options{Client: k.client(), Spool: sp, DownAfter: 20 * time.Millisecond, Notify: told.add})
	r.Record(Event{Body: 1})
	r.Record(Event{Body: 2, Topic: "unknown"})
	r.Record(Event{Body: 3, Partition: new(int32(7))})
	r.Record(Event{Body: 4})
	eventually(t, "all are in the spool", func() bool { return r.Counters().Spooled == 4 })
	k.restore()
	flush(t, r)
	if c := r.Counters(); c.Delivered != 2 || c.Failed != 2 {
		t.Errorf("delivered, failed:\n got %d %d\nwant 2 2", c.Delivered, c.Failed)
	}
	if got := sp.Stats().Rejected; got != 2 || len(told.with("SPOOL_REJECTED")) != 2 {
		t.Errorf("rejected:\n got %d, notices %v\nwant 2", got, told.with("SPOOL_REJECTED"))
	}
}

func TestSpoolMaxAge(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	k.cut()
	sp := openSpool(t, t.TempDir(), spool.Options{Fsync: spool.FsyncNever})
	var told notices
	r := start(t, Options{Client: k.client(), Spool: sp, SpoolMode: Always, SpoolMaxAge: time.Millisecond, Notify: told.add})
	for i := range 10 {
		r.Record(Event{Body: i})
	}
	time.Sleep(5 * time.Millisecond) // the age has to pass
	k.restore()
	flush(t, r)
	if c := r.Counters(); c.Dropped != 10 || c.Delivered != 0 || len(told.with("RECORD_DROPPED")) != 10 {
		t.Errorf("dropped:\n got %d, %d notices\nwant 10", c.Dropped, len(told.with("RECORD_DROPPED")))
	}
}

// TestSpoolHeaders asserts that readers can tell repeats.
func TestSpoolHeaders(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	sp := openSpool(t, t.TempDir(), spool.Options{})
	r := start(t, Options{Client: k.client(), Spool: sp, SpoolMode: Always, SpoolHeaders: true})
	r.Record(Event{Body: 1, Headers: []Header{{"a", []byte("b")}, {"null", nil}}})
	flush(t, r)
	got := k.records(t, 1)[0].Headers
	want := []kgo.RecordHeader{{Key: "a", Value: []byte("b")}, {Key: "null"}, {Key: "spool-id", Value: []byte(sp.ID())}, {Key: "spool-seq", Value: []byte("1")}}
	if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", want) {
		t.Errorf("headers:\n got %q\nwant %q", got, want)
	}
}

// TestSpoolClosedWhileOutcomesCome closes a recorder whose client is held up in
// telling an outcome: what the client tells later changes nothing that Close
// returned, and the next recorder finds the event.
func TestSpoolClosedWhileOutcomesCome(t *testing.T) {
	t.Parallel()
	k := newKafka(t, 1)
	dir := t.TempDir()
	sp := openSpool(t, dir, spool.Options{Fsync: spool.FsyncNever})
	held, release := make(chan struct{}), make(chan struct{})
	r := start(t, Options{Client: k.client(), Spool: sp, SpoolMode: Always, Notify: func(n Notice) {
		if n.Code == "SPOOL_REJECTED" {
			close(held)
			<-release
		}
	}})
	r.Record(Event{Topic: "unknown"})
	<-held
	r.Record(Event{Body: 1})
	k.records(t, 1) // Kafka has it, and the client cannot tell
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	left, err := r.Close(ctx)
	before := r.Counters()
	if err != nil || left.Spooled != 1 || before.Spooled != 1 {
		t.Errorf("closed with %+v, %v, %+v, want one event in the spool", left, err, before)
	}
	close(release)
	eventually(t, "the client has told everything", func() bool {
		r.ledger.mu.Lock()
		defer r.ledger.mu.Unlock()
		return r.inClient == 0
	})
	if after := r.Counters(); after != before {
		t.Errorf("counters after Close:\n got %+v\nwant %+v", after, before)
	}
	if got := sp.Stats().Records; got != left.Spooled {
		t.Errorf("records in the spool:\n got %d\nwant %d", got, left.Spooled)
	}
}
