package kafkalib

import (
	"slices"
	"sync"
	"time"
)

// maxEventBytes bounds the records that buffered events hold.
const maxEventBytes = 32 << 20

// An eventBuffer keeps the last events of a handle. The oldest are discarded
// where it is full, and counted. It is safe for concurrent use.
type eventBuffer struct {
	mu        sync.Mutex
	limit     int
	events    []Event // a ring once it is full
	first     int     // the oldest
	bytes     int64   // of the records that the events hold
	discarded int64
	waiters   []*eventWaiter
}

// An eventFilter are the codes that are asked for; nil are all.
type eventFilter map[string]bool

func (f eventFilter) matches(code string) bool { return f == nil || f[code] }

// An eventWaiter waits for an event that its filter matches.
type eventWaiter struct {
	filter  eventFilter
	arrived chan struct{} // closed by the first
}

func newEventBuffer(limit int) *eventBuffer { return &eventBuffer{limit: limit} }

// add appends an event; it never blocks.
func (b *eventBuffer) add(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.events) < b.limit {
		b.events = append(b.events, e)
	} else {
		b.bytes -= b.events[b.first].size()
		b.events[b.first] = e
		b.first = (b.first + 1) % b.limit
		b.discarded++
	}
	if b.bytes += e.size(); b.bytes > maxEventBytes {
		b.shrink()
	}
	b.waiters = slices.DeleteFunc(b.waiters, func(w *eventWaiter) bool {
		if w.filter.matches(e.Code) || b.discarded > 0 && w.filter.matches(discardedCode) {
			close(w.arrived)
			return true
		}
		return false
	})
}

// shrink discards the oldest events until half of the bytes are free, so that
// it is not called again at once. Called with the lock.
func (b *eventBuffer) shrink() {
	events := b.inOrder()
	for len(events) > 1 && b.bytes > maxEventBytes/2 {
		b.bytes -= events[0].size()
		events = events[1:]
		b.discarded++
	}
	b.events, b.first = slices.Clone(events), 0
}

// inOrder are the events, oldest first. Called with the lock.
func (b *eventBuffer) inOrder() []Event {
	if b.first == 0 {
		return b.events
	}
	return slices.Concat(b.events[b.first:], b.events[:b.first])
}

// discardedCode is the event that tells how many others are missing.
const discardedCode = "EVENTS_DISCARDED"

// take removes and returns the oldest events that filter matches, at most so
// many. Where events had to be discarded, EVENTS_DISCARDED is the first.
// Events that filter does not match stay for a later call.
func (b *eventBuffer) take(filter eventFilter, most int) []Event {
	b.mu.Lock()
	defer b.mu.Unlock()
	var taken []Event
	if b.discarded > 0 && most > 0 && filter.matches(discardedCode) {
		taken = append(taken, Event{Code: discardedCode, Time: time.Now(), Count: new(b.discarded)})
		b.discarded = 0
	}
	events := b.inOrder()
	if filter == nil && len(events) <= most-len(taken) {
		b.events, b.first, b.bytes = nil, 0, 0
		return append(taken, events...)
	}
	var kept []Event
	for i, e := range events {
		if len(taken) == most {
			kept = append(kept, events[i:]...)
			break
		}
		if filter.matches(e.Code) {
			taken = append(taken, e)
			b.bytes -= e.size()
		} else {
			kept = append(kept, e)
		}
	}
	if len(kept) < len(events) {
		b.events, b.first = kept, 0
	}
	return taken
}

// await returns a waiter for an event that filter matches. One that is there
// already ends the waiting at once.
func (b *eventBuffer) await(filter eventFilter) *eventWaiter {
	w := &eventWaiter{filter: filter, arrived: make(chan struct{})}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.discarded > 0 && filter.matches(discardedCode) ||
		slices.ContainsFunc(b.events, func(e Event) bool { return filter.matches(e.Code) }) {
		close(w.arrived)
		return w
	}
	b.waiters = append(b.waiters, w)
	return w
}

// forget ends the waiting of one that nothing arrived for.
func (b *eventBuffer) forget(w *eventWaiter) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiters = slices.DeleteFunc(b.waiters, func(other *eventWaiter) bool { return other == w })
}
