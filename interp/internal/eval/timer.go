package eval

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

// A Timer calls a function after a while, and perhaps again and again. It belongs to the
// evaluation that scheduled it. Its goroutine ends when it is cancelled, when the context
// of the evaluation ends, or when it has fired and does not repeat. What is said of a
// field holds under the session's lock.
type Timer struct {
	id         int
	fn         value.Value
	evaluation *Evaluation
	period     time.Duration // 0 if it fires once
	overlap    bool
	calls      int           // that still run
	stop       chan struct{} // closed when it is cancelled
	from       string        // the file that scheduled it
}

// ID is the number of the timer, unique in its session.
func (t *Timer) ID() int { return t.id }

// Function is what the timer calls.
func (t *Timer) Function() value.Value { return t.fn }

// Schedule makes a timer that spawns a call of fn without arguments after delay, and then
// each period if that is above 0, whole periods from the first call on. Unless overlap is
// set it does not fire while the call before still runs.
func (f *Frame) Schedule(fn value.Value, delay, period time.Duration, overlap bool) *Timer {
	f.makeRoom()
	s, e := f.ex.session, f.ex.evaluation
	e.Spawn()
	s.Enliven()
	t := &Timer{id: s.nextTimer, fn: fn, evaluation: e, period: period, overlap: overlap,
		stop: make(chan struct{}), from: f.ex.file}
	s.nextTimer++
	if s.timers == nil {
		s.timers = map[int]*Timer{}
	}
	s.timers[t.id] = t
	go t.run(delay)
	return t
}

// Timers returns the timers of the session by their numbers.
func (s *Session) Timers() []*Timer {
	return slices.SortedFunc(maps.Values(s.timers), func(a, b *Timer) int { return cmp.Compare(a.id, b.id) })
}

// CancelTimer ends a timer and reports whether there was one of that number. A call that
// runs goes on.
func (s *Session) CancelTimer(id int) bool {
	t := s.timers[id]
	if t == nil {
		return false
	}
	delete(s.timers, id)
	close(t.stop)
	t.evaluation.Ended()
	return true
}

// run waits for the times at which the timer fires.
func (t *Timer) run(delay time.Duration) {
	s := t.evaluation.session
	defer s.Expire()
	due := time.Now().Add(delay)
	clock := time.NewTimer(delay)
	defer clock.Stop()
	for {
		select {
		case <-clock.C:
		case <-t.stop:
			return
		case <-t.evaluation.ctx.Done():
			s.gate.lock(nil)
			s.CancelTimer(t.id)
			s.gate.unlock()
			return
		}
		if !s.gate.lock(t.stop) {
			return
		}
		goesOn := s.timers[t.id] == t && t.fire()
		s.gate.unlock()
		if !goesOn {
			return
		}
		now := time.Now()
		due = due.Add(t.period)
		if late := now.Sub(due); late >= 0 { // what was missed is left out
			due = due.Add((late/t.period + 1) * t.period)
		}
		clock.Reset(due.Sub(now))
	}
}

// fire spawns a call and reports whether the timer goes on.
func (t *Timer) fire() (goesOn bool) {
	s, e := t.evaluation.session, t.evaluation
	if t.period == 0 {
		delete(s.timers, t.id)
		e.spawned-- // the call takes over
	} else if t.calls > 0 && !t.overlap {
		return true
	}
	t.calls++
	ex, err := s.begin(e, t.code(), t.from, func(f *Frame) value.Value { return f.CallValues(t.fn) }, func() { t.calls-- })
	if err != nil {
		t.calls--
		s.tellHost(ex, err)
		if t.period == 0 {
			e.spawned++
			e.Ended()
		}
	}
	return t.period > 0
}

// code is what (executors) shows of a call.
func (t *Timer) code() value.Value {
	l := value.NewListCap(2)
	if call := t.evaluation.session.registry.Function("call"); call != nil {
		l.Push(call.Value())
	}
	l.Push(t.fn)
	return l.Value()
}
