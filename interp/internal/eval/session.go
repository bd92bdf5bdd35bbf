package eval

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"
	"weak"

	"github.com/bpl-lang/bpl/interp/value"
)

// A Session is a global scope with its lock, executors, timers and library states. What
// is said of a field holds under the lock.
type Session struct {
	registry *Registry
	Global   *value.List
	Fallback Lookup // names in no scope, before the overridable functions
	Limits   Limits // of the next evaluations, complete

	gate      gate
	executors map[int]*Executor
	next      int
	states    map[*Library]io.Closer
	opened    []*Library
	sources   sources
	monitors  map[monitorKey]*monitor // of values that are no lists
	timers    map[int]*Timer
	nextTimer int
	slots     map[any]any
	started   time.Time
	closers   []func()      // run by Close before the executors are waited for
	recent    []*Evaluation // those that may still run, and the last one
	kept      int64         // bytes that were reachable when they were last counted
	hooks     *hooks        // nil while nothing watches
	Face      any           // the host's side of the session
	mark      any           // see Mark

	invalidations int

	mu      sync.Mutex // guards the following
	closed  bool
	live    int           // executors and timers
	changed chan struct{} // closed when live falls to 0
}

// maxExecutors is the number of executor numbers.
const maxExecutors = 1 << 15

// NewSession returns a session of the registry's functions.
func NewSession(r *Registry) *Session {
	s := &Session{
		registry:  r,
		Global:    value.NewList(0),
		Limits:    r.Config.Limits.WithDefaults(),
		executors: map[int]*Executor{},
		states:    map[*Library]io.Closer{},
		started:   time.Now(),
		changed:   make(chan struct{}),
	}
	s.mark = weak.Make(s)
	if t := r.Config.Tracer; t != nil {
		s.hooks = &hooks{tracer: t}
	}
	return s
}

// Mark returns what is noted on lists to tell later whose they are. It does not keep the
// session in memory: a host may keep a list for longer.
func (s *Session) Mark() any { return s.mark }

// Marked returns the session of a mark, nil if that is none or the session is gone.
func Marked(mark any) *Session {
	p, _ := mark.(weak.Pointer[Session])
	return p.Value()
}

// Registry returns the functions of the session.
func (s *Session) Registry() *Registry { return s.registry }

// Lock takes the lock for a host that looks at the session; ErrClosed after Close.
func (s *Session) Lock() error {
	s.gate.lock(nil)
	if s.isClosed() {
		s.gate.unlock()
		return ErrClosed
	}
	return nil
}

// LockAlways takes the lock, of a closed session too.
func (s *Session) LockAlways() { s.gate.lock(nil) }

// Unlock gives the lock back.
func (s *Session) Unlock() { s.gate.unlock() }

func (s *Session) isClosed() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.closed
}

// Evaluate runs body as a new evaluation: it waits for the lock, makes an executor that
// shows code in (executors), and returns when body does. Executors that body started go
// on. A context that is over evaluates nothing.
func (s *Session) Evaluate(ctx context.Context, code value.Value, body func(f *Frame) value.Value) (value.Value, error) {
	if ctx.Err() != nil {
		return value.Null(), newCancelError(ctx)
	}
	if !s.gate.lock(ctx.Done()) {
		return value.Null(), newCancelError(ctx)
	}
	defer s.gate.unlock()
	if s.isClosed() {
		return value.Null(), ErrClosed
	}
	return s.EvaluateLocked(ctx, code, body)
}

// EvaluateLocked is Evaluate for a caller that holds the lock, which it may lend to other
// executors meanwhile.
func (s *Session) EvaluateLocked(ctx context.Context, code value.Value, body func(f *Frame) value.Value) (value.Value, error) {
	if ctx.Err() != nil {
		return value.Null(), newCancelError(ctx)
	}
	e := &Evaluation{session: s, ctx: ctx, limits: s.Limits, running: true, kept: s.kept}
	e.allow()
	s.forget()
	s.recent = append(s.recent, e)
	defer func() { e.running = false }()
	ex, err := s.start(e, code)
	if err != nil {
		return value.Null(), err
	}
	defer s.end(ex)
	v, err := ex.run(body)
	if e.exit != nil {
		e.exitTold = true
		return value.Null(), e.exit
	}
	return v, err
}

// start enters a new executor into the table.
func (s *Session) start(e *Evaluation, code value.Value) (*Executor, error) {
	if s.isClosed() {
		return nil, ErrClosed
	}
	if len(s.executors) >= maxExecutors {
		return nil, &LimitError{Limit: "spawned", Max: maxExecutors}
	}
	for s.executors[s.next] != nil {
		s.next = (s.next + 1) % maxExecutors
	}
	ex := newExecutor(e, s.next, code)
	s.executors[ex.id] = ex
	s.next = (s.next + 1) % maxExecutors
	s.Enliven()
	return ex, nil
}

// end takes an executor that has finished out of the table and counts its last steps.
func (s *Session) end(ex *Executor) {
	ex.evaluation.steps += int64(ex.granted - max(ex.left, 0))
	delete(s.executors, ex.id)
	ex.release()
	s.Expire()
}

// Executors returns the running executors by their numbers.
func (s *Session) Executors() []*Executor {
	return slices.SortedFunc(maps.Values(s.executors), func(a, b *Executor) int { return cmp.Compare(a.id, b.id) })
}

// Executor returns the running executor of that number, nil if there is none.
func (s *Session) Executor(id int) *Executor { return s.executors[id] }

// Enliven counts one more executor or timer that Wait waits for.
func (s *Session) Enliven() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live++
}

// Expire takes back what Enliven counted.
func (s *Session) Expire() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.live--
	if s.live == 0 {
		close(s.changed)
		s.changed = make(chan struct{})
	}
}

// Wait waits until no executor and no timer is left, or until ctx ends.
func (s *Session) Wait(ctx context.Context) error {
	s.mu.Lock()
	for s.live > 0 {
		changed := s.changed
		s.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		s.mu.Lock()
	}
	s.mu.Unlock()
	return nil
}

// Slot returns what belongs to the session under that key, made by create when it is
// first asked for.
func (s *Session) Slot(key any, create func() any) any {
	if v, ok := s.slots[key]; ok {
		return v
	}
	v := create()
	if s.slots == nil {
		s.slots = map[any]any{}
	}
	s.slots[key] = v
	return v
}

// Clock returns the time since the session began.
func (s *Session) Clock() time.Duration { return time.Since(s.started) }

// OnClose registers what Close does first, for example to stop timers.
func (s *Session) OnClose(f func()) { s.closers = append(s.closers, f) }

// opening stands for the state of a library that is being opened.
type opening struct{}

func (opening) Close() error { return nil }

// State returns the state of the library in this session, which open makes at the first
// call.
func (s *Session) State(l *Library, open func() (io.Closer, error)) (io.Closer, error) {
	if state, ok := s.states[l]; ok {
		if _, busy := state.(opening); busy {
			return nil, fmt.Errorf("library %s: a function was called while the library was being opened", l.Name)
		}
		return state, nil
	}
	s.states[l] = opening{}
	opened := false
	defer func() {
		if !opened {
			delete(s.states, l) // the next call tries again
		}
	}()
	state, err := open()
	if err != nil {
		return nil, err
	}
	opened = true
	s.states[l] = state
	s.opened = append(s.opened, l)
	return state, nil
}

// Close ends all executors and timers, waits for them, and closes the library states,
// the one opened last first. Later calls return ErrClosed.
func (s *Session) Close() error {
	s.gate.lock(nil)
	s.mu.Lock()
	closed := s.closed
	s.closed = true
	s.mu.Unlock()
	if closed {
		s.gate.unlock()
		return ErrClosed
	}
	for _, f := range s.closers {
		f()
	}
	for id := range s.timers {
		s.CancelTimer(id)
	}
	for _, ex := range s.executors {
		ex.Kill(ErrKilled)
	}
	s.gate.unlock()
	_ = s.Wait(context.Background())
	var errs []error
	for _, l := range slices.Backward(s.opened) {
		if state := s.states[l]; state != nil {
			if err := state.Close(); err != nil {
				errs = append(errs, fmt.Errorf("%s: %w", l.Name, err))
			}
		}
	}
	return errors.Join(errs...)
}
