package kafkalib

import (
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A catchUp reads the spool again from its beginning, up to where the main
// source is, for the records that were passed over.
type catchUp struct {
	reader *spool.Reader
	record spool.Record
	given  bool
	handed int // records
}

// feedBehind goes on with the records of lanes that are behind.
func (s *spooled) feedBehind(now time.Time) (more bool) {
	if s.catchUp == nil {
		if s.behind == 0 || now.Before(s.nextCatchUp) || !s.anyReady(now) {
			return false
		}
		s.catchUp = &catchUp{reader: s.spool.NewReader()}
	}
	c := s.catchUp
	for range feedSteps {
		if !c.given {
			r, ok, err := c.reader.TryNext()
			if err != nil {
				s.unreadable(err)
			}
			if !ok || err != nil || r.Sequence > s.main.upTo() {
				s.endCatchUp(err == nil, now)
				return err == nil && s.behind > 0
			}
			c.record, c.given = r, true
		}
		r := &c.record
		if s.window.has(r.Sequence) || s.agedOut(r, now) {
			c.given = false
			continue
		}
		order := s.orderOf(r)
		if order.isBehind(r) && !order.wasPassed(r) {
			switch s.admit(r, order, now) {
			case waits:
				return false
			case isStuck:
				s.passOver(order)
				order.passed, order.since = true, now
			case handed:
				c.handed++
			}
		}
		c.given = false
		if len(s.batch) >= feedBatch {
			return true
		}
	}
	return true
}

// anyReady reports whether a lane that is behind could go on.
func (s *spooled) anyReady(now time.Time) bool {
	for _, t := range s.topics {
		if t.behind == 0 {
			continue
		}
		for _, l := range t.lanes {
			if l.behind && l.ready(now) && (l.held == 0 || l.progress.After(l.since) && s.halfEmpty(l)) {
				return true
			}
		}
	}
	return false
}

// ready reports whether nothing but room keeps the lane from going on.
func (l *lane) ready(now time.Time) bool {
	return !(l.empty && l.held > 0) && !now.Before(l.retryAt) && (l.burst == 0 || l.held == 0)
}

// halfEmpty reports whether the lane has room for so many that reading for
// them is worth it.
func (s *spooled) halfEmpty(l *lane) bool {
	return 2*l.held <= s.limits.records-s.total && 2*l.bytes <= s.limits.bytes-s.totalBytes
}

// endCatchUp ends the reading. Lanes of which nothing was passed over have
// caught up, where all was read. After one that was of no use the next waits.
func (s *spooled) endCatchUp(all bool, now time.Time) {
	s.catchUp.reader.Close()
	if s.catchUp.handed == 0 {
		s.nextCatchUp = now.Add(stuckAfter)
	}
	s.catchUp = nil
	s.window.forget()
	for _, t := range s.topics {
		if t.behind == 0 {
			continue
		}
		for _, l := range t.lanes {
			if l.behind && !l.passed && all {
				s.caughtUp(l)
			}
			l.passed = false
		}
	}
}
