package kafkalib

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/internal/chain"
)

// An entry is a record on its way. Until it has an outcome it belongs to the
// queue and is guarded by its lock; then its fields no longer change.
//
// An entry is the context of its own record: the client finds in it whether
// the record's time is over, and the promise finds the entry.
type entry struct {
	record kgo.Record
	// partition is what the call asked for, or anyPartition; the client
	// overwrites the record's.
	partition int32
	call      *sending  // the call that wants the outcome, or nil
	timestamp time.Time // of the record
	size      int64
	number    uint64        // in order of acceptance
	accepted  time.Duration // on the queue's clock
	handed    time.Duration // last time given to the client; 0 means never
	// slot is nil before the first acceptance, and after an end where the entry
	// may serve again: the client looks at it a little longer than it has the
	// record.
	slot     atomic.Pointer[timeSlot]
	where    place
	renewals uint8 // times that its topic was another one
	// chosen is the partition that the client chose, plus 1; 0 before that. The
	// record's own field belongs to the client.
	chosen atomic.Int32
	// spooled is its place in the spool; nil where it is in memory only.
	spooled *spooledRecord

	home *lone // what it is in, where it may serve again; or nil

	inOpen chain.Place[entry] // among the records without outcome
	inLine chain.Place[entry] // among those that wait to be handed over

	// The outcome.
	err       *Error // nil: delivered
	persisted string // of a failure: "no" or "possibly"
}

// A place says where an entry is.
type place uint8

const (
	inQueue  place = iota // waits, not with the client
	inClient              // with the client, without outcome
	reported              // its time is over: reported as "possibly", still with the client
	finished              // has its outcome
	dropped               // dropped because the queue was full
)

var _ context.Context = (*entry)(nil)

// Deadline says that the entry has none of its own: its slot ends it.
func (e *entry) Deadline() (time.Time, bool) { return time.Time{}, false }

// Done is closed when the record's time is over.
func (e *entry) Done() <-chan struct{} {
	if s := e.slot.Load(); s != nil {
		return s.over
	}
	return nil
}

// Err is context.Canceled when the record's time is over.
func (e *entry) Err() error {
	select {
	case <-e.Done():
		return context.Canceled
	default:
		return nil
	}
}

// entryKey finds the entry in a context that a hook of the host made of it.
type entryKey struct{}

// Value knows the entry only.
func (e *entry) Value(key any) any {
	if key == (entryKey{}) {
		return e
	}
	return nil
}

// entryOf is the entry of a record; nil for one that is no entry's.
func entryOf(r *kgo.Record) *entry {
	if e, ok := r.Context.(*entry); ok {
		return e
	}
	if r.Context == nil {
		return nil
	}
	e, _ := r.Context.Value(entryKey{}).(*entry)
	return e
}

// recordSize is what a record counts for buffer-memory: what the client
// library counts, too.
func recordSize(r *kgo.Record) int64 {
	n := len(r.Key) + len(r.Value)
	for _, h := range r.Headers {
		n += len(h.Key) + len(h.Value)
	}
	return int64(n)
}

// A timeSlot is the common end of the records that were accepted at about the
// same time, so that there is not one timer per record.
type timeSlot struct {
	opened time.Time
	over   chan struct{}
}

func newTimeSlot(now time.Time) *timeSlot {
	return &timeSlot{opened: now, over: make(chan struct{})}
}

// A sending is a call that waits for its records. Guarded by the queue's lock.
type sending struct {
	left int
	done chan struct{} // closed when left is 0
}

func newSending(n int) *sending {
	return &sending{left: n, done: make(chan struct{})}
}

func (s *sending) one() {
	s.left--
	if s.left == 0 {
		close(s.done)
	}
}
