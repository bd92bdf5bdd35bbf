package recorder

import "time"

// giveBackTime is how long events wait, when Kafka went away, for those that the
// client has not yet written: it gives them back, and they come first.
const giveBackTime = time.Second

// fallBack sends events to the fallbacks while Kafka is away.
func (s *sender) fallBack() bool {
	r := s.r
	if len(s.desks) == 0 {
		s.look()
		return false
	}
	if s.desks[0] == nil {
		if s.enterSpool(r.health.lastError()) {
			return true
		}
	} else if !s.gaveBack() {
		return false
	}
	batch := s.prepare(s.take(batchSize))
	if len(batch) == 0 {
		return false
	}
	rest := s.offer(batch, 0)
	s.putBack(rest)
	return len(rest) < len(batch)
}

// gaveBack makes the client give back what it has not written, and reports
// whether it has, or whether the time for that is over. What was written and has
// no answer stays with the client: it is older than everything that comes back.
func (s *sender) gaveBack() bool {
	if s.generation.Err() == nil {
		s.giveBack()
		s.patience = time.Now().Add(giveBackTime)
	}
	s.r.ledger.mu.Lock()
	defer s.r.ledger.mu.Unlock()
	if len(s.r.returned) > 0 {
		return false // the next step takes them in
	}
	return s.r.inClient == 0 || time.Now().After(s.patience)
}

// offer gives items to the fallbacks from one on, in order, and returns those
// that none took.
func (s *sender) offer(batch []*item, from int) []*item {
	r := s.r
	for _, d := range s.desks[min(from, len(s.desks)):] {
		if len(batch) == 0 {
			return nil
		}
		if d == nil {
			if !s.spooling && s.spoolAll(batch) {
				return nil
			}
			continue
		}
		events := make([]*Event, len(batch))
		for i, it := range batch {
			events[i] = &it.event
		}
		w := d.put(events)
		r.noteWritten(d.fallback.Name(), w)
		if d.busy {
			for _, it := range batch {
				it.kept = true // the fallback still reads it
			}
		}
		if w.n == 0 {
			continue
		}
		s.enterFallback(d.fallback.Name(), r.health.lastError())
		s.fellBack += int64(w.n)
		_, unconfirmed := d.fallback.(unconfirming)
		r.ledger.mu.Lock()
		for _, it := range batch[:w.n] {
			if it.place == settled {
				continue
			}
			r.settle(it, &r.ledger.totals.FallenBack)
			if unconfirmed {
				r.ledger.totals.Unconfirmed++
			}
		}
		r.ledger.mu.Unlock()
		batch = batch[w.n:]
	}
	return batch
}

// spoolAll enters the spool where it is not the first fallback. The items are in
// the open list, as everything is that is written to the spool then.
func (s *sender) spoolAll(batch []*item) bool {
	s.putBack(batch)
	if s.enterSpool(s.r.health.lastError()) {
		return true
	}
	s.carry = s.carry[min(len(batch), len(s.carry)):]
	return false
}

// afterSpool is the first fallback behind the spool.
func (s *sender) afterSpool() int {
	for i, d := range s.desks {
		if d == nil {
			return i + 1
		}
	}
	return len(s.desks)
}

// enterFallback tells that another way than Kafka is used.
func (s *sender) enterFallback(name string, cause error) {
	if s.active == name {
		return
	}
	if s.active == "" {
		s.entered, s.fellBack = time.Now(), 0
	}
	s.active = name
	s.r.options.Notify(Notice{Code: "FALLBACK_ENTERED", Fallback: name, Err: cause, Refused: s.r.refused()})
}

// leaveFallback tells that events go to Kafka again.
func (s *sender) leaveFallback() {
	s.r.refusal.Store(nil)
	if s.active == "" {
		return
	}
	s.r.options.Notify(Notice{Code: "FALLBACK_LEFT", Fallback: s.active, Count: s.fellBack, Duration: time.Since(s.entered)})
	s.active = ""
}
