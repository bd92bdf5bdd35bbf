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
}

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
