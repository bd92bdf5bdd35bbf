package kafkalib

import (
	"slices"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
	"github.com/twmb/franz-go/pkg/kgo"
)

const (
	// feedBatch is how many records the feeder hands over before it looks at
	// outcomes, feedSteps how many it looks at.
	feedBatch = 256
	feedSteps = 4_096
	// stuckAfter is how long a lane without room may be without an outcome
	// before its records are passed over.
	stuckAfter = 500 * time.Millisecond
	// tickInterval is how often the feeder looks at its clock.
	tickInterval = time.Second
)

// A feeder is what the goroutine of a spooled has for itself.
type feeder struct {
	counts     *partitionCounts
	countsSeen int64
	probe      kgo.Record // to ask partitioners

	topics map[string]*topicLanes
	recent *topicLanes // of the last record
	behind int         // lanes that are

	window     inFlight
	total      int
	totalBytes int64

	main        mainSource
	catchUp     *catchUp
	nextCatchUp time.Time // not before
	batch       []*entry
	spare       []*fedRecord // that may serve again
}

func newFeeder(counts *partitionCounts) feeder {
	return feeder{counts: counts, topics: make(map[string]*topicLanes)}
}

// A verdict says what becomes of a record that was looked at.
type verdict uint8

const (
	handed  verdict = iota
	waits           // there will be room
	isStuck         // there is no room, and has not been for a while
)

// feed hands records over while there is room, and reports whether it came to
// an end otherwise.
func (s *spooled) feed(now time.Time) (more bool) {
	if calls := s.h.calls.Load(); calls != nil && !calls.hasRoom() {
		return false // each record is a call that would wait
	}
	if s.total == 0 {
		s.lastProgress.Store(now.UnixNano()) // nothing is waited for
	}
	more = s.feedMain(now)
	s.fedUpTo.Store(s.main.upTo())
	more = s.feedBehind(now) || more
	for _, e := range s.batch {
		if slot := s.ages.slot(e.spooled.time); e.slot.Load() != slot {
			e.slot.Store(slot)
		}
	}
	s.queue.hand(s.batch)
	clear(s.batch)
	s.batch = s.batch[:0]
	return more
}

// feedMain goes on with the records that were never looked at.
func (s *spooled) feedMain(now time.Time) (more bool) {
	for range feedSteps {
		r := s.next(now)
		if r == nil {
			return false
		}
		if s.adoptedUpTo >= r.Sequence && s.window.has(r.Sequence) || s.agedOut(r, now) {
			s.main.done()
			continue
		}
		order := s.orderOf(r)
		if !order.isBehind(r) {
			switch s.admit(r, order, now) {
			case waits:
				return false
			case isStuck:
				s.passOver(order)
				order.since = now
			}
		}
		s.main.done()
		if len(s.batch) >= feedBatch {
			return true
		}
	}
	return true
}

// admit hands a record over if its lanes allow it.
func (s *spooled) admit(r *spool.Record, order *lane, now time.Time) verdict {
	size := spoolRecordSize(r)
	if !order.mayFollow(r.Sequence, now) {
		return s.fullVerdict(order, now)
	}
	hold := s.holdOf(order, size, &s.limits)
	if hold == nil {
		return s.fullVerdict(order, now)
	}
	f := s.newFed()
	e, place := &f.entry, &f.spooled
	e.renew()
	place.fed, place.entry, place.seq, place.time = f, e, r.Sequence, r.Time
	place.order, place.hold, place.chosen = order, hold, r.Partition < 0
	e.spooled = place
	e.partition, e.size = r.Partition, size
	if e.partition < 0 && hold.partition >= 0 {
		e.partition = hold.partition
	}
	e.record.Topic, e.record.Key, e.record.Value, e.record.Timestamp = r.Topic, r.Key, r.Value, r.Timestamp
	if e.record.Timestamp.IsZero() {
		e.record.Timestamp = r.Time
	}
	e.record.Headers = s.headers.with(r)
	s.take(place, now)
	s.batch = append(s.batch, e)
	return handed
}

// fullVerdict tells a lane that has no room for now from one that is stuck.
func (s *spooled) fullVerdict(l *lane, now time.Time) verdict {
	if now.Sub(l.progress) > stuckAfter {
		return isStuck
	}
	return waits
}

// mayFollow reports whether the next record of the lane may be handed over,
// but for room.
func (l *lane) mayFollow(seq uint64, now time.Time) bool {
	switch {
	case l.empty && l.held > 0, now.Before(l.retryAt):
		return false
	case l.burst == 0:
		l.empty = false
		return true
	case l.held > 0 && (seq > l.suspect || l.inBurst >= l.burst):
		return false
	}
	l.empty = false
	if l.held > 0 {
		return true
	}
	l.inBurst = 0
	if seq > l.suspect {
		l.burst, l.rejected = 0, 0
	}
	return true
}

// spareFed is how many records are made at once where none serves again, and
// maxSpareFed bounds those that wait to while the client has none.
const (
	spareFed    = 32
	maxSpareFed = 16_384
)

// A fedRecord is an entry with its place in the spool.
type fedRecord struct {
	entry   entry
	spooled spooledRecord
}

func (f *feeder) newFed() *fedRecord {
	if len(f.spare) == 0 {
		made := make([]fedRecord, spareFed)
		for i := range made {
			f.spare = append(f.spare, &made[i])
		}
	}
	last := len(f.spare) - 1
	r := f.spare[last]
	f.spare = f.spare[:last]
	return r
}

// serveAgain keeps a record for another one: it was delivered, and nobody
// looks at it any more. Those that are kept and those that the client has are
// together no more than it may have.
func (s *spooled) serveAgain(r *spooledRecord) {
	if r.fed == nil || len(s.spare)+s.total >= max(s.limits.records, maxSpareFed) {
		return
	}
	fed := r.fed
	e := &fed.entry
	e.record.Key, e.record.Value, e.record.Headers, e.record.Context = nil, nil, nil, nil
	if e.slot.Load() != s.ages.forever { // which ends none
		e.slot.Store(nil) // the client may still look
	}
	s.spare = append(s.spare, fed)
}

// keepFewer gives up what is kept for a rush that is over.
func (f *feeder) keepFewer() {
	if f.total == 0 && len(f.spare) > maxSpareFed {
		f.spare = slices.Clone(f.spare[:maxSpareFed])
	}
}

// spoolRecordSize is what a record counts for buffer-memory.
func spoolRecordSize(r *spool.Record) int64 {
	n := len(r.Key) + len(r.Value)
	for _, h := range r.Headers {
		n += len(h.Key) + len(h.Value)
	}
	return int64(n)
}
