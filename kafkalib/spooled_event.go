package kafkalib

import (
	"time"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// episodeAfter is how long the oldest record must have waited for delivery
// before the spool counts as filling.
const episodeAfter = time.Second

// An episode is a time in which records wait in the spool: from an outage, or
// an opening with records of before, until it is empty. Of the feeder only.
type episode struct {
	running   bool
	began     time.Time
	delivered int64 // records that have left the spool since the opening
	before    int64 // of them, when the episode began
	// recovered are the records found at the opening, up to recoveredTo, until
	// they have all been handed over.
	recovered   int64
	recoveredTo uint64
}

func (e *episode) begin(at time.Time) {
	if !e.running {
		e.running, e.began, e.before = true, at, e.delivered
	}
}

// notice is what the spool tells; it may be called by any goroutine.
func (s *spooled) notice(n spool.Notice) {
	if e, ok := spoolEvent(n); ok {
		s.early.raise(s.h, e)
	}
}

// beginWith raises SPOOL_OPENED, and what was found while opening.
func (s *spooled) beginWith(recovered int64) {
	s.h.emit(Event{Code: "SPOOL_OPENED", Count: new(recovered)})
	s.early.start(s.h)
	if recovered > 0 {
		s.episode.begin(time.Now())
		s.episode.recovered, s.episode.recoveredTo = recovered, s.highest
	}
}

// tick does what the clock asks for.
func (s *spooled) tick(now time.Time) {
	s.dropOld(now)
	if now.Sub(s.ticked) < tickInterval/4 {
		return
	}
	s.ticked = now
	s.checkNeed()
	e := &s.episode
	if !e.running && !s.limits.whenNeeded {
		if oldest := s.spool.Stats().Oldest; !oldest.IsZero() && now.Sub(oldest) > episodeAfter {
			e.begin(oldest)
		}
	}
	if e.recovered > 0 && s.behind == 0 && s.catchUp == nil && s.main.upTo() >= e.recoveredTo {
		s.h.emit(Event{Code: "SPOOL_REPLAYED", Count: new(e.recovered)})
		e.recovered = 0
	}
}

// checkDrained ends an episode when the spool is empty.
func (s *spooled) checkDrained(now time.Time) {
	e := &s.episode
	if !e.running || !s.empty() || !s.useMemory() {
		return
	}
	if e.recovered > 0 {
		s.h.emit(Event{Code: "SPOOL_REPLAYED", Count: new(e.recovered)})
		e.recovered = 0
	}
	e.running = false
	s.h.emit(Event{Code: "SPOOL_DRAINED", Count: new(e.delivered - e.before), Duration: new(now.Sub(e.began))})
}
