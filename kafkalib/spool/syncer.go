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
		ok = s.settleAcks(st) && st.removeFinished() == nil && ok
	}
	return !ok || s.dirty && s.options.Fsync > 0
}

func (s *Spool) stores() []*store {
	if s.rejected == nil {
		return []*store{s.main}
	}
	return []*store{s.main, s.rejected}
}

// settleAcks makes acknowledgements last. It gives the lock up meanwhile, and
// tells whether it succeeded.
func (s *Spool) settleAcks(st *store) bool {
	ok, folder := true, false
	for _, g := range st.inUse() {
		if g.acksStale {
			ok = st.rewriteAcks(g) == nil && ok
		}
		if s.options.AckInterval < 0 {
			continue
		}
		folder = folder || g.acksNew
		if !g.acksDirty {
			continue
		}
		f, writes := g.acks, g.writes
		s.mu.Unlock()
		err := f.Sync()
		s.mu.Lock()
		if g.acks != f { // written anew meanwhile
			continue
		}
		if err != nil {
			s.notify(SyncFailed{File: st.path(g.first, ackSuffix), Err: err})
			g.acksStale = true
			ok = st.rewriteAcks(g) == nil && ok
			continue
		}
		if g.writes == writes {
			g.acksDirty = false
		} else {
			ok = false
		}
	}
	if !folder {
		return ok
	}
	if st.fs.SyncDir(st.dir) != nil {
		return false
	}
	for _, g := range st.inUse() {
		g.acksNew = false
	}
	return ok
}

// inUse returns the segments whose acknowledgements are in memory.
func (st *store) inUse() []*segment {
	list := append([]*segment(nil), st.loaded...)
	if g := st.open(); g != nil {
		list = append(list, g)
	}
	return list
}
