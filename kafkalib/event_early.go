package kafkalib

import (
	"sync"
	"time"
)

// earlyEvents hold back what a handle's parts raise before the handle has its
// name, which every event carries. It is safe for concurrent use.
type earlyEvents struct {
	mu      sync.Mutex
	started bool
	kept    []Event
}

// has reports whether the handle was started.
func (e *earlyEvents) has() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.started
}

// raise emits an event of h, or keeps it until h has its name.
func (e *earlyEvents) raise(h *handle, event Event) {
	e.mu.Lock()
	if !e.started {
		event.Time = time.Now()
		e.kept = append(e.kept, event)
		e.mu.Unlock()
		return
	}
	e.mu.Unlock()
	h.emit(event)
}

// start emits what was kept, now that h has its name. What is raised meanwhile
// is kept, too, and follows.
func (e *earlyEvents) start(h *handle) {
	for {
		e.mu.Lock()
		kept := e.kept
		e.kept = nil
		e.started = len(kept) == 0
		e.mu.Unlock()
		if len(kept) == 0 {
			return
		}
		for _, event := range kept {
			h.emit(event)
		}
	}
}
