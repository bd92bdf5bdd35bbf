package kafkalib

import (
	"slices"
	"sync"
	"time"
)

// A statisticsWatch looks at the statistics of a handle again and again, for
// alarms and for functions of the script. It has one goroutine while there is
// something to look for. Safe for concurrent use; the zero value watches
// nothing.
type statisticsWatch struct {
	mu      sync.Mutex
	closed  bool
	looks   []*look
	wake    chan struct{}
	done    chan struct{} // closed when the goroutine has ended; nil where there is none
	running bool
}

// A look is something that is looked at every so often.
type look struct {
	every time.Duration
	need  need
	// at is given the figures. It returns when it wants to look again where
	// that is earlier, else zero. It must not block.
	at func(now time.Time, f Figure) time.Time

	next time.Time // guarded by the watch's lock
}

// add begins to look, at once.
func (w *statisticsWatch) add(h *handle, l *look) (stop func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return func() {}
	}
	l.next = time.Now()
	w.looks = append(w.looks, l)
	if !w.running {
		w.running = true
		w.wake, w.done = make(chan struct{}, 1), make(chan struct{})
		go w.run(h, w.wake, w.done)
	} else {
		w.poke()
	}
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.looks = slices.DeleteFunc(w.looks, func(other *look) bool { return other == l })
		w.poke()
	}
}

// poke wakes the goroutine. Called with the lock.
func (w *statisticsWatch) poke() {
	if w.running {
		select {
		case w.wake <- struct{}{}:
		default:
		}
	}
}

// close ends all looking and waits for the goroutine.
func (w *statisticsWatch) close() {
	w.mu.Lock()
	w.closed, w.looks = true, nil
	w.poke()
	done := w.done
	w.mu.Unlock()
	if done != nil {
		<-done
	}
}

func (w *statisticsWatch) run(h *handle, wake, done chan struct{}) {
	defer close(done)
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		due, wait, ok := w.due(time.Now())
		if !ok {
			return
		}
		if len(due) == 0 {
			timer.Reset(wait)
			select {
			case <-timer.C:
			case <-wake:
			}
			continue
		}
		f := h.figures(unionOf(due), h.state.session.Stats)
		now := time.Now()
		for _, l := range due {
			if again := l.at(now, f); !again.IsZero() {
				w.mu.Lock()
				if again.Before(l.next) {
					l.next = again
				}
				w.mu.Unlock()
			}
		}
	}
}

// due are the looks whose time has come, or how long there is none. It is
// false, and nothing runs any more, where there is nothing left to look for.
func (w *statisticsWatch) due(now time.Time) (due []*look, wait time.Duration, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.looks) == 0 {
		w.running = false
		return nil, 0, false
	}
	var next time.Time
	for _, l := range w.looks {
		if !l.next.After(now) {
			due = append(due, l)
			l.next = l.next.Add(l.every)
			if l.next.Before(now) { // what was missed is not made up for
				l.next = now.Add(l.every)
			}
		}
		if next.IsZero() || l.next.Before(next) {
			next = l.next
		}
	}
	return due, next.Sub(now), true
}

// unionOf is what all of them need.
func unionOf(looks []*look) need {
	union := needOf()
	for _, l := range looks {
		union.all = union.all || l.need.all
		for group := range l.need.groups {
			union.groups[group] = true
		}
	}
	return union
}
