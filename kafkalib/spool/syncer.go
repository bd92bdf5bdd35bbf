package spool

import "time"

// A syncer is the goroutine that does what is not done at once: it syncs at
// intervals and removes what is acknowledged. It sleeps while there is nothing
// to do.
type syncer struct {
	kicked chan struct{}
	stop   chan struct{}
	ended  chan struct{}
}

func (s *Spool) startSyncer() {
	s.syncer = &syncer{kicked: make(chan struct{}, 1), stop: make(chan struct{}), ended: make(chan struct{})}
	go s.syncer.run(s)
}

// kick says that there is something to do. A syncer that is nil does nothing.
func (y *syncer) kick() {
	if y == nil {
		return
	}
	select {
	case y.kicked <- struct{}{}:
	default: // it knows
	}
}

// end stops the goroutine and waits for its end.
func (y *syncer) end() {
	if y == nil {
		return
	}
	close(y.stop)
	<-y.ended
}

func (y *syncer) run(s *Spool) {
	defer close(y.ended)
	pause := s.options.AckInterval
	if f := s.options.Fsync; f > 0 && (pause < 0 || f < pause) {
		pause = f
	}
	if pause < 0 {
		pause = time.Second
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	var synced time.Time
	for {
		select {
		case <-y.stop:
			return
		case <-y.kicked:
		}
		timer.Reset(pause)
		select {
		case <-y.stop:
			return
		case <-timer.C:
		}
		data := s.options.Fsync > 0 && time.Since(synced) >= s.options.Fsync
		if data {
			synced = time.Now()
		}
		if s.settle(data) {
			y.kick()
		}
	}
}

// settle does what is due, the records too if data is set, and tells whether
// something is left to do.
func (s *Spool) settle(data bool) bool {
	s.mu.Lock()
	defer s.release()
	ok := true
	if data && !s.syncing && (s.dirty || s.main.suspect) && s.main.open() != nil {
		if s.main.suspect {
			ok = s.repair() == nil
		} else {
			s.syncOpen()
			ok = !s.main.suspect
		}
	}
	if s.syncRejected() != nil {
		return true
	}
	if g := s.main.open(); g != nil && g.live == 0 && g.unsettled == 0 && g.size > s.options.SegmentBytes/4 &&
		g.accepted == g.next {
		ok = s.roll() == nil && ok // so that what is delivered can be removed
	}
	for _, st := range s.stores() {
		ok = s.settleAcks(st) && ok
		ok = s.removeLeaving(st) && ok
	}
	return !ok || s.dirty && s.options.Fsync > 0
}

func (s *Spool) stores() []*store {
	if s.rejected == nil {
		return []*store{s.main}
	}
	return []*store{s.main, s.rejected}
}
