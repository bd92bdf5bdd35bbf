package interp

import (
	"context"
	"io"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A Call is what a built-in sees of its call; valid only until it returns. In a special
// form its methods are for the goroutine that runs the built-in. Where the lock is not held
// (in a Func, and inside Unlocked) they may be used from any goroutine and take the lock
// for their duration.
//
// Arguments count from 0; the function itself is none.
type Call struct {
	name  string
	list  *value.List // nil for a call with values
	lib   *installed  // nil in a Tracer and a Break
	entry eval.Entry
	state io.Closer
}

// watchedCall is the Call that a Tracer or a Break sees.
func watchedCall(f *eval.Frame, fn *eval.Function, call *value.List) *Call {
	c := &Call{list: call}
	switch {
	case fn != nil:
		c.name = fn.Name
	case call != nil:
		c.name = eval.FunctionName(call)
	default:
		c.name = "function"
	}
	c.entry.Open(f)
	return c
}

func (c *Call) close() { c.entry.Close() }

// openState opens the state of the library at the first call of one of its functions.
func (c *Call) openState() error {
	if c.lib == nil || c.lib.open == nil {
		return nil
	}
	s := c.entry.Frame().Session()
	var err error
	c.state, err = s.State(&c.lib.Library, func() (io.Closer, error) { return c.lib.open(c.Session()) })
	return err
}

// Context ends when the executor is killed, the evaluation cancelled, or its context over.
// It carries the executor: an outer session and Go functions made from functions of the
// language come back into this evaluation when they are given it.
func (c *Call) Context() context.Context { return c.entry.Context() }

// Session returns the session as this executor sees it: its methods come back into the
// evaluation instead of waiting for the lock.
func (c *Call) Session() *Session {
	outer := c.outer()
	return &Session{in: outer.in, core: outer.core, entry: &c.entry}
}

// outer returns the session as the host sees it.
func (c *Call) outer() *Session { return c.entry.Frame().Session().Face.(*Session) }

// State returns what the library's Open returned, nil if it has no state.
func (c *Call) State() io.Closer { return c.state }

// Name returns the name of the function, or by which reference a user function was called.
func (c *Call) Name() string { return c.name }

// Pos returns where the call was read.
func (c *Call) Pos() Pos { return c.entry.Frame().Session().Position(c.list) }

// Executor returns the number of the executor, as (executors) lists it.
func (c *Call) Executor() int { return c.entry.Frame().Executor().ID() }

// Len returns the number of arguments.
func (c *Call) Len() int {
	if c.list == nil {
		return 0
	}
	return c.list.Len() - 1
}

// Arg returns argument i as it is written, not evaluated; null if there is none.
func (c *Call) Arg(i int) Value {
	if i < 0 || i >= c.Len() {
		return Null()
	}
	return c.list.At(i + 1)
}

// ArgName returns the name of argument i, "" if it has none.
func (c *Call) ArgName(i int) string {
	if i < 0 || i >= c.Len() {
		return ""
	}
	return c.list.Name(i + 1)
}

// Eval evaluates argument i as it is now. An argument that does not exist is an error.
func (c *Call) Eval(i int) (Value, error) {
	if i < 0 || i >= c.Len() {
		return Null(), Throw(eval.IndexOutOfBounds, "%s: got %d arguments, want argument %d", c.name, c.Len(), i+1)
	}
	return c.EvalValue(c.list.At(i + 1))
}

// EvalAll evaluates all arguments in order and appends them to to. It is Eval for each, at
// the cost of one.
func (c *Call) EvalAll(to []Value) ([]Value, error) {
	n := c.Len()
	_, err := c.entry.Inside(func(f *eval.Frame) value.Value {
		for i := range n {
			to = append(to, f.Eval(c.Arg(i)))
		}
		return value.Null()
	})
	return to, err
}

// EvalNamed evaluates the argument of that name; ok tells whether there is one.
func (c *Call) EvalNamed(name string) (v Value, ok bool, err error) {
	if c.list == nil {
		return Null(), false, nil
	}
	i := c.list.Find(name)
	if i < 1 {
		return Null(), false, nil
	}
	v, err = c.EvalValue(c.list.At(i))
	return v, true, err
}

// EvalValue evaluates code in the scope of the call.
func (c *Call) EvalValue(code Value) (Value, error) {
	return c.entry.Inside(func(f *eval.Frame) value.Value { return f.Eval(code) })
}

// Invoke calls a function of the language with values, which are bound to its parameters
// and never evaluated: comparators, callbacks.
func (c *Call) Invoke(fn Value, args ...Value) (Value, error) {
	return c.entry.Inside(func(f *eval.Frame) value.Value { return f.CallValues(fn, args...) })
}

// SetLocal binds a name in the scope of the call, as set-local does. ref must be a soft
// reference without a path.
func (c *Call) SetLocal(ref, v Value) error {
	_, err := c.entry.Inside(func(f *eval.Frame) value.Value {
		r := ref.Ref()
		if r == nil {
			eval.Throw(eval.InvalidReference, "%s: got %s, want a reference to bind", c.name, eval.TypeName(ref))
		}
		eval.CheckLocal(c.name, r)
		f.SetLocal(r, v)
		return value.Null()
	})
	return err
}

// Locals returns the live scope of the caller; in a Tracer and a Break that of the user
// function that is called.
func (c *Call) Locals() *List {
	scope, err := c.entry.Inside(func(f *eval.Frame) value.Value { return f.Scope().Value() })
	if err != nil {
		return value.NewList(0)
	}
	return scope.List()
}

// Unlocked runs f without the session's lock, for blocking work. Its context is that of
// Context. f must not touch Values. Once the context is over, the evaluation ends whatever
// f returned.
func (c *Call) Unlocked(f func(ctx context.Context) error) error {
	var err error
	_, ended := c.entry.Frame().Try(func() value.Value {
		err = c.entry.Unlocked(func(window *eval.Entry) error { return f(window.Context()) })
		return value.Null()
	})
	if ended != nil {
		return ended
	}
	return err
}

// Stdout returns the session's standard output. Each Write is one write there, which never
// mixes with those of other executors, and counts for the limit of output. Without a grant
// it fails with PermissionDenied.
func (c *Call) Stdout() io.Writer { return output{c} }

type output struct{ c *Call }

// Write writes p as a whole.
func (o output) Write(p []byte) (int, error) {
	_, err := o.c.entry.Inside(func(f *eval.Frame) value.Value {
		f.Output(o.c.name, "standard output", f.Config().Stdout, p)
		return value.Null()
	})
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Tick counts a step and looks after the context, kills and other executors' turns. Call
// it in loops, for each piece of work of about a thousand elements, and return its error.
func (c *Call) Tick() error {
	_, err := c.entry.Inside(func(f *eval.Frame) value.Value {
		f.Step()
		f.Executor().CheckInterrupt()
		return value.Null()
	})
	return err
}

// Charge counts n bytes that are about to be built; return its error.
func (c *Call) Charge(n int64) error {
	_, err := c.entry.Inside(func(f *eval.Frame) value.Value {
		f.Charge(n)
		return value.Null()
	})
	return err
}
