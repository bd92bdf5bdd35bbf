package kafkalib

import (
	"context"
	"errors"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/internal/chain"
)

// A flushWait waits until no record up to its number is without outcome.
type flushWait struct {
	upTo uint64
	done chan struct{}
}

// wait waits for the outcomes of one call. Ending it, by time or context,
// ends the waiting only: the records keep their way.
func (q *queue) wait(ctx context.Context, call *sending, timeout time.Duration) error {
	return q.waitFor(ctx, call.done, timeout)
}

// giveUp takes records that were not queued off what a call waits for.
func (q *queue) giveUp(call *sending, n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	call.left -= n
	if call.left == 0 {
		close(call.done)
	}
}

// waitFor makes the client send what lingers and waits for done.
func (q *queue) waitFor(ctx context.Context, done <-chan struct{}, timeout time.Duration) error {
	select {
	case <-done:
		return nil
	default:
	}
	q.setUrgent(1)
	defer q.setUrgent(-1)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-timer.C:
		return errWaitOver
	}
}

// setUrgent counts the calls that wait; while there are any, the client must
// not linger.
func (q *queue) setUrgent(change int) {
	if !q.limits.linger {
		return
	}
	q.mu.Lock()
	q.urgent += change
	q.mu.Unlock()
	q.poke()
}

// errWaitOver says that the time of a wait is over.
var errWaitOver = errors.New("the time to wait is over")

// flush waits until all records accepted so far have their outcome, at most
// timeout. It returns how many have none, those that were reported as
// "possibly" included, and the failures since the last flush.
func (q *queue) flush(ctx context.Context, timeout time.Duration) (left int64, failures []*entry, unkept int64, err error) {
	q.mu.Lock()
	w := &flushWait{upTo: q.accepted, done: make(chan struct{})}
	q.flushes = append(q.flushes, w)
	q.checkFlushes()
	q.mu.Unlock()
	err = q.waitFor(ctx, w.done, timeout)
	if errors.Is(err, errWaitOver) {
		err = nil
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.forget(w)
	for e := range q.open.All() {
		if e.number > w.upTo {
			break
		}
		left++
	}
	left += q.stuck
	failures, unkept = q.failures, q.lost
	q.failures, q.lost = nil, 0
	return left, failures, unkept, err
}

func (q *queue) forget(w *flushWait) {
	for i, other := range q.flushes {
		if other == w {
			q.flushes = append(q.flushes[:i], q.flushes[i+1:]...)
			return
		}
	}
}

// checkFlushes ends the flushes whose records have their outcomes. Called
// with the lock.
func (q *queue) checkFlushes() {
	if len(q.flushes) == 0 {
		return
	}
	kept := q.flushes[:0]
	for _, w := range q.flushes {
		if first := q.open.First(); first == nil || first.number > w.upTo {
			close(w.done)
		} else {
			kept = append(kept, w)
		}
	}
	clear(q.flushes[len(kept):])
	q.flushes = kept
}

// maxKeptFailures bounds the async failures that are kept for the next flush;
// each was an event, too.
const maxKeptFailures = 10_000

// keepFailure keeps an async failure for the next flush. Called with the lock.
func (q *queue) keepFailure(e *entry) {
	if e.call != nil {
		return
	}
	if len(q.failures) < maxKeptFailures {
		q.failures = append(q.failures, e)
	} else {
		q.lost++
	}
}

// purge drops what waits and returns how many records that were and how many
// the client still holds.
func (q *queue) purge() (purged, inFlight int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	purged = q.dropWaiting("dropped by kafka-purge")
	q.counters.purged += purged
	return purged, int64(q.held)
}

// dropWaiting ends all records that are not with the client, and returns how
// many that were. Called with the lock.
func (q *queue) dropWaiting(why string) int64 {
	n := int64(0)
	for _, f := range []*chain.List[entry]{&q.again, &q.waiting} {
		for e := f.Take(); e != nil; e = f.Take() {
			q.settle(e, clientError("CLOSED", why, nil), "no")
			n++
		}
	}
	return n
}

// drop ends a record because the queue is full. Called with the lock; an
// entry that was never accepted is not in the counts.
func (q *queue) drop(e *entry, accepted bool, why string) {
	if accepted {
		e.inOpen.Leave()
		q.records--
		q.bytes -= e.size
	}
	e.fail(clientError("QUEUE_FULL", why, nil), "no")
	e.where = dropped
	q.counters.dropped++
	q.hooks.event(Event{Code: "RECORD_DROPPED", Topic: e.record.Topic, Count: new(int64(1)), Record: e.info()})
	q.ended(e)
}
