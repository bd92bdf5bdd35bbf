package kafkalib

// sendNow accepts the few records of an async call where nothing has to be
// waited for, and reports whether it did. It is called with the session's lock:
// to give it away would cost as much as all else. Records that went to memory
// are returned.
func (s *spooled) sendNow(messages []message, inside bool) (entries []entry, done bool) {
	if !s.async || len(messages) > atOnce || !s.mu.TryLock() {
		return nil, false
	}
	defer s.mu.Unlock()
	calls := s.h.calls.Load()
	if s.closed || calls != nil && !inside && !calls.hasRoom() {
		return nil, false
	}
	if s.inMemory {
		entries = s.p.newEntries(messages, nil)
		return entries, s.queue.acceptNow(entries)
	}
	if s.lagging || !s.live.hasRoom(len(messages), &s.limits) {
		return nil, false
	}
	call := s.slabs.take(len(messages))
	fillRecords(call.records, messages)
	if !s.spool.AppendNow(call.records) {
		s.slabs.giveBack(call)
		return nil, false
	}
	s.highest = max(s.highest, call.last())
	s.keepLive(call)
	s.poke()
	s.noteAccepted()
	return nil, true
}
