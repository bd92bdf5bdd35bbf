package kafkalib

import (
	"reflect"
	"strings"
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

// TestSlabLists asserts that room of larger calls serves again where it is large
// enough, and that only so much of it is kept.
func TestSlabLists(t *testing.T) {
	var s slabs
	first := s.list(100)
	s.listsServeAgain([][]spool.Record{first, make([]spool.Record, slabRecords)})
	if s.listed != 100 || len(s.lists) != 1 {
		t.Fatalf("kept: got %d records in %d lists, want 100 in 1", s.listed, len(s.lists))
	}
	if larger := s.list(101); len(larger) != 101 || s.listed != 100 {
		t.Fatalf("a larger call: got room for %d, %d kept, want 101 and 100", len(larger), s.listed)
	}
	again := s.list(80)
	if len(again) != 80 || &again[0] != &first[0] || s.listed != 0 {
		t.Fatalf("a smaller call: got room for %d, %d kept, want 80 of what was kept and 0", len(again), s.listed)
	}
	for range 2 * maxListed / 100 {
		s.listsServeAgain([][]spool.Record{make([]spool.Record, 100)})
	}
	s.listsServeAgain([][]spool.Record{make([]spool.Record, maxListed+1)})
	if s.listed > maxListed || s.listed < maxListed-100 {
		t.Errorf("kept: got %d records, want at most %d, and not much less", s.listed, maxListed)
	}
}

// TestSlabListRefusedInPart asserts that the room of a call of which a part was
// refused serves again empty: a time of acceptance that it still had would be
// taken for that of another record.
func TestSlabListRefusedInPart(t *testing.T) {
	alwaysSideBySide(t)
	s := newSpoolScript(t)
	s.eval(`(kafka-create-topics "embedded" "t")`)
	s.producer(`"spool-max-bytes" => 9000000`)
	if err := s.Set("value", strings.Repeat("v", 100_000)); err != nil {
		t.Fatal(err)
	}
	e := s.fails(`(kafka-send p "t" (apply (range 100) i value))`, "SPOOL_FULL")
	s.want(`(kafka-flush p)`, `0`)
	p := s.findProducer()
	soon(t, "room of the call that serves again", func() bool {
		p.mu.Lock()
		defer p.mu.Unlock()
		return p.slabs.listed > 0
	})
	p.mu.Lock()
	defer p.mu.Unlock()
	for i, r := range p.slabs.list(100) {
		if !reflect.DeepEqual(r, spool.Record{}) {
			t.Fatalf("room %d of 100, after %v: got one of time %v, want an empty one", i, e, r.Time)
		}
	}
}

// TestTakeLive asserts that the feeder takes a part of what memory has, and that
// the room of each part becomes free before the next one is fed.
func TestTakeLive(t *testing.T) {
	const calls, each = 100, 100
	s := &spooled{limits: spoolLimits{buffered: calls * each, bytes: 1 << 20}}
	for i := range calls {
		records := make([]spool.Record, each)
		for j := range records {
			records[j].Sequence = uint64(i*each + j + 1)
		}
		s.keepLive(liveCall{records: records})
	}
	want, free := uint64(1), 0
	for rounds := 0; ; rounds++ {
		s.takeLive()
		if got := calls*each - s.live.records; got != free {
			t.Fatalf("room: got %d, want %d", got, free)
		}
		if !s.main.fromMemory() {
			if rounds < 5 || free != calls*each {
				t.Errorf("got %d records in %d parts, want %d in more than 5", free, rounds, calls*each)
			}
			break
		}
		for ; s.main.fromMemory(); want++ {
			if s.main.last != want {
				t.Fatalf("record: got %d, want %d", s.main.last, want)
			}
			s.main.done()
			free++
		}
	}
	s.takeLive()
	if s.slabs.listed == 0 || s.slabs.listed > maxListed || s.slabs.list(each)[0].Sequence != 0 {
		t.Errorf("room of %d records serves again, want at most %d, empty", s.slabs.listed, maxListed)
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
