package kafkalib

import "sync"

// An eventBuffer keeps the last events of a handle. The oldest are discarded
// where it is full, and counted.
type eventBuffer struct {
	mu        sync.Mutex
	limit     int
	events    []Event // a ring once it is full
	first     int
	discarded int64
	arrived   chan struct{} // closed when an event comes; nil while nobody waits
}

func newEventBuffer(limit int) *eventBuffer { return &eventBuffer{limit: limit} }

func (b *eventBuffer) add(e Event) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.events) < b.limit {
		b.events = append(b.events, e)
	} else {
		b.events[b.first] = e
		b.first = (b.first + 1) % b.limit
		b.discarded++
	}
	if b.arrived != nil {
		close(b.arrived)
		b.arrived = nil
	}
}

// take returns the events since the last call and how many were discarded.
func (b *eventBuffer) take() ([]Event, int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	events := append(b.events[b.first:len(b.events):len(b.events)], b.events[:b.first]...)
	discarded := b.discarded
	b.events, b.first, b.discarded = nil, 0, 0
	return events, discarded
}
