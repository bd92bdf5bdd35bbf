package interp

// Invalidations tells tests how often compiled code of the session was found to be made
// from lists that had changed.
func (s *Session) Invalidations() int { return s.core.Invalidations() }
