package kafkalib

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bpl-lang/bpl/interp"
)

// subscriptions are what a script has running on a handle until kafka-off:
// functions called with events or statistics, and alarms. It is safe for
// concurrent use.
type subscriptions struct {
	mu     sync.Mutex
	closed bool
	last   int64 // the last number given
	stops  map[int64]func()

	// listeners are called with events. The slice is never changed, only
	// replaced.
	listeners atomic.Pointer[[]*eventListener]
}

// An eventListener is a function of the script that wants events.
type eventListener struct {
	filter   eventFilter
	function interp.Value
	off      atomic.Bool
}

// add enters something that stop ends and returns its number. stop is called
// once, by off or when the handle is closed, without any lock; it must not
// call the subscriptions. On a closed handle it is called at once.
func (s *subscriptions) add(stop func()) (id int64, err error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		stop()
		return 0, clientError("CLOSED", "the handle is closed", nil)
	}
	defer s.mu.Unlock()
	if s.stops == nil {
		s.stops = make(map[int64]func())
	}
	s.last++
	s.stops[s.last] = stop
	return s.last, nil
}

// off ends one of them; false where there is none of that number.
func (s *subscriptions) off(id int64) bool {
	s.mu.Lock()
	stop := s.stops[id]
	delete(s.stops, id)
	s.mu.Unlock()
	if stop == nil {
		return false
	}
	stop()
	return true
}

// close ends all of them; none can be added any more.
func (s *subscriptions) close() {
	s.mu.Lock()
	stops := s.stops
	s.stops, s.closed = nil, true
	s.mu.Unlock()
	for _, stop := range stops {
		stop()
	}
}

// listen calls function with each event that filter matches, until off.
func (s *subscriptions) listen(filter eventFilter, function interp.Value) (id int64, err error) {
	l := &eventListener{filter: filter, function: function}
	id, err = s.add(func() {
		l.off.Store(true)
		s.change(func(all []*eventListener) []*eventListener {
			return slices.DeleteFunc(all, func(other *eventListener) bool { return other == l })
		})
	})
	if err == nil {
		s.change(func(all []*eventListener) []*eventListener { return append(all, l) })
	}
	return id, err
}

// change replaces the listeners by what f makes of a copy of them.
func (s *subscriptions) change(f func([]*eventListener) []*eventListener) {
	s.mu.Lock()
	defer s.mu.Unlock()
	all := f(slices.Clone(s.listening()))
	all = slices.DeleteFunc(all, func(l *eventListener) bool { return l.off.Load() })
	s.listeners.Store(&all)
}

// listening are the listeners of now, not to be changed.
func (s *subscriptions) listening() []*eventListener {
	if all := s.listeners.Load(); all != nil {
		return *all
	}
	return nil
}

// hear queues the calls of the functions that want an event. It never blocks.
func (h *handle) hear(e Event) {
	if e.unheard {
		return
	}
	for _, l := range h.subscriptions.listening() {
		if !l.filter.matches(e.Code) {
			continue
		}
		calls := h.calls.Load()
		if calls == nil {
			return // the handle is closed
		}
		calls.offer(callback{
			function: l.function,
			args:     func(*interp.Session) []interp.Value { return []interp.Value{h.eventValue(e)} },
			dropped:  l.off.Load,
			code:     e.Code,
		})
	}
}
