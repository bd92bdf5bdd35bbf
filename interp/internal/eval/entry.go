package eval

import (
	"context"
	"errors"
	"sync"

	"github.com/bpl-lang/bpl/interp/value"
)

// An Entry is the place in an evaluation at which Go code of a host runs, below a
// built-in. Through it that code comes back into the evaluation: on the same executor
// and with the same limits, whether it holds the session's lock (a special form) or not
// (inside Unlocked, and the Go functions that are called so).
//
// An entry is open until the built-in returns. Its methods may be called from any
// goroutine while the lock is not held at the entry; while it is held they are for the
// goroutine that runs the built-in.
type Entry struct {
	frame *Frame
	ctx   context.Context // of the executor, with the entry; made when first asked for

	mu     sync.Mutex // held by whoever came back, and while the state changes
	held   bool       // the code at the entry holds the lock
	closed bool
}

// ErrEntryClosed is the answer of an entry whose built-in has returned.
var ErrEntryClosed = errors.New("the built-in that was called has returned")

// Open opens the entry at f, whose executor holds the lock.
func (n *Entry) Open(f *Frame) { n.frame, n.held = f, true }

// Close ends the entry; the executor holds the lock.
func (n *Entry) Close() {
	n.mu.Lock()
	n.closed = true
	n.mu.Unlock()
}

// IsOpen reports whether the built-in has not returned yet.
func (n *Entry) IsOpen() bool {
	if !n.mu.TryLock() {
		return true // somebody is inside
	}
	defer n.mu.Unlock()
	return !n.closed
}

// Frame returns the frame at which the entry is.
func (n *Entry) Frame() *Frame { return n.frame }

type entryKey struct{}

// Context returns the executor's context, which also carries the entry.
func (n *Entry) Context() context.Context {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.ctx == nil {
		n.ctx = context.WithValue(n.frame.ex.Context(), entryKey{}, n)
	}
	return n.ctx
}

// EntryFrom returns the entry that a context of Entry.Context carries, nil if there is
// none or if it is of another session.
func EntryFrom(ctx context.Context, s *Session) *Entry {
	n, _ := ctx.Value(entryKey{}).(*Entry)
	if n == nil || n.frame.ex.session != s {
		return nil
	}
	return n
}

// Unlocked runs blocking work without the session's lock, as Frame.Unlocked, with a
// context that carries the entry. Inside itself it just runs the work.
func (n *Entry) Unlocked(run func(ctx context.Context) error) error {
	ctx := n.Context()
	n.mu.Lock()
	if n.closed || !n.held {
		n.mu.Unlock()
		return run(ctx)
	}
	n.held = false
	n.mu.Unlock()
	ex := n.frame.ex
	err := func() error {
		ex.session.gate.unlock()
		defer n.relock()
		return run(ctx)
	}()
	ex.CheckInterrupt()
	return err
}

// relock takes the lock back, after whoever came in through the entry has left.
func (n *Entry) relock() {
	n.mu.Lock()
	n.frame.ex.session.gate.lock(nil)
	n.held = true
	n.mu.Unlock()
}

// Enter runs body as part of the evaluation and turns what it throws into an error. Where
// somebody else is inside already, body gets an executor of its own in the same
// evaluation. ctx, if it is not nil, bounds body in addition to the evaluation's context.
func (n *Entry) Enter(ctx context.Context, body func(f *Frame) value.Value) (value.Value, error) {
	if !n.mu.TryLock() {
		return n.beside(ctx, body)
	}
	defer n.mu.Unlock()
	if n.closed {
		return value.Null(), ErrEntryClosed
	}
	ex := n.frame.ex
	if !n.held {
		ex.session.gate.lock(nil)
		defer ex.session.gate.unlock()
	}
	if ctx != nil && ctx != n.ctx {
		restore, err := ex.bound(ctx)
		if err != nil {
			return value.Null(), err
		}
		defer restore()
	}
	return n.frame.Try(func() value.Value { return body(n.frame) })
}

// Inside runs body as Enter does, bounded by the evaluation's context alone.
func (n *Entry) Inside(body func(f *Frame) value.Value) (value.Value, error) {
	return n.Enter(n.ctx, body)
}

// beside runs body in an executor of its own.
func (n *Entry) beside(ctx context.Context, body func(f *Frame) value.Value) (v value.Value, err error) {
	e := n.frame.ex.evaluation
	s := e.session
	s.gate.lock(nil)
	defer s.gate.unlock()
	if e.spawned >= e.limits.Spawned {
		return value.Null(), &LimitError{Limit: "spawned", Max: int64(e.limits.Spawned)}
	}
	e.spawned++
	defer e.Ended()
	ex, err := s.start(e, n.frame.ex.code)
	if err != nil {
		return value.Null(), err
	}
	ex.spawned, ex.file = true, n.frame.ex.file
	defer s.end(ex)
	if ctx != nil && ctx != n.ctx {
		restore, err := ex.bound(ctx)
		if err != nil {
			return value.Null(), err
		}
		defer restore()
	}
	return ex.run(body)
}

// Try runs a piece of evaluation and returns what it threw as an error; the scope and the
// call stack are then again those of f. An error that no script may catch is raised again
// at the next tick, should the caller swallow it.
func (f *Frame) Try(run func() value.Value) (value.Value, error) {
	ex := f.ex
	m := ex.mark()
	v, r := ex.recovered(run)
	if r == nil {
		return v, nil
	}
	err := r.(error)
	if e, ok := r.(*Exception); ok {
		err = ex.forHost(e)
	} else if c, ok := r.(*CancelError); !ok || !c.scoped {
		ex.doom(err)
	}
	ex.reset(m)
	return value.Null(), err
}

// doom makes sure that the executor ends with err whatever Go code does with it.
func (ex *Executor) doom(err error) {
	if ex.doomed == nil {
		ex.doomed = err
	}
	ex.evaluation.steps += int64(ex.granted - max(ex.left, 0))
	ex.granted, ex.left = 0, 0
}
