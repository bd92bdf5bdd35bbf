package kafkalib

import (
	"math"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// In mode "when-needed" records go to memory, as without a spool, until memory
// is full or Kafka is down. Then everything in memory is written to the spool
// first, in order, and every new record behind it: so the order stays, and
// nothing is lost by then if the process ends. When the spool is empty again,
// records go to memory again.

// neededAfter is how long a record may be in memory without an outcome before
// Kafka counts as down.
const neededAfter = 2 * time.Second

// checkNeed begins to use the spool when Kafka is down.
func (s *spooled) checkNeed() {
	if !s.limits.whenNeeded {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.inMemory {
		return
	}
	switch age := s.queue.oldestInMemory(); {
	case age == 0:
		return
	case s.kafkaDown() && age > neededAfter/4:
	case age > neededAfter:
	default:
		return
	}
	if err := s.spill(); err != nil {
		s.noteFull(err)
	}
}

// kafkaDown reports whether no broker can be reached.
func (s *spooled) kafkaDown() bool {
	c := s.h.conns
	return c.lastError() != nil && (!c.everReached() || c.allDown())
}

// spill writes what is in memory to the spool. Called with the lock.
func (s *spooled) spill() error {
	entries := s.queue.spill()
	records := make([]spool.Record, len(entries))
	for i, e := range entries {
		records[i] = spool.Record{
			Topic: e.record.Topic, Partition: e.partition, Key: e.record.Key, Value: e.record.Value,
			Timestamp: e.timestamp, Headers: spoolHeaders(e.record.Headers),
		}
	}
	if len(records) > 0 {
		if err := s.spool.Append(records); err != nil {
			// A part may have been accepted, which is in memory all the same.
			for _, r := range records[:acceptedOf(records)] {
				_ = s.spool.Drop(r.Sequence)
			}
			s.queue.adopt(nil)
			return err
		}
		s.highest = max(s.highest, records[len(records)-1].Sequence)
	}
	places := make([]*spooledRecord, len(entries))
	for i, e := range entries {
		places[i] = &spooledRecord{entry: e, seq: records[i].Sequence, time: records[i].Time}
	}
	adopted, settled := s.queue.adopt(places)
	if err := s.spool.Ack(settled...); err != nil {
		s.unwritable(err)
	}
	s.adopted = append(s.adopted, adopted...)
	s.inMemory, s.lagging = false, true
	s.spilled, s.spilledTo = time.Now(), s.highest
	s.poke()
	return nil
}

// takeAdopted gives the records that the client had when they were written
// their lanes.
func (s *spooled) takeAdopted(now time.Time) {
	if !s.limits.whenNeeded {
		return
	}
	s.mu.Lock()
	adopted, spilled, spilledTo := s.adopted, s.spilled, s.spilledTo
	s.adopted, s.spilled = nil, time.Time{}
	s.mu.Unlock()
	if spilled.IsZero() {
		return
	}
	s.episode.begin(spilled)
	s.adoptedUpTo = spilledTo
	for _, r := range adopted {
		e := r.entry
		probe := spool.Record{Topic: e.record.Topic, Partition: e.partition, Key: e.record.Key}
		r.order = s.orderOf(&probe)
		r.hold = r.order
		s.take(r, now)
	}
}

// empty reports whether nothing waits in the spool.
func (s *spooled) empty() bool { return s.spool.Waiting(math.MaxUint64-1) == 0 }

// useMemory ends the use of the spool, which is empty. It reports false where
// something is being appended.
func (s *spooled) useMemory() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.appends) > 0 || len(s.live.calls) > 0 || len(s.main.calls) > 0 || !s.empty() {
		return false
	}
	s.inMemory = s.limits.whenNeeded && !s.closed
	return true
}
