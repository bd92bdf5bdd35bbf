package spool

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"
)

// TestTrap58SingleRecord asserts that a record comes out without another one
// after it: to a reader that waits, to one that comes, and after reopening.
func TestTrap58SingleRecord(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir, Options{Fsync: time.Hour, AckInterval: time.Hour})
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	got := make(chan error, 1)
	go func() {
		r := s.NewReader()
		record, err := r.Next(ctx)
		if err == nil && string(record.Value) != "value 0" {
			err = errors.New("got " + string(record.Value))
		}
		got <- errors.Join(err, r.Close())
	}()
	poll(t, "the reader to wait", func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		return s.waiters > 0
	})
	mustAppend(t, s, values(0, 1))
	if err := <-got; err != nil {
		t.Fatal(err)
	}
	wantTexts(t, drain(t, s), 0)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, _ = opened(t, dir, Options{})
	record, err := s.NewReader().Next(ctx)
	if err != nil || string(record.Value) != "value 0" {
		t.Errorf("after reopening: got %q, %v", record.Value, err)
	}
}

// TestTrap58AcksAheadOfData asserts that acknowledgements of records that are not
// there, because they were lost, neither hold the start up nor apply to others.
func TestTrap58AcksAheadOfData(t *testing.T) {
	fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
	s, err := open("spool", Options{FS: fs})
	if err != nil {
		t.Fatal(err)
	}
	records := values(0, 10)
	for i := range records {
		mustAppend(t, s, records[i:i+1])
	}
	for _, r := range records[2:] {
		if err := s.Ack(r.Sequence); err != nil {
			t.Fatal(err)
		}
	}
	left := fs.killed()
	f := left.names[s.main.path(1, segmentSuffix)]
	f.data = f.data[:headerSize+2*frameSize(f.data[headerSize:])]
	s, err = open("spool", Options{FS: left})
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, values(20, 3))
	wantTexts(t, drain(t, s), 0, 1, 20, 21, 22)
}

// TestTrap58DamageOfAFullSpool asserts that a spool that is damaged while it is
// full hands out the rest, and has room again.
func TestTrap58DamageOfAFullSpool(t *testing.T) {
	fs := newMemoryFS(rand.New(rand.NewPCG(1, 2)))
	n := new(notices)
	o := Options{FS: fs, MaxBytes: 4000, SegmentBytes: 700, Notify: n.add}
	s, err := open("spool", o)
	if err != nil {
		t.Fatal(err)
	}
	accepted := 0
	for ; s.Append(values(accepted, 1)) == nil; accepted++ {
	}
	for _, name := range fs.files(segmentSuffix) {
		data := fs.names[name].data
		data[headerSize+frameHeader]++
		data[len(data)-1]++
	}
	segments := len(fs.files(segmentSuffix))
	r := s.NewReader()
	delivered := 0
	for {
		record, ok, err := r.TryNext()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			break
		}
		delivered++
		if err := s.Ack(record.Sequence); err != nil {
			t.Fatal(err)
		}
	}
	if delivered != accepted-2*segments {
		t.Errorf("%d of %d records were delivered, want all but two of each of %d segments", delivered, accepted, segments)
	}
	lost := int64(0)
	for _, x := range n.all() {
		if d, ok := x.(Damaged); ok {
			lost += d.Count
		}
	}
	if lost != int64(2*segments) {
		t.Errorf("%d lost records were told, want %d", lost, 2*segments)
	}
	mustAppend(t, s, values(0, accepted/2))
	wantTexts(t, drain(t, s)[:2], 0, 1)
}
