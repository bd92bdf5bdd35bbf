package interp

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A Session is a global scope with its lock, executors, timers and library states. Its
// methods may be called from any goroutine; they wait for the lock (see the package
// documentation). On an error the Value that is returned is null.
//
// One evaluation is one Eval, EvalFile, Run or Call with everything that it spawned: its
// executors and timers share its limits and are ended when its context ends. Otherwise
// they go on until Close, so do not cancel a context on return if they are to stay.
type Session struct {
	in    *Interp
	core  *eval.Session
	entry *eval.Entry  // of the built-in that sees the session; nil elsewhere
	held  *atomic.Bool // true while Do runs; nil elsewhere
}

// NewSession returns a session with an empty global scope. It is cheap: libraries open
// their state at first use.
func (in *Interp) NewSession() *Session {
	s := &Session{in: in, core: eval.NewSession(in.registry)}
	s.core.Face = s
	return s
}

// Interp returns what the session was made of.
func (s *Session) Interp() *Interp { return s.in }

// evaluate runs body: in an evaluation of its own, or where the session or the context
// comes from a built-in, as part of that one.
func (s *Session) evaluate(ctx context.Context, code value.Value, body func(f *eval.Frame) value.Value) (Value, error) {
	given := func(f *eval.Frame) value.Value { return s.give(body(f)) }
	entry := s.entry
	if entry == nil {
		entry = eval.EntryFrom(ctx, s.core)
	}
	if entry != nil {
		v, err := entry.Enter(ctx, given)
		if !errors.Is(err, eval.ErrEntryClosed) {
			return v, err
		}
	}
	if s.held != nil && s.held.Load() {
		return s.core.EvaluateLocked(ctx, code, given)
	}
	return s.core.Evaluate(ctx, code, given)
}

// give notes on a list that the host gets whose it is, so that the functions in it can be
// made Go funcs. The lock is held.
func (s *Session) give(v value.Value) value.Value {
	if l := v.List(); l != nil {
		if a := l.MakeAux(); a.Owner == nil {
			a.Owner = s.core.Mark()
		}
	}
	return v
}

// locked runs f under the lock.
func (s *Session) locked(f func()) error {
	if s.entry != nil {
		_, err := s.entry.Inside(func(*eval.Frame) value.Value {
			f()
			return value.Null()
		})
		if !errors.Is(err, eval.ErrEntryClosed) {
			return err
		}
	}
	if s.held != nil && s.held.Load() {
		f()
		return nil
	}
	if err := s.core.Lock(); err != nil {
		return err
	}
	defer s.core.Unlock()
	f()
	return nil
}

// EvalValue evaluates code, a value, in a fresh local scope.
func (s *Session) EvalValue(ctx context.Context, code Value) (Value, error) {
	return s.evaluate(ctx, code, func(f *eval.Frame) value.Value { return f.TopLevel(code) })
}

// Close ends all executors and timers, waits for them, closes the library states, and
// returns their errors and what they say has leaked. Later calls return ErrClosed.
func (s *Session) Close() error {
	if s.inside() {
		return errors.New("a session cannot be closed inside one of its own evaluations or in Do")
	}
	return s.core.Close()
}

// inside reports whether the caller is part of an evaluation of the session, or in Do.
func (s *Session) inside() bool {
	return s.entry != nil && s.entry.IsOpen() || s.held != nil && s.held.Load()
}

// Wait waits until the session has no executor and no timer, or until ctx ends.
func (s *Session) Wait(ctx context.Context) error {
	if s.inside() {
		return errors.New("a session cannot be waited for inside one of its own evaluations or in Do")
	}
	return s.core.Wait(ctx)
}

// Do runs f while it holds the lock: lists that the session can reach are looked at or
// changed only there. Use the Session that f is given, not the outer one; it is valid
// until f returns. On a closed session f is run without any effect on other executors,
// since there are none.
func (s *Session) Do(f func(locked *Session)) {
	if s.entry != nil && s.entry.IsOpen() {
		s.doInside(f)
		return
	}
	if s.held != nil && s.held.Load() {
		f(s)
		return
	}
	s.core.LockAlways()
	defer s.core.Unlock()
	inner := &Session{in: s.in, core: s.core, held: new(atomic.Bool)}
	inner.held.Store(true)
	defer inner.held.Store(false)
	f(inner)
}

// doInside is Do inside a built-in.
func (s *Session) doInside(f func(locked *Session)) {
	_, err := s.entry.Inside(func(fr *eval.Frame) value.Value {
		var inner eval.Entry
		inner.Open(fr)
		defer inner.Close()
		f(&Session{in: s.in, core: s.core, entry: &inner})
		return value.Null()
	})
	if err != nil { // f panicked
		panic(err)
	}
}

// Set assigns a global variable: v is converted as by ToValue. The name of a hard
// function is an error.
func (s *Session) Set(name string, v any) error {
	converted, err := toValue(v, name, nil)
	if err != nil {
		return err
	}
	if _, hard := s.in.registry.HardName(name); hard {
		return Throw(eval.IllegalArgument, "set: %s is a built-in function, want a variable", name)
	}
	return s.locked(func() { s.core.Global.Put(name, converted) })
}

// Get returns the value of a global variable, and whether there is one.
func (s *Session) Get(name string) (v Value, ok bool) {
	v = Null()
	err := s.locked(func() {
		v, ok = s.core.Global.Get(name)
		s.give(v)
	})
	if err != nil {
		return Null(), false
	}
	return v, ok
}

// Delete removes a global variable and reports whether there was one.
func (s *Session) Delete(name string) (ok bool) {
	_ = s.locked(func() {
		if i := s.core.Global.Find(name); i >= 0 {
			s.core.Global.Remove(i)
			ok = true
		}
	})
	return ok
}

// Snapshot returns a deep copy of the global scope, null if the session is closed.
func (s *Session) Snapshot() Value {
	v := Null()
	_ = s.locked(func() { v = s.core.Global.Value().Clone() })
	return v
}

// SetAll adds the elements of a list to the global scope; named ones replace variables of
// the same name. A name of a hard function is an error, and nothing is then set.
func (s *Session) SetAll(scope *List) error {
	var err error
	locked := s.locked(func() {
		for i := range scope.Len() {
			if _, hard := s.in.registry.HardName(scope.Name(i)); hard {
				err = Throw(eval.IllegalArgument, "set: %s is a built-in function, want a variable", scope.Name(i))
				return
			}
		}
		for i := range scope.Len() {
			s.core.Global.AppendFrom(scope, i)
		}
	})
	return errors.Join(locked, err)
}
