package kafkalib

import "github.com/bpl-lang/bpl/kafkalib/spool"

// A slab is room for the records of many small calls, which lie one behind the
// other in memory as in the spool. It serves again when all of them are fed.
type slab struct {
	records [slabRecords]spool.Record
	taken   int // by calls
	fed     int // of the feeder only
}

// slabRecords is how many records a slab has room for, and maxFreeSlabs bounds
// those that wait to serve again.
const (
	slabRecords  = 64
	maxFreeSlabs = 256
)

// slabs are what calls take room from. They are guarded by the lock of the
// spooled.
type slabs struct {
	current *slab
	free    []*slab
	// lists are the room of larger calls, empty, which may serve again: listed
	// records in all.
	lists  [][]spool.Record
	listed int
}

// maxListed bounds the records that room of larger calls is kept for.
const maxListed = 8_192

// A liveCall is the records of a call, or of several that follow each other, with
// ascending numbers without a gap.
type liveCall struct {
	records []spool.Record
	slab    *slab // that they are in, or nil
}

func (c liveCall) first() uint64 { return c.records[0].Sequence }
func (c liveCall) last() uint64  { return c.records[len(c.records)-1].Sequence }

// take returns room for n records, at most slabRecords.
func (s *slabs) take(n int) liveCall {
	if s.current == nil || slabRecords-s.current.taken < n {
		if last := len(s.free) - 1; last >= 0 {
			s.current, s.free = s.free[last], s.free[:last]
		} else {
			s.current = new(slab)
		}
	}
	c := s.current
	at := c.taken
	c.taken += n
	if c.taken == slabRecords {
		s.current = nil // the feeder may have it as soon as all is appended
	}
	return liveCall{c.records[at:c.taken], c}
}

// giveBack takes back what was taken last.
func (s *slabs) giveBack(call liveCall) {
	clear(call.records)
	s.current = call.slab
	s.current.taken -= len(call.records)
}

// serveAgain keeps slabs that were fed for others.
func (s *slabs) serveAgain(fed []*slab) {
	s.free = append(s.free, fed[:min(len(fed), maxFreeSlabs-len(s.free))]...)
}

// list returns room for the n records of a larger call.
func (s *slabs) list(n int) []spool.Record {
	last := len(s.lists) - 1
	if last < 0 || cap(s.lists[last]) < n {
		return make([]spool.Record, n)
	}
	room := s.lists[last]
	s.lists[last] = nil
	s.lists = s.lists[:last]
	s.listed -= cap(room)
	return room[:n]
}

// listsServeAgain keeps room of larger calls, which is empty, for others.
func (s *slabs) listsServeAgain(lists [][]spool.Record) {
	for _, l := range lists {
		if n := cap(l); n > slabRecords && s.listed+n <= maxListed {
			s.lists = append(s.lists, l)
			s.listed += n
		}
	}
}

// wasFed counts records that were fed, and reports whether none of the slab is
// used any more.
func (s *slab) wasFed(n int) bool {
	if s.fed += n; s.fed < slabRecords {
		return false
	}
	*s = slab{}
	return true
}

// extend adds records that lie behind those of the call, in memory and in the
// spool, and reports whether they do.
func (c *liveCall) extend(more liveCall) bool {
	n := len(c.records)
	if c.slab == nil || c.slab != more.slab || n == cap(c.records) || c.last()+1 != more.first() || &c.records[:n+1][n] != &more.records[0] {
		return false
	}
	c.records = c.records[:n+len(more.records)]
	return true
}
