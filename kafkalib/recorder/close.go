package recorder

import (
	"context"
	"fmt"
	"runtime"
	"time"
)

// A Remainder is what was left when a recorder was closed.
type Remainder struct {
	// Dropped are the events that were accepted and have no outcome: neither
	// delivered, nor in the spool, nor given to a fallback. Some may be stored
	// by Kafka all the same, where they were sent and the answer did not come.
	Dropped []Event
	// Spooled is how many events of this recorder, and of earlier ones, wait in
	// the spool for the next.
	Spooled int64
}

// An UndeliveredError says that Close had to drop events.
type UndeliveredError struct {
	Count    int
	Last     error // the last failure of the connection, or nil
	Fallback error // why a fallback did not take them, a [FallbackError], or nil
}

// Error says how many events there were, and what is known of the reasons.
func (e *UndeliveredError) Error() string {
	text := fmt.Sprintf("%d events were", e.Count)
	if e.Count == 1 {
		text = "1 event was"
	}
	text += " not delivered when the recorder was closed"
	if e.Last != nil {
		text += "; last connection error: " + e.Last.Error()
	}
	if e.Fallback != nil {
		text += "; " + e.Fallback.Error()
	}
	return text
}

// Unwrap returns the last failure of the connection.
func (e *UndeliveredError) Unwrap() error { return e.Last }

// Flush waits until every event has its outcome, those in the spool too, and
// returns how many have none when ctx ends.
func (r *Recorder) Flush(ctx context.Context) int64 {
	var left int64
	r.poll(ctx, func() bool {
		c := r.Counters()
		left = c.Pending + c.Spooled + c.RecoveredPending
		return left == 0
	})
	return left
}

// pollTime is how often Flush and Close look.
const pollTime = 2 * time.Millisecond

// poll waits until reached, and reports false where ctx ends before.
func (r *Recorder) poll(ctx context.Context, reached func() bool) bool {
	tick := time.NewTicker(pollTime)
	defer tick.Stop()
	for !reached() {
		select {
		case <-tick.C:
			r.poke()
		case <-ctx.Done():
			return reached()
		}
	}
	return true
}

// Close accepts no more events, and waits until those in memory have their
// outcome, at most until ctx ends; without a deadline, at most DeliveryTimeout.
// While Kafka answers it waits for the spool to drain too. Shortly before the end
// it writes what is left to the spool or a fallback, if there is one. What is
// left then is dropped and returned. The error is an [UndeliveredError] if there
// is any. Further calls return the same.
func (r *Recorder) Close(ctx context.Context) (Remainder, error) {
	r.closing.Do(func() { r.close(ctx) })
	if n := len(r.leftover.Dropped); n > 0 {
		return r.leftover, &UndeliveredError{n, r.health.lastError(), r.refused()}
	}
	return r.leftover, nil
}

// hurryTime is how much of its time Close keeps for writing the rest to the
// spool or a fallback, and the least that it takes for that.
const (
	hurryTime  = time.Second
	hurryLeast = 100 * time.Millisecond
	endTime    = time.Second // for what ends by itself once it is told to
)

func (r *Recorder) close(ctx context.Context) {
	if _, limited := ctx.Deadline(); !limited {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.options.DeliveryTimeout)
		defer cancel()
	}
	r.room.close()
	if !r.settled(ctx) {
		r.pushOut(ctx)
	}
	close(r.quit)
	ended := make(chan struct{})
	go func() { // ends when the client and whatever others gave have ended
		defer close(ended)
		r.client.Close()
		r.done.Wait()
	}()
	timer := time.NewTimer(endTime)
	select {
	case <-ended:
	case <-timer.C:
	}
	timer.Stop()
	r.leftover.Dropped = r.abandon()
	r.end()
	c := r.Counters()
	r.leftover.Spooled = c.Spooled + c.RecoveredPending
	close(r.closed)
}

// end lets no outcome count any more, and waits until the spool was told of those
// that did: so what Close returns stays true, where the client ends later.
func (r *Recorder) end() {
	r.ledger.mu.Lock()
	r.ended = true
	r.ledger.mu.Unlock()
	r.telling.Wait()
}

// settled waits until the memory is empty, and the spool unless Kafka is away,
// which a recorder that has just begun does not know yet; not for the whole time
// of ctx, where the rest has another way.
func (r *Recorder) settled(ctx context.Context) bool {
	if len(r.options.Fallbacks) > 0 {
		end, _ := ctx.Deadline()
		reserve := min(hurryTime, time.Until(end)/5)
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, end.Add(-reserve))
		defer cancel()
	}
	return r.poll(ctx, func() bool {
		c := r.Counters()
		return r.room.used() == 0 && (c.Spooled+c.RecoveredPending == 0 || r.health.down())
	})
}

// pushOut gives what is left in memory to the spool or a fallback.
func (r *Recorder) pushOut(ctx context.Context) {
	if len(r.options.Fallbacks) == 0 {
		return
	}
	r.hurry.Store(true)
	end, _ := ctx.Deadline()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), max(time.Until(end), hurryLeast))
	defer cancel()
	r.poll(ctx, func() bool { return r.room.used() == 0 })
}

// abandon drops what is in memory and returns it. The sender may still run, if
// an encoding or a fallback holds it up: it finds its items settled. Callers that
// have taken room before the closing may still come, so this goes on until nobody
// has any.
func (r *Recorder) abandon() []Event {
	var dropped []Event
	for {
		r.ledger.mu.Lock()
		for it := range r.open.All() {
			if it.stored != nil {
				r.refuse(it)
			} else {
				dropped = append(dropped, it.event)
				r.settle(it, &r.ledger.totals.Dropped)
			}
		}
		r.ledger.mu.Unlock()
		for more := true; more; {
			select {
			case it := <-r.queue:
				if it.stored != nil {
					r.ledger.add(oneRejected)
					it.stored <- false
				} else {
					dropped = append(dropped, it.event)
					r.ledger.add(oneDropped)
				}
				r.room.give(1, it.size)
			default:
				more = false
			}
		}
		if r.room.used() == 0 {
			return dropped
		}
		runtime.Gosched()
	}
}
