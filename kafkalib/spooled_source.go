package kafkalib

import (
	"slices"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// An appendCall is a call of the spool that has not returned. What it appends
// has numbers above floor.
type appendCall struct{ floor uint64 }

// A mainSource gives the feeder the records of the spool in order, each once:
// from memory where they were just appended, from disk where the feeder cannot
// keep up, or they are of an earlier process.
type mainSource struct {
	reader *spool.Reader // nil while the feeder keeps up
	record spool.Record  // the next, where given
	given  bool
	last   uint64    // sequence number of the last record that was given
	retry  time.Time // after a failure to read
}

// upTo is the number up to which the records were looked at.
func (m *mainSource) upTo() uint64 {
	if m.given {
		return m.last - 1
	}
	return m.last
}

// next returns the next record, nil where there is none for now. It stays the
// next until given is cleared.
func (s *spooled) next(now time.Time) *spool.Record {
	m := &s.main
	if m.given {
		return &m.record
	}
	s.takeAdopted(now)
	s.mu.Lock()
	if len(s.live) > 0 && s.settledAppend(s.live[0].Sequence) {
		m.record = s.live[0]
		s.live[0] = spool.Record{}
		s.live = s.live[1:]
		s.liveSize -= spoolRecordSize(&m.record)
		s.mu.Unlock()
		m.last, m.given = m.record.Sequence, true
		return &m.record
	}
	lagging := s.lagging && len(s.live) == 0
	s.mu.Unlock()
	if !lagging || now.Before(m.retry) {
		return nil
	}
	if m.reader == nil {
		m.reader = s.spool.NewReader()
	}
	if s.readMain(now) {
		return &m.record
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.appends) > 0 || now.Before(m.retry) {
		return nil // of which more will follow
	}
	if s.readMain(now) { // appended just before
		return &m.record
	}
	if !now.Before(m.retry) {
		s.lagging = false
		m.close()
	}
	return nil
}

// readMain reads the next record from disk.
func (s *spooled) readMain(now time.Time) bool {
	m := &s.main
	for {
		r, ok, err := m.reader.TryNext()
		if err != nil {
			m.close()
			m.retry = now.Add(tickInterval)
			s.unreadable(err)
			return false
		}
		if !ok {
			return false
		}
		if r.Sequence > m.last {
			m.record, m.given, m.last = r, true, r.Sequence
			return true
		}
	}
}

func (m *mainSource) close() {
	if m.reader != nil {
		m.reader.Close()
		m.reader = nil
	}
}

// settledAppend reports whether all records up to a number are known: no call
// is under way that could still add a smaller one. Called with the lock.
func (s *spooled) settledAppend(seq uint64) bool {
	return len(s.appends) == 0 || seq <= s.appends[0].floor
}

// beginAppend notes that a call is about to append. Called with the lock.
func (s *spooled) beginAppend() *appendCall {
	a := &appendCall{floor: s.highest}
	s.appends = append(s.appends, a)
	return a
}

// endAppend keeps appended records in memory, if the feeder keeps up and there
// is room for them; otherwise it will read them from disk. Called with the
// lock.
func (s *spooled) endAppend(a *appendCall, records []spool.Record) {
	if n := len(records); n > 0 {
		s.highest = max(s.highest, records[n-1].Sequence)
		if !s.lagging {
			s.keepLive(records)
		}
	}
	s.appends = slices.DeleteFunc(s.appends, func(other *appendCall) bool { return other == a })
}

// keepLive is called with the lock.
func (s *spooled) keepLive(records []spool.Record) {
	size := int64(0)
	for i := range records {
		size += spoolRecordSize(&records[i])
	}
	if len(s.live)+len(records) > s.limits.buffered || s.liveSize+size > s.limits.bytes {
		// Of what is in memory, only that is complete that no call can add to.
		s.lagging = true
		whole := 0
		for whole < len(s.live) && s.live[whole].Sequence <= s.appends[0].floor {
			whole++
		}
		for i := whole; i < len(s.live); i++ {
			s.liveSize -= spoolRecordSize(&s.live[i])
		}
		s.live = s.live[:whole]
		return
	}
	s.liveSize += size
	at := len(s.live)
	for at > 0 && s.live[at-1].Sequence > records[0].Sequence {
		at--
	}
	if at == len(s.live) {
		s.live = append(s.live, records...)
		return
	}
	s.live = slices.Insert(s.live, at, records...)
}
