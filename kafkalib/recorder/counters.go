package recorder

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
)

// Counters say what became of the events of one recorder, at one instant:
//
//	Offered  = Accepted + Rejected
//	Accepted = Delivered + Failed + Dropped + FallenBack + Pending + Spooled
type Counters struct {
	Offered  int64 // calls of Record
	Accepted int64 // that returned true
	Rejected int64 // that returned false

	Delivered  int64 // acknowledged by Kafka; with acks 0 written to a connection
	Failed     int64 // could not be encoded, or refused by Kafka for good
	Dropped    int64 // after acceptance: for newer ones, by age, or when closing
	FallenBack int64 // given to a fallback
	Pending    int64 // in memory, without outcome
	Spooled    int64 // on disk, undelivered

	// Recovered events were found in the spool: accepted by an earlier process,
	// they are in none of the counters above.
	Recovered          int64
	RecoveredDelivered int64
	RecoveredFailed    int64
	RecoveredDropped   int64
	RecoveredPending   int64

	// Unconfirmed of the delivered and fallen-back ones: nobody acknowledged
	// them (acks 0, ZeroMQ).
	Unconfirmed int64
	// SampledOut events belong to a context that is not recorded. They were
	// never offered.
	SampledOut int64
	// PendingBytes is the estimated memory of the pending events.
	PendingBytes int64
}

// Check returns an error that shows the counters if they do not balance.
func (c Counters) Check() error {
	var errs []error
	if sum := c.Accepted + c.Rejected; c.Offered != sum {
		errs = append(errs, fmt.Errorf("offered %d is not accepted + rejected = %d", c.Offered, sum))
	}
	if sum := c.Delivered + c.Failed + c.Dropped + c.FallenBack + c.Pending + c.Spooled; c.Accepted != sum {
		errs = append(errs, fmt.Errorf("accepted %d is not delivered + failed + dropped + fallen-back + pending + spooled = %d", c.Accepted, sum))
	}
	if sum := c.RecoveredDelivered + c.RecoveredFailed + c.RecoveredDropped + c.RecoveredPending; c.Recovered != sum {
		errs = append(errs, fmt.Errorf("recovered %d is not the sum of its outcomes = %d", c.Recovered, sum))
	}
	for _, n := range []int64{c.Offered, c.Accepted, c.Rejected, c.Delivered, c.Failed, c.Dropped, c.FallenBack, c.Pending, c.Spooled, c.RecoveredPending} {
		if n < 0 {
			errs = append(errs, errors.New("a counter is negative"))
			break
		}
	}
	if len(errs) > 0 {
		return fmt.Errorf("%w: %+v", errors.Join(errs...), c)
	}
	return nil
}

// A ledger counts. Callers of Record add to one word, in one atomic step, and
// wait for nobody; all other counting is done under mu. So who holds mu and takes
// the word has everything of one instant: that of the taking.
//
// An event is counted as accepted before it is handed over, so no outcome is
// ever counted before its acceptance.
type ledger struct {
	// word has three counts of fieldBits each: accepted, rejected, and dropped
	// by callers. They are moved to the totals long before a field is full.
	word atomic.Uint64

	mu     sync.Mutex
	totals Counters // without Offered and Pending, which follow from the others
}

const (
	fieldBits = 21
	fieldMask = 1<<fieldBits - 1

	oneAccepted = 1
	oneRejected = 1 << fieldBits
	oneDropped  = 1 << (2 * fieldBits)

	halfFull = (oneAccepted | oneRejected | oneDropped) << (fieldBits - 1)
)

// add counts one event, without waiting.
func (l *ledger) add(one uint64) {
	if word := l.word.Add(one); word&halfFull != 0 {
		l.relieve(word)
	}
}

// relieve empties the word, which is half full. Where somebody else holds the
// lock, he empties it, or the next caller; only who finds a field three quarters
// full stays, because there would have to be half a million others in between.
func (l *ledger) relieve(word uint64) {
	for {
		if l.mu.TryLock() {
			l.fold()
			l.mu.Unlock()
			return
		}
		if word&(word<<1)&halfFull == 0 {
			return
		}
		runtime.Gosched()
		if word = l.word.Load(); word&halfFull == 0 {
			return
		}
	}
}

// fold moves the counts of the word to the totals. Called with the lock.
func (l *ledger) fold() {
	word := l.word.Swap(0)
	l.totals.Accepted += int64(word & fieldMask)
	l.totals.Rejected += int64(word >> fieldBits & fieldMask)
	l.totals.Dropped += int64(word >> (2 * fieldBits) & fieldMask)
}

// snapshot returns all counters of one instant. Called with the lock.
func (l *ledger) snapshot() Counters {
	l.fold()
	c := l.totals
	c.Offered = c.Accepted + c.Rejected
	c.Pending = c.Accepted - c.Delivered - c.Failed - c.Dropped - c.FallenBack - c.Spooled
	c.RecoveredPending = c.Recovered - c.RecoveredDelivered - c.RecoveredFailed - c.RecoveredDropped
	return c
}
