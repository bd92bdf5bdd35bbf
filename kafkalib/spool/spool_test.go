package spool

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"testing"
	"time"
)

// opened opens a spool of a test, with notices collected.
func opened(t *testing.T, dir string, o Options) (*Spool, *notices) {
	t.Helper()
	n := new(notices)
	o.Notify = n.add
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() }) // ErrClosed where the test has done so
	return s, n
}

func values(first, n int) []Record {
	records := make([]Record, n)
	for i := range records {
		records[i] = Record{Topic: "t", Partition: -1, Value: fmt.Appendf(nil, "value %d", first+i)}
	}
	return records
}

func mustAppend(t *testing.T, s *Spool, records []Record) {
	t.Helper()
	if err := s.Append(records); err != nil {
		t.Fatal(err)
	}
}

// drain reads what waits.
func drain(t *testing.T, s *Spool) []Record {
	t.Helper()
	r := s.NewReader()
	defer r.Close()
	var records []Record
	for {
		record, ok, err := r.TryNext()
		if err != nil {
			t.Fatal(err)
		}
		if !ok {
			return records
		}
		records = append(records, record)
	}
}

func texts(records []Record) []string {
	var list []string
	for _, r := range records {
		list = append(list, string(r.Value))
	}
	return list
}

func wantTexts(t *testing.T, records []Record, numbers ...int) {
	t.Helper()
	var want []string
	for _, n := range numbers {
		want = append(want, fmt.Sprintf("value %d", n))
	}
	if got := texts(records); !reflect.DeepEqual(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestRecordsSurviveUnchanged(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "spool")
	s, _ := opened(t, dir, Options{})
	records := []Record{
		{Topic: "plain", Partition: -1, Value: []byte("v")},
		{Topic: "all", Partition: 7, Key: []byte("k"), Value: []byte("v"), Timestamp: time.UnixMilli(1700000000123).UTC(),
			Headers: []Header{{Key: "h", Value: []byte("1")}, {Key: "null"}, {Key: "", Value: []byte{}}}},
		{Topic: "nulls", Partition: 0},
		{Topic: "empty", Partition: -1, Key: []byte{}, Value: []byte{}, Time: time.Unix(-5, 7).UTC()},
	}
	mustAppend(t, s, records)
	for i := range records {
		if records[i].Sequence != uint64(i+1) || records[i].Time.IsZero() {
			t.Errorf("record %d: sequence %d, time %v", i, records[i].Sequence, records[i].Time)
		}
		records[i].Time = records[i].Time.Round(0).UTC()
	}
	check := func(when string, got []Record) {
		if !reflect.DeepEqual(got, records) {
			t.Errorf("%s\ngot  %+v\nwant %+v", when, got, records)
		}
	}
	check("at once", drain(t, s))
	id := s.ID()
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, n := opened(t, dir, Options{})
	check("after reopening", drain(t, s))
	if s.ID() != id {
		t.Errorf("the identity is %s, it was %s", s.ID(), id)
	}
	want := []Notice{Opened{ID: id, Recovered: 4, Bytes: s.Stats().Bytes}}
	if got := n.all(); !reflect.DeepEqual(got, want) {
		t.Errorf("notices\ngot  %+v\nwant %+v", got, want)
	}
}

func TestStuckRecordHoldsNoOther(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir, Options{SegmentBytes: 400})
	records := values(0, 100)
	for i := range records {
		mustAppend(t, s, records[i:i+1])
	}
	for i, r := range records {
		if i != 3 && i != 50 {
			if err := s.Ack(r.Sequence); err != nil {
				t.Fatal(err)
			}
		}
	}
	wantTexts(t, drain(t, s), 3, 50)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	s, _ = opened(t, dir, Options{SegmentBytes: 400})
	wantTexts(t, drain(t, s), 3, 50)
	if got := s.Stats(); got.Records != 2 || got.Segments > 3 || got.Recovered != 2 || !got.Oldest.Equal(records[3].Time.Round(0)) {
		t.Errorf("figures %+v, with %v as the oldest", got, records[3].Time)
	}
	mustAppend(t, s, values(200, 1))
	wantTexts(t, drain(t, s), 3, 50, 200)
}

func TestSequencesAreNeverReused(t *testing.T) {
	dir := t.TempDir()
	last := uint64(0)
	for i := range 20 {
		s, _ := opened(t, dir, Options{})
		records := values(i, 3)
		mustAppend(t, s, records)
		for _, r := range records {
			if r.Sequence <= last {
				t.Fatalf("sequence %d after %d", r.Sequence, last)
			}
			last = r.Sequence
			if i%2 == 0 {
				if err := s.Ack(r.Sequence); err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestReaderFollows(t *testing.T) {
	s, _ := opened(t, t.TempDir(), Options{Fsync: FsyncNever, SegmentBytes: 1000})
	const n = 2000
	failed := make(chan error, 1)
	go func() {
		for i := range n {
			if err := s.Append(values(i, 1)); err != nil {
				failed <- err
				return
			}
		}
		failed <- nil
	}()
	r := s.NewReader()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for i := range n {
		record, err := r.Next(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if want := fmt.Sprintf("value %d", i); string(record.Value) != want {
			t.Fatalf("got %q, want %q", record.Value, want)
		}
		if err := s.Ack(record.Sequence); err != nil {
			t.Fatal(err)
		}
	}
	if err := <-failed; err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := r.Next(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want context.Canceled", err)
	}
}

func TestRejectedRecords(t *testing.T) {
	for _, fsync := range []time.Duration{FsyncAlways, FsyncNever} {
		t.Run(fsync.String(), func(t *testing.T) {
			dir := t.TempDir()
			s, _ := opened(t, dir, Options{Fsync: fsync})
			records := values(0, 5)
			mustAppend(t, s, records)
			for _, i := range []int{3, 1} {
				if err := s.Reject(records[i].Sequence, "MESSAGE_TOO_LARGE", "it is"); err != nil {
					t.Fatal(err)
				}
			}
			wantTexts(t, drain(t, s), 0, 2, 4)
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			s, _ = opened(t, dir, Options{Fsync: fsync})
			wantTexts(t, drain(t, s), 0, 2, 4)
			if got := s.Stats().Rejected; got != 2 {
				t.Errorf("%d rejected records, want 2", got)
			}
			r := s.NewRejectedReader()
			for _, i := range []uint64{4, 2} {
				got, ok, err := r.TryNext()
				if err != nil || !ok || got.Original != i || got.Code != "MESSAGE_TOO_LARGE" || got.Message != "it is" ||
					string(got.Value) != fmt.Sprintf("value %d", i-1) {
					t.Errorf("got %+v, %v, %v, want that of sequence %d", got, ok, err, i)
				}
				if err := s.AckRejected(got.Sequence); err != nil {
					t.Fatal(err)
				}
			}
			if got := s.Stats().Rejected; got != 0 {
				t.Errorf("%d rejected records, want none", got)
			}
		})
	}
}

func TestLocked(t *testing.T) {
	dir := t.TempDir()
	s, _ := opened(t, dir, Options{})
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrLocked) {
		t.Fatalf("a second handle: got %v, want ErrLocked", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	opened(t, dir, Options{})
}
