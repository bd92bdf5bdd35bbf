package interp

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A Tracer sees every function call, of built-ins too, under the lock; calls of several
// sessions may come at the same time. The Call is valid only until the method returns; its
// Locals are the scope of the user function that is called, of a built-in the caller's.
// Sessions with a Tracer are slower; without one tracing costs nothing.
type Tracer interface {
	Enter(c *Call)
	Leave(c *Call, result Value, err error)
}

// tracing lets a Tracer see what the evaluator reports.
type tracing struct{ t Tracer }

func (t tracing) Enter(f *eval.Frame, fn *eval.Function, call *value.List) {
	c := watchedCall(f, fn, call)
	defer c.close()
	t.t.Enter(c)
}

func (t tracing) Leave(f *eval.Frame, fn *eval.Function, call *value.List, v value.Value, err error) {
	c := watchedCall(f, fn, call)
	defer c.close()
	t.t.Leave(c, v, err)
}
