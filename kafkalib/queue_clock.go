package kafkalib

import (
	"time"
)

// The client is told that a record's time is over a little before
// delivery-timeout-ms, so that a record that was never written has its
// outcome in time. A record that it does not give up by then was written and
// is reported as "possibly" at delivery-timeout-ms; where nothing was written
// at all, there is some grace for the client to find that out.

// margin is how long before its end the client is told.
func (q *queue) margin() time.Duration {
	return min(max(q.limits.delivery/10, 100*time.Millisecond), time.Second)
}

// slotWidth is the time in which accepted records share a slot.
func (q *queue) slotWidth() time.Duration {
	return min(max(q.limits.delivery/20, 50*time.Millisecond), time.Second)
}

// grace is how long a record that was not written may stay without outcome
// after its end.
func (q *queue) grace() time.Duration { return min(q.limits.delivery, time.Second) }

// currentSlot is the slot for records that are accepted now. Called with the
// lock.
func (q *queue) currentSlot(now time.Time) *timeSlot {
	if q.limits.delivery == noDeadline {
		return q.slot
	}
	if q.slot == nil || now.Sub(q.slot.opened) > q.slotWidth() {
		q.slot = newTimeSlot(now)
		q.slots = append(q.slots, q.slot)
		if len(q.slots) == 1 {
			q.writes.end.Store(int64(q.slotEnd(q.slot).Sub(q.start)))
			select {
			case q.alarm <- struct{}{}:
			default:
			}
		}
	}
	return q.slot
}

func (q *queue) slotEnd(s *timeSlot) time.Time {
	return s.opened.Add(q.limits.delivery - q.margin())
}

// clock ends the time of records.
func (q *queue) clock() {
	defer q.done.Done()
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		if wait, ok := q.expire(); ok {
			timer.Reset(wait)
		} else {
			timer.Stop()
		}
		select {
		case <-q.alarm:
		case <-timer.C:
		case <-q.quit:
			return
		}
	}
}

// expire ends what is due and returns when to look again.
func (q *queue) expire() (time.Duration, bool) {
	now := time.Now()
	unwritten := false // a record is due that was never written
	q.mu.Lock()
	for len(q.slots) > 0 && !q.slotEnd(q.slots[0]).After(now) {
		s := q.slots[0]
		q.slots = q.slots[1:]
		if q.slot == s {
			q.slot = nil
		}
		// Without idempotence the client would drop a record in flight, and
		// its outcome would never be known.
		if q.idempotent || !q.writes.writtenSince(s.opened.Sub(q.start)) {
			close(s.over)
		}
	}
	age := now.Sub(q.start)
	for e := range q.open.All() {
		if e.accepted+q.limits.delivery > age {
			break
		}
		switch {
		case e.where == inQueue:
			e.inLine.Leave()
			q.settle(e, q.timedOutError(e, nil), "no")
		case q.writes.writtenSince(e.handed) || e.accepted+q.limits.delivery+q.grace() <= age:
			q.report(e)
		default:
			unwritten = true
		}
	}
	wait, ok := q.nextLook(now)
	giveUp := unwritten && q.takeTurnToAbort()
	q.mu.Unlock()
	if giveUp {
		q.abort()
	}
	return wait, ok
}

// takeTurnToAbort takes the turn if everything that the client holds can be
// taken from it by force: nothing of it was ever written. Called with the
// lock.
func (q *queue) takeTurnToAbort() bool {
	if q.turn || q.stuck > 0 {
		return false
	}
	for e := range q.open.All() {
		if e.where == inClient && q.writes.writtenSince(e.handed) {
			return false
		}
	}
	q.turn = true
	return true
}

// abort takes everything from the client, which would keep a record that it
// had tried to write to a dead connection. The promises decide: what has time
// left is handed over again.
func (q *queue) abort() {
	q.client.UnsafeAbortBufferedRecords()
	q.mu.Lock()
	q.turn = false
	q.mu.Unlock()
	q.poke()
}

// nextLook is when the next slot or record is due. Called with the lock.
func (q *queue) nextLook(now time.Time) (time.Duration, bool) {
	var at time.Time
	end := int64(0)
	if len(q.slots) > 0 {
		at = q.slotEnd(q.slots[0])
		end = int64(at.Sub(q.start))
	}
	q.writes.end.Store(end)
	if e := q.open.First(); e != nil {
		due := q.start.Add(e.accepted + q.limits.delivery)
		if !due.After(now) { // in its grace
			due = now.Add(q.grace() / 10)
		}
		if at.IsZero() || due.Before(at) {
			at = due
		}
	}
	if at.IsZero() {
		return 0, false
	}
	return max(at.Sub(now), time.Millisecond), true
}
