package eval

import (
	"math"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp/value"
)

// A monitor is the lock that scripts take with sync, of a list or of any other value. It
// is reentrant, handed over first come, first served, and exists as long as somebody uses
// it. Monitors are guarded by the session's lock.
type monitor struct {
	owner    *Executor // nil while it is free
	depth    int       // how many times the owner entered
	entering []*entrant
	waiting  []chan struct{} // closed by notify
	users    int             // executors that use it; at 0 it is forgotten
}

// An entrant is an executor that waits for a monitor. When it gets it, the monitor is its
// own before it runs again.
type entrant struct {
	ex    *Executor
	depth int
	ready chan struct{}
}

// monitorKey is what a monitor of a value that is no list goes by: the equality of ===,
// and identity for foreign values.
type monitorKey struct {
	v     value.Value // null for strings and references
	text  string
	class monitorClass
}

type monitorClass uint8

const (
	monitorOther monitorClass = iota
	monitorText
	monitorSoft // a soft reference, or a hard one of a name that may be either
	monitorPath
	monitorHard
)

func keyOf(v value.Value) monitorKey {
	if s, ok := v.AsString(); ok {
		return monitorKey{v: value.Null(), text: s, class: monitorText}
	}
	if r := v.Ref(); r != nil {
		key := monitorKey{v: value.Null(), text: r.Text(), class: monitorSoft}
		switch {
		case r.Walks():
			key.class = monitorPath
		case r.Hard() && !r.Function().Overridable():
			key.class = monitorHard
		}
		return key
	}
	if d, ok := v.Float(); ok && math.IsNaN(d) {
		v = value.Double(math.NaN())
	}
	return monitorKey{v: v}
}

// useMonitor returns the monitor of v, which must not be null; leaveMonitor gives it back.
func (s *Session) useMonitor(v value.Value) *monitor {
	var m *monitor
	if l := v.List(); l != nil {
		aux := l.MakeAux()
		if m, _ = aux.Monitor.(*monitor); m == nil {
			m = new(monitor)
			aux.Monitor = m
		}
	} else {
		key := keyOf(v)
		if m = s.monitors[key]; m == nil {
			m = new(monitor)
			if s.monitors == nil {
				s.monitors = map[monitorKey]*monitor{}
			}
			s.monitors[key] = m
		}
	}
	m.users++
	return m
}

func (s *Session) leaveMonitor(v value.Value, m *monitor) {
	if m.users--; m.users > 0 {
		return
	}
	if l := v.List(); l != nil {
		l.MakeAux().Monitor = nil
		return
	}
	delete(s.monitors, keyOf(v))
}

// Sync runs body while the executor owns the monitor of v, which must not be null.
func (f *Frame) Sync(v value.Value, body func() value.Value) value.Value {
	m := f.ex.session.useMonitor(v)
	defer f.ex.session.leaveMonitor(v, m)
	m.enter(f, 1)
	defer m.exit(f.ex)
	return body()
}

// WaitOn gives the monitor of v up, if the executor owns it, and sleeps until it is
// notified, or until d has passed if limited; then it takes the monitor back.
func (f *Frame) WaitOn(v value.Value, d time.Duration, limited bool) {
	ex := f.ex
	m := ex.session.useMonitor(v)
	defer ex.session.leaveMonitor(v, m)
	depth := 0
	if m.owner == ex {
		depth = m.depth
		m.handOver()
	}
	m.sleep(f, d, limited)
	if depth > 0 {
		m.enter(f, depth)
	}
}

// Notify wakes all that wait on v.
func (f *Frame) Notify(v value.Value) {
	m := f.ex.session.useMonitor(v)
	defer f.ex.session.leaveMonitor(v, m)
	for _, woken := range m.waiting {
		close(woken)
	}
	m.waiting = nil
}

// enter makes the executor the owner, depth times over. An executor that is ended while
// it waits does not return, and owns nothing.
func (m *monitor) enter(f *Frame, depth int) {
	ex := f.ex
	switch m.owner {
	case nil:
		m.owner, m.depth = ex, depth
		return
	case ex:
		m.depth += depth
		return
	}
	e := &entrant{ex: ex, depth: depth, ready: make(chan struct{})}
	m.entering = append(m.entering, e)
	entered := false
	defer func() {
		if !entered {
			m.withdraw(e)
		}
	}()
	f.Wait(e.ready)
	entered = true
}

// exit takes back one enter. The monitor is not the executor's any more if that was ended
// while it waited on it.
func (m *monitor) exit(ex *Executor) {
	if m.owner != ex {
		return
	}
	if m.depth--; m.depth == 0 {
		m.handOver()
	}
}

// handOver gives the monitor to the executor that waits longest.
func (m *monitor) handOver() {
	m.owner, m.depth = nil, 0
	if len(m.entering) == 0 {
		return
	}
	next := m.entering[0]
	m.entering = m.entering[1:]
	m.owner, m.depth = next.ex, next.depth
	close(next.ready)
}

// withdraw takes an entrant that was ended out of the queue, or the monitor from it.
func (m *monitor) withdraw(e *entrant) {
	if m.owner == e.ex {
		m.handOver()
		return
	}
	m.entering = slices.DeleteFunc(m.entering, func(other *entrant) bool { return other == e })
}

// sleep waits for notify, or until d has passed if limited.
func (m *monitor) sleep(f *Frame, d time.Duration, limited bool) {
	woken := make(chan struct{})
	m.waiting = append(m.waiting, woken)
	defer func() { // where it was not notify that ended it
		m.waiting = slices.DeleteFunc(m.waiting, func(other chan struct{}) bool { return other == woken })
	}()
	f.WaitFor(woken, d, limited)
}
