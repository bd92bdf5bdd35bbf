package kafkalib

import (
	"testing"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// TestSlabs asserts that records of small calls lie one behind the other, that
// calls that follow each other become one, and that a slab serves again, empty,
// when all of it is fed, and not before.
func TestSlabs(t *testing.T) {
	var s slabs
	first := s.take(1)
	second := s.take(2)
	refused := s.take(3)
	refused.records[0].Topic = "refused"
	s.giveBack(refused)
	third := s.take(3)
	if third.slab != first.slab || &third.records[0] != &refused.records[0] || third.records[0].Topic != "" {
		t.Fatalf("what was given back is not taken again, empty: %+v", third.records[0])
	}
	for i, r := range first.slab.records[:6] {
		if r.Sequence != 0 {
			t.Fatalf("record %d has number %d", i, r.Sequence)
		}
		first.slab.records[i].Sequence = uint64(10 + i)
	}
	if first.extend(third) {
		t.Error("a call was made one with another that does not follow it")
	}
	if !first.extend(second) || !first.extend(third) || len(first.records) != 6 || first.last() != 15 {
		t.Fatalf("calls that follow each other: got %d records up to %d, want 6 up to 15", len(first.records), first.last())
	}
	gap := s.take(1)
	gap.records[0].Sequence = 17
	if first.extend(gap) {
		t.Error("a call was made one with another, though there is a number between them")
	}
	rest := s.take(slabRecords - 7)
	for i := range rest.records {
		rest.records[i].Sequence = uint64(18 + i)
	}
	other := s.take(1) // while the full one is not fed yet
	if other.slab == first.slab {
		t.Fatal("a full slab was taken from")
	}
	if !gap.extend(rest) || gap.extend(other) {
		t.Error("the end of a slab is not the end of a call")
	}
	full := first.slab
	if full.wasFed(len(first.records)) {
		t.Fatal("a part counts as all")
	}
	if !full.wasFed(len(gap.records)) {
		t.Fatal("all was fed, and the slab is not free")
	}
	if full.records[0].Sequence != 0 || full.taken != 0 || full.fed != 0 {
		t.Error("a free slab is not empty")
	}
	s.serveAgain([]*slab{full})
	s.take(slabRecords - 1) // the rest of the other one
	if again := s.take(1); again.slab != full {
		t.Error("a free slab does not serve again")
	}
	many := make([]*slab, 2*maxFreeSlabs)
	for i := range many {
		many[i] = new(slab)
	}
	s.serveAgain(many)
	if len(s.free) != maxFreeSlabs {
		t.Errorf("free slabs: got %d, want %d", len(s.free), maxFreeSlabs)
	}
}

// TestKeepLiveFull asserts that where memory has no room for a call while no
// other is under way, those before stay in memory.
func TestKeepLiveFull(t *testing.T) {
	s := &spooled{limits: spoolLimits{buffered: 1, bytes: 1000}}
	for sequence := uint64(1); sequence <= 2; sequence++ {
		s.keepLive(liveCall{records: []spool.Record{{Sequence: sequence, Value: []byte("v")}}})
	}
	if !s.lagging || len(s.live.calls) != 1 || s.live.calls[0].last() != 1 {
		t.Errorf("got %+v, lagging %t, want the first call, and the second one to be read from disk", s.live.calls, s.lagging)
	}
}
