package spool

// Compact writes all segments anew that have acknowledged records, without
// those, and returns how many bytes the files of the spool had before and have
// then. It needs room for one segment more.
func (s *Spool) Compact() (before, after int64, err error) {
	s.mu.Lock()
	if s.closing.Load() {
		s.mu.Unlock()
		return 0, 0, ErrClosed
	}
	defer s.begin()()
	defer s.release()
	before = s.disk()
	if err := s.repair(); err != nil {
		return before, before, err
	}
	if err := s.closeOpen(); err != nil {
		return before, s.disk(), err
	}
	if err := s.syncRejected(); err != nil {
		return before, s.disk(), err
	}
	if s.rejected != nil {
		if err := s.rejected.close(); err != nil {
			return before, s.disk(), err
		}
	}
	for _, st := range s.stores() {
		for _, g := range st.list {
			if g.live == int64(g.accepted-g.first) || !g.closed {
				continue
			}
			if err := st.rewrite(g); err != nil {
				return before, s.disk(), err
			}
		}
		if err := st.removeFinished(); err != nil {
			return before, s.disk(), err
		}
	}
	return before, s.disk(), nil
}
