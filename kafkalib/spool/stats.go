package spool

import "time"

// Stats are figures of a spool at a moment.
type Stats struct {
	ID           string
	Records      int64     // that wait for their acknowledgement
	Bytes        int64     // of them, as they are on disk, an estimate
	DiskBytes    int64     // of all segments, which MaxBytes limits
	Oldest       time.Time // acceptance of the oldest record that waits; zero if none does
	Segments     int
	Rejected     int64 // records in rejected/
	Recovered    int64 // records that waited when the spool was opened
	LastSequence uint64
}

// ID returns the UUID of the spool.
func (s *Spool) ID() string { return s.id.String() }

// Stats returns figures. What of them has to be read and cannot be is zero.
func (s *Spool) Stats() Stats {
	s.mu.Lock()
	defer s.release()
	t := Stats{ID: s.id.String(), Segments: len(s.main.list), Recovered: s.recovered, DiskBytes: s.disk(),
		Oldest: s.oldestTime()}
	t.Records, t.Bytes = s.main.records()
	if s.rejected != nil {
		t.Rejected, _ = s.rejected.records()
		t.Rejected += int64(len(s.deferred.records))
	}
	if n := len(s.main.list); n > 0 {
		t.LastSequence = s.main.list[n-1].accepted - 1
	}
	return t
}

// An oldest is the oldest record that waits, as it was found the last time.
type oldest struct {
	sequence uint64
	time     time.Time
}

// oldestTime returns when the oldest record that waits was accepted.
func (s *Spool) oldestTime() time.Time {
	if s.closed {
		return time.Time{}
	}
	for _, g := range s.main.list {
		for g.live > 0 {
			if s.main.use(g) != nil {
				return time.Time{}
			}
			sequence := g.first + g.acked.clear(0, g.accepted-g.first)
			if s.oldest.sequence == sequence {
				return s.oldest.time
			}
			r, found, err := s.main.read(g, sequence)
			if err != nil {
				return time.Time{}
			}
			if found {
				s.oldest = oldest{sequence: sequence, time: r.Time}
				return r.Time
			}
		}
	}
	return time.Time{}
}

// Waiting returns how many of the records with numbers up to a sequence number
// are not acknowledged. What of it has to be read and cannot be counts as
// waiting.
func (s *Spool) Waiting(upTo uint64) int64 {
	s.mu.Lock()
	defer s.release()
	n := int64(0)
	for _, g := range s.main.list {
		switch {
		case g.first > upTo || g.live == 0:
		case g.accepted <= upTo+1 || s.main.use(g) != nil:
			n += g.live
		default:
			slots := upTo + 1 - g.first
			n += int64(slots) - g.acked.count(slots)
		}
	}
	return n
}
