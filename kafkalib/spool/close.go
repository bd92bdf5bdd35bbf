package spool

import "errors"

// Close ends the spool: what is written is synced, unless it never is, and the
// folder is free for another owner. Records that wait stay. Readers end with
// ErrClosed.
func (s *Spool) Close() error {
	s.mu.Lock() // so that a call has begun, or sees it
	again := s.closing.Swap(true)
	s.mu.Unlock()
	if again {
		return ErrClosed
	}
	s.syncer.end()

	s.mu.Lock()
	defer s.release()
	for s.calls.Load() > 0 || s.syncing {
		s.settled.Wait()
	}
	err := s.repair()
	if err == nil {
		err = s.closeOpen()
	}
	err = errors.Join(err, s.syncRejected())
	if s.rejected != nil {
		err = errors.Join(err, s.rejected.close())
	}
	if n := len(s.main.list); err == nil && n > 0 {
		if g := s.main.list[n-1]; g.live == 0 && g.size > headerSize {
			err = errors.Join(s.main.createNext(), s.main.close()) // so that the others can be removed
		}
	}
	for _, st := range s.stores() {
		for _, g := range st.inUse() {
			if g.acksStale || g.acksOpen || g.acksDirty {
				err = errors.Join(err, st.rewriteAcks(g))
			}
		}
		err = errors.Join(err, st.removeFinished())
		if len(st.leaving) > 0 {
			err = errors.Join(err, st.removeFiles(st.leaving))
		}
		st.closeAll()
	}
	s.closed = true
	close(s.wake)
	s.wake = make(chan struct{})
	return errors.Join(err, s.lock.Close())
}
