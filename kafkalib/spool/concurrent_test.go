package spool

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// TestConcurrentUse lets everything happen at once: calls that append, readers,
// acknowledgements, rejections, figures and compactions. Each record must be
// handed out once by each reader, in order.
func TestConcurrentUse(t *testing.T) {
	for _, fsync := range []time.Duration{FsyncAlways, FsyncNever, time.Millisecond} {
		t.Run(fsync.String(), func(t *testing.T) {
			s, n := opened(t, t.TempDir(), Options{Fsync: fsync, SegmentBytes: 3000, AckInterval: time.Millisecond})
			const callers, calls = 4, 60
			var group sync.WaitGroup
			total := 0
			for c := range callers {
				rng := rand.New(rand.NewPCG(uint64(c), 1))
				for range calls {
					total += 1 + int(rng.Uint64N(3))
				}
				group.Go(func() {
					rng := rand.New(rand.NewPCG(uint64(c), 1))
					for i := range calls {
						if err := s.Append(values(i, 1+int(rng.Uint64N(3)))); err != nil {
							t.Error(err)
						}
					}
				})
			}
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
			defer cancel()
			rejected := 0
			group.Go(func() { // the reader that acknowledges
				r := s.NewReader()
				last := uint64(0)
				for i := range total {
					record, err := r.Next(ctx)
					if err != nil || record.Sequence <= last {
						t.Errorf("record %d: %v, sequence number %d after %d", i, err, record.Sequence, last)
						return
					}
					last = record.Sequence
					switch {
					case i%50 == 0:
						rejected++
						err = s.Reject(last, "CODE", "message")
					case i%7 == 0:
						err = s.Drop(last)
					default:
						err = s.Ack(last)
					}
					if err != nil {
						t.Error(err)
					}
				}
			})
			group.Go(func() { // one that sees what is there
				r := s.NewReader()
				last := uint64(0)
				for range 200 {
					record, ok, err := r.TryNext()
					if err != nil || ok && record.Sequence <= last {
						t.Errorf("%v, sequence number %d after %d", err, record.Sequence, last)
						return
					}
					if ok {
						last = record.Sequence
					}
					runtime.Gosched()
				}
				r.Close()
			})
			group.Go(func() {
				for range 20 {
					s.Stats()
					if _, _, err := s.Compact(); err != nil {
						t.Error(err)
					}
				}
			})
			group.Wait()
			if got := s.Stats(); got.Records != 0 || got.Rejected != int64(rejected) {
				t.Errorf("figures %+v, want no record and %d rejected ones", got, rejected)
			}
			for _, x := range n.all()[1:] {
				t.Errorf("notice %T%+v", x, x)
			}
		})
	}
}

// TestCloseWakesReaders asserts that nothing waits for a spool that is closed.
func TestCloseWakesReaders(t *testing.T) {
	s, _ := opened(t, t.TempDir(), Options{})
	ended := make(chan error)
	r := s.NewReader()
	go func() {
		_, err := r.Next(t.Context())
		ended <- err
	}()
	poll(t, "the reader to wait", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.waiters > 0
	})
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; !errors.Is(err, ErrClosed) {
		t.Errorf("got %v, want ErrClosed", err)
	}
	for what, err := range map[string]error{"Append": s.Append(values(0, 1)), "Ack": s.Ack(1), "Reject": s.Reject(1, "", ""),
		"Close": s.Close(), "AckRejected": s.AckRejected(1)} {
		if !errors.Is(err, ErrClosed) {
			t.Errorf("%s: got %v, want ErrClosed", what, err)
		}
	}
	s.Stats()
}

// TestBoundedMemory reads a spool of 20 MB in segments of 256 KiB, in which each
// tenth record is stuck, and looks at the heap.
func TestBoundedMemory(t *testing.T) {
	dir := t.TempDir()
	o := Options{Fsync: FsyncNever, SegmentBytes: 256 << 10}
	s, _ := opened(t, dir, o)
	records := make([]Record, 400)
	value := make([]byte, 1000)
	for range 50 {
		for i := range records {
			records[i] = Record{Topic: "t", Partition: -1, Value: value}
		}
		mustAppend(t, s, records)
	}
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := heap()
	r := s.NewReader()
	n, most := 0, before
	for {
		record, ok, err := r.TryNext()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		if n++; n%10 != 0 {
			if err := s.Ack(record.Sequence); err != nil {
				t.Fatal(err)
			}
		}
		if n%5000 == 0 {
			most = max(most, heap())
		}
	}
	if n != 20000 || most > before+4<<20 {
		t.Errorf("%d records were read, the heap grew by %d bytes", n, most-before)
	}
	if loaded := len(s.main.loaded); loaded > 2*maxLoaded {
		t.Errorf("the acknowledgements of %d segments are in memory", loaded)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	before = heap()
	s, _ = opened(t, dir, o)
	if after := heap(); after > before+4<<20 {
		t.Errorf("opening it takes %d bytes", after-before)
	}
	if got := s.Stats(); got.Records != 2000 || got.Recovered != 2000 {
		t.Errorf("figures %+v", got)
	}
}

// TestCloseWhileAppending asserts that closing waits for calls of Append that
// wait for a sync, and that what they have accepted is there.
func TestCloseWhileAppending(t *testing.T) {
	for _, fsync := range []time.Duration{FsyncAlways, FsyncNever} {
		t.Run(fsync.String(), func(t *testing.T) {
			dir := t.TempDir()
			o := Options{Fsync: fsync, SegmentBytes: 2000}
			s, _ := opened(t, dir, o)
			var accepted atomic.Int64
			var group sync.WaitGroup
			for range 8 {
				group.Go(func() {
					for {
						err := s.Append(values(0, 1))
						if errors.Is(err, ErrClosed) {
							return
						}
						if err != nil {
							t.Error(err)
							return
						}
						accepted.Add(1)
					}
				})
			}
			poll(t, "some records", func() bool { return accepted.Load() > 200 })
			if err := s.Close(); err != nil {
				t.Error(err)
			}
			group.Wait()
			s, n := opened(t, dir, o)
			if got := s.Stats().Records; got != accepted.Load() {
				t.Errorf("%d records are there, want %d", got, accepted.Load())
			}
			if told := n.all(); len(told) != 1 {
				t.Errorf("got notices %+v, want Opened", told)
			}
		})
	}
}
