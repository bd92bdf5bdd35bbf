package eval

// Stats are the figures of the evaluations that are running or, if none is, of the last.
type Stats struct {
	Steps, Bytes, Allocated, Output int64
	Executors, Timers               int
	Left                            Limits // of the evaluation that began last
}

// Stats returns the figures of the session; the lock is held.
func (s *Session) Stats() Stats {
	s.forget()
	st := Stats{Bytes: s.kept}
	for _, e := range s.recent {
		st.Steps += e.steps
		st.Bytes += e.allocated - e.counted
		st.Allocated += e.allocated
		st.Output += e.output
	}
	for _, ex := range s.executors {
		st.Steps += int64(ex.granted - max(ex.left, 0))
	}
	st.Executors = len(s.executors)
	s.mu.Lock()
	st.Timers = s.live - len(s.executors)
	s.mu.Unlock()
	st.Left = s.Limits
	if n := len(s.recent); n > 0 {
		e := s.recent[n-1]
		st.Left = e.limits
		st.Left.Steps = left(e.limits.Steps, e.steps)
		st.Left.Bytes = left(e.limits.Bytes, e.bytes())
		st.Left.Allocated = left(e.limits.Allocated, e.allocated)
		st.Left.Output = left(e.limits.Output, e.output)
		st.Left.Spawned = left(e.limits.Spawned, e.spawned)
	}
	st.Left = st.Left.marked()
	return st
}

// left is what remains of a limit; of none everything.
func left[T int | int64](limit, used T) T {
	if int64(limit) == maxOf(limit) {
		return limit
	}
	return max(limit-used, 0)
}

// forget drops the evaluations that have ended, all but the last.
func (s *Session) forget() {
	kept := s.recent[:0]
	for i, e := range s.recent {
		if e.running || e.spawned > 0 || i == len(s.recent)-1 {
			kept = append(kept, e)
		}
	}
	clear(s.recent[len(kept):])
	s.recent = kept
	if n := len(kept); n > 1 && !kept[n-1].running && kept[n-1].spawned == 0 {
		s.recent = kept[:n-1] // others are running: the last no longer counts
	}
}
