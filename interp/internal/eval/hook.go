package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Tracer is told of every function call, under the lock. fn is the built-in that is
// called, nil for a user function; f is the frame of a user function, of a built-in that
// of its caller. call is nil for a call with values.
type Tracer interface {
	Enter(f *Frame, fn *Function, call *value.List)
	Leave(f *Frame, fn *Function, call *value.List, v value.Value, err error)
}

// hooks are what watches the calls of a session. While a session has any, every call goes
// through the walker.
type hooks struct {
	tracer Tracer
	breaks []*breakpoint
}

type breakpoint struct {
	name string
	run  func(f *Frame, fn *Function, call *value.List) error
}

// Break makes run be called when a function of that name is entered; its error ends the
// evaluation. The lock is held here and when remove is called.
func (s *Session) Break(name string, run func(f *Frame, fn *Function, call *value.List) error) (remove func()) {
	b := &breakpoint{name: name, run: run}
	h := hooks{tracer: s.registry.Config.Tracer}
	if s.hooks != nil {
		h.breaks = append(h.breaks, s.hooks.breaks...)
	}
	h.breaks = append(h.breaks, b)
	s.hooks = &h // calls that are under way see the old ones
	return func() { s.removeBreak(b) }
}

func (s *Session) removeBreak(b *breakpoint) {
	h := hooks{tracer: s.registry.Config.Tracer}
	for _, other := range s.hooks.breaks {
		if other != b {
			h.breaks = append(h.breaks, other)
		}
	}
	s.hooks = &h
	if h.tracer == nil && len(h.breaks) == 0 {
		s.hooks = nil
	}
}

// watched runs a call of fn, or of the user function user, under the eyes of the hooks.
func (h *hooks) watched(f *Frame, fn *Function, user, call *value.List, run func() value.Value) value.Value {
	for _, b := range h.breaks {
		if !b.meets(f, fn, user) {
			continue
		}
		if err := b.run(f, fn, call); err != nil {
			f.EndEvaluation(err)
		}
	}
	if h.tracer == nil {
		return run()
	}
	h.tracer.Enter(f, fn, call)
	v, r := f.ex.recovered(run)
	if r == nil {
		h.tracer.Leave(f, fn, call, v, nil)
		return v
	}
	err := r.(error)
	if e, ok := r.(*Exception); ok {
		err = f.ex.forHost(e)
	}
	h.tracer.Leave(f, fn, call, value.Null(), err)
	panic(r)
}

// meets reports whether the function that is entered is the one that the breakpoint
// names: by the reference that called it, or because the global variable holds it.
func (b *breakpoint) meets(f *Frame, fn *Function, user *value.List) bool {
	if fn != nil {
		return fn.Name == b.name
	}
	if ref := f.called().ref; ref != nil && ref.Text() == b.name {
		return true
	}
	v, ok := f.ex.session.Global.Get(b.name)
	return ok && v.List() == user
}

// EndEvaluation ends the evaluation of f with all its executors; no script can catch
// that. It does not return.
func (f *Frame) EndEvaluation(cause error) {
	f.ex.evaluation.killOthers(f.ex, cause)
	switch cause := cause.(type) {
	case *LimitError, *CancelError, *PanicError:
		panic(cause)
	case *ExitError:
		f.Exit(cause.Code)
	}
	panic(&CancelError{Cause: cause})
}
