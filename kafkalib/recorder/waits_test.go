package recorder

import (
	"bytes"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestRecordWaitsForNothing has a sender that is stopped and a queue that is
// full: a million calls return, and no dump of the goroutines taken meanwhile
// shows a caller that waits. (Row 19 of the recorders' traps: an asynchronous
// send that blocks on metadata or a full buffer, and drops without notice.)
func TestRecordWaitsForNothing(t *testing.T) {
	for name, policy := range map[string]Policy{"drop-newest": DropNewest, "drop-oldest": DropOldest} {
		t.Run(name, func(t *testing.T) {
			r := stopped(t, Options{MaxEvents: 1_000, WhenFull: policy})
			for range 1_000 {
				if !r.Record(Event{}) {
					t.Fatal("an event was rejected while there was room")
				}
			}
			const callers, calls = 8, manyCalls / 8
			var offered, accepted atomic.Int64
			var shown atomic.Bool // a dump showed a caller
			var wait sync.WaitGroup
			over := time.Now().Add(time.Minute)
			for range callers {
				wait.Go(func() {
					for again := true; again; again = !shown.Load() && time.Now().Before(over) {
						offered.Add(calls)
						accepted.Add(recordMany(r, calls))
					}
				})
			}
			ended := make(chan struct{})
			go func() {
				wait.Wait()
				close(ended)
			}()
			dumps, seen := 0, 0
			for running := true; running; {
				select {
				case <-ended:
					running = false
				default:
					n, bad := waitingCallers(t)
					dumps, seen = dumps+1, seen+n
					shown.Store(seen > 0)
					if bad != "" {
						t.Fatalf("a caller waits:\n%s", bad)
					}
					time.Sleep(time.Millisecond) // between two dumps, while the callers run
				}
			}
			if dumps == 0 || seen == 0 {
				t.Errorf("%d dumps showed %d callers, so they prove nothing", dumps, seen)
			}
			c := r.Counters()
			more := offered.Load()
			if c.Offered != more+1_000 || c.Accepted != accepted.Load()+1_000 {
				t.Errorf("offered, accepted:\n got %d %d\nwant %d %d", c.Offered, c.Accepted, more+1_000, accepted.Load()+1_000)
			}
			if policy == DropNewest && c.Rejected != more || policy == DropOldest && c.Dropped+c.Rejected != more {
				t.Errorf("counters: %+v", c)
			}
			if err := c.Check(); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestTrap19RecordDuringOutage records while Kafka is away and the memory is full:
// callers take no more time than before, and are told what was rejected.
func TestTrap19RecordDuringOutage(t *testing.T) {
	k := newKafka(t, 1)
	var told notices
	r := start(t, Options{Client: k.client(), MaxEvents: 1_000, DownAfter: 20 * time.Millisecond, Notify: told.add})
	r.Record(Event{})
	flush(t, r)
	k.cut()
	const n = 20_000
	took := make([]time.Duration, n)
	rejected := int64(0)
	for i := range took {
		began := time.Now()
		if !r.Record(Event{Body: i}) {
			rejected++
		}
		took[i] = time.Since(began)
	}
	slices.Sort(took)
	// A call that waited would take DownAfter at least; some may lose the processor.
	if p := took[n*99/100]; p > 10*time.Millisecond {
		t.Errorf("99 percent of the calls took up to %v, want far less than 10 ms", p)
	}
	if c := r.Counters(); rejected < n-2_100 || c.Rejected != rejected || c.Offered != n+1 {
		t.Errorf("rejected:\n got %d of %d, counters %+v", rejected, n, c)
	}
	eventually(t, "QUEUE_FULL is told", func() bool { return len(told.with("QUEUE_FULL")) == 1 })
}

// recordMany is the function that the dumps are searched for.
func recordMany(r *Recorder, n int) (accepted int64) {
	for range n {
		if r.Record(Event{Type: "t", Body: "b"}) {
			accepted++
		}
	}
	return accepted
}

// waitingCallers dumps all goroutines and returns how many are inside recordMany,
// and the first of them that waits.
func waitingCallers(t *testing.T) (n int, bad string) {
	t.Helper()
	buffer := make([]byte, 1<<20)
	buffer = buffer[:runtime.Stack(buffer, true)]
	for dump := range bytes.SplitSeq(buffer, []byte("\n\n")) {
		text := string(dump)
		if !strings.Contains(text, "recordMany(") {
			continue
		}
		n++
		state := text[strings.Index(text, "[")+1 : strings.Index(text, "]")]
		for _, waiting := range []string{"chan ", "select", "sync.", "syscall", "IO wait", "sleep", "sync.Cond"} {
			if strings.HasPrefix(state, waiting) {
				return n, text
			}
		}
	}
	return n, ""
}

// TestSnapshotsBalance takes snapshots while callers, drops and outcomes go on.
func TestSnapshotsBalance(t *testing.T) {
	for name, policy := range map[string]Policy{"drop-newest": DropNewest, "drop-oldest": DropOldest} {
		t.Run(name, func(t *testing.T) {
			k := newKafka(t, 2)
			r := start(t, Options{Client: k.client(), MaxEvents: 200, WhenFull: policy})
			var wait sync.WaitGroup
			for range 4 {
				wait.Go(func() { recordMany(r, 20_000) })
			}
			ended := make(chan struct{})
			go func() {
				wait.Wait()
				close(ended)
			}()
			snapshots := 0
			var before Counters
			for running := true; running; snapshots++ {
				select {
				case <-ended:
					running = false
				default:
				}
				c := r.Counters()
				if err := c.Check(); err != nil {
					t.Fatal(err)
				}
				if c.Pending > 200 {
					t.Fatalf("pending:\n got %d\nwant at most 200", c.Pending)
				}
				if c.Offered < before.Offered || c.Accepted < before.Accepted || c.Delivered < before.Delivered || c.Dropped < before.Dropped {
					t.Fatalf("a counter went back:\nfrom %+v\n  to %+v", before, c)
				}
				before = c
			}
			flush(t, r)
			c := r.Counters()
			if c.Offered != 80_000 || c.Delivered+c.Dropped != c.Accepted || snapshots < 10 {
				t.Errorf("after %d snapshots: %+v", snapshots, c)
			}
		})
	}
}

// TestLedgerWords counts more than a field of the word holds.
func TestLedgerWords(t *testing.T) {
	var l ledger
	const n = 1<<fieldBits + 1_000
	for range n {
		l.add(oneAccepted + oneDropped)
	}
	l.add(oneRejected)
	l.mu.Lock()
	defer l.mu.Unlock()
	c := l.snapshot()
	if c.Accepted != n || c.Dropped != n || c.Rejected != 1 || c.Pending != 0 || c.Offered != n+1 {
		t.Errorf("counters: %+v", c)
	}
}

// TestLedgerWhileSomebodyReads has a reader that keeps the lock: callers go on,
// as long as the fields have room.
func TestLedgerWhileSomebodyReads(t *testing.T) {
	var l ledger
	l.mu.Lock()
	for range 1 << (fieldBits - 1) {
		l.add(oneAccepted)
	}
	c := l.snapshot()
	l.mu.Unlock()
	if c.Accepted != 1<<(fieldBits-1) {
		t.Errorf("accepted:\n got %d\nwant %d", c.Accepted, 1<<(fieldBits-1))
	}
}

// TestRecordAllocatesNothing records an event that is made once.
func TestRecordAllocatesNothing(t *testing.T) {
	r := stopped(t, Options{MaxEvents: 100, WhenFull: DropOldest})
	e := Event{Type: "t", Body: Fields{{"a", "b"}}}
	for range 200 {
		r.Record(e)
	}
	if got := testing.AllocsPerRun(1_000, func() { r.Record(e) }); got > 0.5 {
		t.Errorf("allocations of an event that is made once:\n got %v\nwant 0", got)
	}
	if got := testing.AllocsPerRun(1_000, func() { r.Record(Event{Type: "t", Body: Fields{{"a", "b"}}}) }); got > 2.5 {
		t.Errorf("allocations of a new event:\n got %v\nwant at most 2", got)
	}
}
