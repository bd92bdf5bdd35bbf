package spool

import "time"

// maxNow is how many bytes AppendNow writes at most.
const maxNow = 16 << 10

// AppendNow is Append of few records where that is hardly more than to copy
// them. It tells whether they are accepted; none is where Append would have to
// wait for a sync, for a new segment or room, or for another call, or would
// return an error.
func (s *Spool) AppendNow(records []Record) bool {
	if s.options.Fsync == FsyncAlways || len(records) == 0 {
		return false
	}
	bytes := int64(0)
	for i := range records {
		records[i].Sequence = 0
		size, err := checkRecord(&records[i])
		if bytes += size; err != nil || bytes > maxNow {
			return false
		}
	}
	if !s.mu.TryLock() {
		return false
	}
	done := s.hasRoomNow(uint64(len(records)), bytes) && s.writeNow(records)
	s.release()
	return done
}

// hasRoomNow reports whether nothing keeps records from being written to the
// open segment.
func (s *Spool) hasRoomNow(records uint64, bytes int64) bool {
	g := s.main.open()
	if g == nil || s.closing.Load() || s.rolling || s.main.suspect || len(s.unwritten) > 0 {
		return false
	}
	if limit := s.options.MaxBytes; limit > 0 && s.disk()+bytes > limit {
		return false
	}
	return g.size+bytes <= s.options.SegmentBytes && g.next-g.first+records <= maxSlots
}

// writeNow writes records to the open segment, which has room.
func (s *Spool) writeNow(records []Record) bool {
	var now time.Time
	sequence, b := s.main.open().next, s.buffer[:0]
	s.buffer = nil // until flush gives it back
	for i := range records {
		r := &records[i]
		if r.Time.IsZero() {
			if now.IsZero() {
				now = time.Now()
			}
			r.Time = now
		}
		b = appendFrame(b, s.main.seed, sequence, r, nil)
		r.Sequence = sequence
		sequence++
	}
	s.unwritten = b
	if s.flush() != nil { // Append meets it, too, and tells it
		for i := range records {
			records[i].Sequence = 0
		}
		return false
	}
	s.acceptWritten()
	return true
}
