package spool

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

func TestFull(t *testing.T) {
	dir := t.TempDir()
	o := Options{Fsync: FsyncNever, MaxBytes: 8000, SegmentBytes: 1000}
	s, n := opened(t, dir, o)
	var records []Record
	for i := 1000; ; i++ {
		one := values(i, 1)
		err := s.Append(one)
		if errors.Is(err, ErrFull) {
			if one[0].Sequence != 0 {
				t.Errorf("a record that was not accepted has the sequence number %d", one[0].Sequence)
			}
			break
		}
		if err != nil || i > 2000 {
			t.Fatalf("record %d: %v", i, err)
		}
		records = append(records, one...)
	}
	if err := s.Append(values(2000, 1)); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	stats := s.Stats()
	if stats.DiskBytes > o.MaxBytes || stats.DiskBytes < o.MaxBytes-200 {
		t.Errorf("%d bytes are on disk, of %d", stats.DiskBytes, o.MaxBytes)
	}
	told := n.all()[1:]
	if full, ok := told[0].(Full); len(told) != 1 || !ok || full.MaxBytes != o.MaxBytes || full.Bytes != stats.DiskBytes {
		t.Errorf("got notices %+v, want Full once", told)
	}
	// Every second record acknowledged makes room: segments are written anew.
	for i, r := range records {
		if i%2 == 0 {
			if err := s.Ack(r.Sequence); err != nil {
				t.Fatal(err)
			}
		}
	}
	more := 0
	for ; s.Append(values(3000+more, 1)) == nil && more < 5000; more++ {
	}
	if want := len(records) / 4; more < want || more >= len(records) {
		t.Errorf("there was room for %d records after half of %d went, want %d at least", more, len(records), want)
	}
	if found := drain(t, s); len(found) != len(records)/2+more {
		t.Errorf("%d records wait, want %d", len(found), len(records)/2+more)
	}
	if again := n.all(); len(again) != 3 {
		t.Errorf("got notices %+v, want Full again as the last of 3", again)
	}
}

// TestFullDiskOfDelivered: where the records of the open segment have filled the
// disk and are all acknowledged, they make room for others.
func TestFullDiskOfDelivered(t *testing.T) {
	for name, fsync := range map[string]time.Duration{"never": FsyncNever, "interval": time.Hour, "always": FsyncAlways} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			system := new(faultyFS)
			o := Options{FS: system, Fsync: fsync, AckInterval: -1}
			s, err := open(dir, o)
			if err != nil {
				t.Fatal(err)
			}
			first := values(0, 20)
			mustAppend(t, s, first)
			path := s.main.path(s.main.open().first, segmentSuffix)
			system.set(func(string) error { // full as long as the segment is as it is
				if info, err := os.Stat(path); err == nil && info.Size() > headerSize {
					return syscall.ENOSPC
				}
				return nil
			}, nil)
			if err := s.Append(values(100, 1)); !errors.Is(err, ErrNoSpace) {
				t.Fatalf("with records that wait: got %v, want ErrNoSpace", err)
			}
			for _, r := range first {
				_ = s.Ack(r.Sequence) // in memory: there is no room for its file either
			}
			one := values(200, 1)
			if err := s.Append(one); err != nil {
				t.Fatalf("with none that waits: got %v, want room", err)
			}
			if one[0].Sequence <= first[len(first)-1].Sequence {
				t.Errorf("number %d was given again", one[0].Sequence)
			}
			wantTexts(t, drain(t, s), 200)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			again, n := opened(t, dir, o)
			wantTexts(t, drain(t, again), 200)
			for _, notice := range n.all() {
				if _, damaged := notice.(Damaged); damaged {
					t.Errorf("got %+v, want no damage", notice)
				}
			}
		})
	}
}

// A record that needs a new segment needs room for the header of that, too. The size
// of a record depends on its time of acceptance.
func TestFullSpoolKeepsItsLimit(t *testing.T) {
	const segment = 1000
	for limit := int64(4 * segment); limit < 4*segment+200; limit++ {
		fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
		s, err := open("spool", Options{FS: fs, Fsync: FsyncNever, MaxBytes: limit, SegmentBytes: segment})
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; err == nil; i++ {
			records := values(i, 1)
			records[0].Time = time.Unix(1700000000, limit)
			err = s.Append(records)
		}
		used := int64(0)
		for name, file := range fs.names {
			if strings.HasSuffix(name, segmentSuffix) {
				used += int64(len(file.data))
			}
		}
		if !errors.Is(err, ErrFull) || used > limit || used < limit-200 || used != s.Stats().DiskBytes {
			t.Errorf("limit %d: %d bytes are used, %v", limit, used, err)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestFullSpoolThatIsDeliveredTakesMore(t *testing.T) {
	s, _ := opened(t, t.TempDir(), Options{Fsync: FsyncNever, MaxBytes: 5000, SegmentBytes: 1 << 20})
	for i := range 1000 {
		records := values(i, 1)
		mustAppend(t, s, records)
		if err := s.Ack(records[0].Sequence); err != nil {
			t.Fatal(err)
		}
	}
}

func TestRecordLargerThanTheSpool(t *testing.T) {
	s, _ := opened(t, t.TempDir(), Options{MaxBytes: 1000})
	if err := s.Append([]Record{{Topic: "t", Value: make([]byte, 2000)}}); !errors.Is(err, ErrFull) {
		t.Errorf("got %v, want ErrFull", err)
	}
	mustAppend(t, s, values(0, 1))
	if err := s.Append([]Record{{Value: []byte("no topic")}}); !errors.Is(err, ErrInvalid) {
		t.Errorf("got %v, want ErrInvalid", err)
	}
}

func TestNoSpace(t *testing.T) {
	fs := &faultyFS{}
	dir := t.TempDir()
	s, n := opened(t, dir, Options{FS: fs})
	mustAppend(t, s, values(0, 2))
	fs.set(func(path string) error {
		return syscall.ENOSPC
	}, nil)
	for range 3 {
		if err := s.Append(values(10, 2)); !errors.Is(err, ErrNoSpace) {
			t.Fatalf("got %v, want ErrNoSpace", err)
		}
	}
	r := s.NewReader()
	first, ok, err := r.TryNext()
	if err != nil || !ok {
		t.Fatal(ok, err)
	}
	if err := s.Ack(first.Sequence); !isNoSpace(err) {
		t.Errorf("got %v, want no space for the acknowledgement", err)
	}
	wantTexts(t, drain(t, s), 1)
	fs.set(nil, nil)
	mustAppend(t, s, values(2, 2))
	wantTexts(t, drain(t, s), 1, 2, 3)
	if told := n.all()[1:]; len(told) != 1 || !errors.Is(told[0].(Full).Err, ErrNoSpace) {
		t.Errorf("got notices %+v, want Full once", told)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if left := fs.opened.Load(); left != 1 { // of the reader
		t.Errorf("%d files are open", left)
	}
	s, _ = opened(t, dir, Options{FS: fs})
	wantTexts(t, drain(t, s), 1, 2, 3)
}

// TestFailedSync is point 6 of the promise: a file whose sync failed is never
// trusted again.
func TestFailedSync(t *testing.T) {
	fs := &faultyFS{}
	dir := t.TempDir()
	s, n := opened(t, dir, Options{FS: fs})
	mustAppend(t, s, values(0, 2))
	segment := s.main.path(1, segmentSuffix)
	broken := true
	fs.set(nil, func(path string) error {
		if path == segment && broken {
			broken = false // as the system does: the next sync succeeds
			return syscall.EIO
		}
		return nil
	})
	mustAppend(t, s, values(2, 2)) // written to another file
	if g := s.main.list[0]; g.generation != 1 {
		t.Errorf("the file was written anew %d times, want once", g.generation)
	}
	if told := n.all()[1:]; !reflect.DeepEqual(told, []Notice{SyncFailed{File: segment, Err: syscall.EIO}}) {
		t.Errorf("got notices %+v, want SyncFailed", told)
	}
	fs.set(nil, func(path string) error { return syscall.EIO })
	records := values(10, 2)
	if err := s.Append(records); !errors.Is(err, ErrSync) || !errors.Is(err, syscall.EIO) || records[0].Sequence != 0 {
		t.Errorf("got %v and sequence number %d, want ErrSync and none", err, records[0].Sequence)
	}
	if err := s.Append(values(12, 1)); !errors.Is(err, ErrSync) {
		t.Errorf("got %v, want ErrSync", err)
	}
	wantTexts(t, drain(t, s), 0, 1, 2, 3)
	fs.set(nil, nil)
	mustAppend(t, s, values(4, 1))
	wantTexts(t, drain(t, s), 0, 1, 2, 3, 4)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, _ = opened(t, dir, Options{FS: fs})
	wantTexts(t, drain(t, s), 0, 1, 2, 3, 4)
}

// TestSharedSync asserts that calls of Append share syncs, and that all of those
// that share one that fails learn of it.
func TestSharedSync(t *testing.T) {
	for _, fails := range []bool{false, true} {
		t.Run(fmt.Sprintf("fails %t", fails), func(t *testing.T) {
			fs := &faultyFS{}
			s, _ := opened(t, t.TempDir(), Options{FS: fs})
			mustAppend(t, s, values(0, 1))
			fs.syncs.Store(0)
			const calls = 51
			written := func() bool {
				s.mu.Lock()
				defer s.mu.Unlock()
				return s.main.list[0].next+s.unwrittenCount == 2+calls
			}
			fs.set(nil, func(path string) error {
				if !strings.HasSuffix(path, segmentSuffix) {
					if fails {
						return syscall.EIO
					}
					return nil
				}
				for deadline := time.Now().Add(time.Minute); fs.syncs.Load() == 1 && !written() && time.Now().Before(deadline); {
					time.Sleep(time.Millisecond)
				}
				if fails {
					return syscall.EIO
				}
				return nil
			})
			var group sync.WaitGroup
			errs := make([]error, calls)
			for i := range errs {
				group.Go(func() { errs[i] = s.Append(values(i, 1)) })
			}
			group.Wait()
			fs.set(nil, nil)
			for _, err := range errs {
				if fails != errors.Is(err, ErrSync) {
					t.Errorf("got %v", err)
				}
			}
			if syncs := fs.syncs.Load(); !fails && syncs != 2 {
				t.Errorf("%d syncs for %d calls, want 2", syncs, len(errs))
			}
		})
	}
}

func TestIntervalSync(t *testing.T) {
	fs := &faultyFS{}
	s, _ := opened(t, t.TempDir(), Options{FS: fs, Fsync: 5 * time.Millisecond, AckInterval: 5 * time.Millisecond})
	mustAppend(t, s, values(0, 1))
	begun := fs.syncs.Load() // of the new file
	mustAppend(t, s, values(1, 1))
	poll(t, "a sync of the records", func() bool { return fs.syncs.Load() > begun })
	if err := s.Ack(1); err != nil {
		t.Fatal(err)
	}
	poll(t, "a sync of the acknowledgement", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return !s.main.list[0].acksDirty && !s.main.list[0].acksNew
	})
}

// poll waits until a condition holds.
func poll(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited for %s", what)
		}
	}
}

// TestDeliveredSegmentsGo asserts that what is delivered does not stay on disk.
func TestDeliveredSegmentsGo(t *testing.T) {
	fs := &faultyFS{}
	dir := t.TempDir()
	s, _ := opened(t, dir, Options{FS: fs, Fsync: FsyncNever, SegmentBytes: 2000, AckInterval: time.Millisecond})
	var sequences []uint64
	for i := range 1000 {
		records := values(i, 1)
		mustAppend(t, s, records)
		sequences = append(sequences, records[0].Sequence)
	}
	slices.Reverse(sequences)
	if err := s.Ack(sequences...); err != nil {
		t.Fatal(err)
	}
	poll(t, "the removal of the segments", func() bool { return s.Stats().Segments == 1 })
	if got := s.Stats(); got.Records != 0 || got.Bytes != 0 || !got.Oldest.IsZero() || got.LastSequence != 1000 {
		t.Errorf("figures %+v", got)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	names, err := fs.ReadDir(dir)
	if err != nil || len(names) != 4 { // id, lock, an empty segment with its acknowledgements
		t.Errorf("files %q, %v", names, err)
	}
	if left := fs.opened.Load(); left != 0 {
		t.Errorf("%d files are open", left)
	}
}
