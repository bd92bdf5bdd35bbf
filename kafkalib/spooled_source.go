package kafkalib

import (
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A mainSource gives the feeder the records of the spool in order, each once:
// from memory where they were just appended, from disk where the feeder cannot
// keep up, or they are of an earlier process.
type mainSource struct {
	calls        []liveCall // taken from memory
	at           int        // in the first of them
	takenRecords int
	takenBytes   int64
	spare        []liveCall       // room for calls
	slabs        []*slab          // of which all is fed
	lists        [][]spool.Record // of larger calls, all fed and empty

	reader *spool.Reader // nil while the feeder keeps up
	read   spool.Record  // from disk
	retry  time.Time     // after a failure to read

	record *spool.Record // the next, nil where none was given
	last   uint64        // sequence number of the last record that was given
}

// upTo is the number up to which the records were looked at.
func (m *mainSource) upTo() uint64 {
	if m.record != nil {
		return m.last - 1
	}
	return m.last
}

// next returns the next record, nil where there is none for now. It stays the
// next until done.
func (s *spooled) next(now time.Time) *spool.Record {
	m := &s.main
	if m.record != nil {
		return m.record
	}
	if m.fromMemory() {
		return m.record
	}
	s.takeAdopted(now)
	if m.reader == nil { // else memory has none until all is read
		s.mu.Lock()
		s.takeLive()
		lagging := s.lagging && len(s.live.calls) == 0
		s.mu.Unlock()
		if m.fromMemory() {
			return m.record
		}
		if !lagging || now.Before(m.retry) {
			return nil
		}
		m.reader = s.spool.NewReader()
	}
	if s.readMain(now) {
		return m.record
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.appends) > 0 || now.Before(m.retry) {
		return nil // of which more will follow
	}
	if s.readMain(now) { // appended just before
		return m.record
	}
	if !now.Before(m.retry) {
		s.lagging = false
		s.takeLive() // tells who waits for that
		m.close()
	}
	return nil
}

// fromMemory gives the next of the records that were taken from memory.
func (m *mainSource) fromMemory() bool {
	if len(m.calls) == 0 {
		return false
	}
	m.record = &m.calls[0].records[m.at]
	m.last = m.record.Sequence
	return true
}

// done goes on to the next record.
func (m *mainSource) done() {
	if len(m.calls) > 0 && m.record != &m.read {
		if m.at++; m.at == len(m.calls[0].records) {
			switch call := &m.calls[0]; {
			case call.slab == nil:
				clear(call.records)
				m.lists = append(m.lists, call.records)
			case call.slab.wasFed(m.at):
				m.slabs = append(m.slabs, call.slab)
			}
			m.calls[0] = liveCall{}
			m.calls, m.at = m.calls[1:], 0
		}
	}
	m.record = nil
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
			m.read, m.last = r, r.Sequence
			m.record = &m.read
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
