package eval

import (
	"runtime/debug"
	"slices"

	"github.com/bpl-lang/bpl/interp/value"
)

// A mark is the state of an executor's stack, to which it returns when an exception is
// caught.
type mark struct {
	top                        *Frame
	depth, nested, nestedGuard int
	current                    *value.List
}

func (ex *Executor) mark() mark {
	return mark{ex.top, ex.depth, ex.nested, ex.nestedGuard, ex.current}
}

func (ex *Executor) reset(m mark) {
	ex.top, ex.depth, ex.nested, ex.nestedGuard, ex.current = m.top, m.depth, m.nested, m.nestedGuard, m.current
	ex.sweep()
}

// Protect runs a piece of evaluation and returns the exception that it threw, nil if it
// threw none. The scope and the call stack are then again those of f. What a script cannot
// catch (limits, cancellation, exit, panics of Go code) goes on.
//
// The deferred function only recovers: what the caller does with the exception runs on
// the unwound stack.
func (f *Frame) Protect(run func() value.Value) (v value.Value, e *Exception) {
	m := f.ex.mark()
	v, r := f.ex.recovered(run)
	if r == nil {
		return v, nil
	}
	return value.Null(), f.ex.caught(m, r)
}

// Attempt evaluates code as Protect runs something, with fewer Go frames for an exception
// to pass. thrown is what Caught takes, nil if nothing was thrown.
func (f *Frame) Attempt(code value.Value) (v value.Value, thrown any) {
	m := f.ex.mark()
	finished := false
	defer func() {
		if finished {
			return
		}
		if r := f.ex.noted(recover()); r != nil {
			f.ex.reset(m)
			v, thrown = value.Null(), r
		}
	}()
	v = f.Eval(code)
	finished = true
	return v, nil
}

// Caught returns the exception of an Attempt; what a script cannot catch goes on.
func Caught(thrown any) *Exception {
	if e, ok := thrown.(*Exception); ok {
		return e
	}
	panic(thrown)
}

// caught goes back to the mark and returns what was thrown, if a script may catch it.
func (ex *Executor) caught(m mark, r any) *Exception {
	ex.reset(m)
	return Caught(r)
}

// recovered runs run and returns what it panicked with, noted, or nil. A Goexit passes.
func (ex *Executor) recovered(run func() value.Value) (v value.Value, panicked any) {
	finished := false
	defer func() {
		if !finished {
			v, panicked = value.Null(), ex.noted(recover())
		}
	}()
	v = run()
	finished = true
	return v, nil
}

// noted completes what was recovered with the stack of user functions and the expression
// at the place where it was raised; it must be called before the frames are given up.
// Panics that are not the language's own become a PanicError. nil (a Goexit) stays nil.
func (ex *Executor) noted(r any) any {
	switch r := r.(type) {
	case nil:
		return nil
	case *Exception:
		ex.capture(r)
		return r
	case *LimitError:
		if r.Stack == nil {
			r.Stack = ex.callStack()
		}
		return r
	case *CancelError:
		if r.Stack == nil {
			r.Stack = ex.callStack()
		}
		return r
	case *ExitError, *PanicError:
		return r
	}
	return &PanicError{Value: r, GoStack: debug.Stack(), Stack: ex.callStack()}
}

// capture notes where e was thrown, once.
func (ex *Executor) capture(e *Exception) {
	if e.captured {
		return
	}
	e.captured = true
	if !e.hasExpression && ex.current != nil {
		e.Expression, e.hasExpression = ex.current.Value(), true
	}
	if src, offset := ex.session.place(ex.current); src != nil && e.Pos == (Pos{}) {
		e.source, e.Pos = src, src.Pos(offset)
	}
	e.trace = ex.traceNow()
}

// forHost completes an exception that leaves the interpreter with its list and the places
// of the calls.
func (ex *Executor) forHost(e *Exception) *Exception {
	ex.capture(e)
	e.List()
	if e.Stack != nil {
		return e
	}
	for i, site := range e.trace.sites {
		call := CallInfo{Func: e.trace.calls[i].Ref().Text()}
		if i > 0 && site == e.trace.sites[i-1] { // recursion
			call.Pos = e.Stack[i-1].Pos
		} else {
			call.Pos = ex.session.Position(site)
		}
		e.Stack = append(e.Stack, call)
	}
	if e.hasExpression && e.hint == "" {
		e.hint = ex.top.hintFor(e.Expression)
	}
	return e
}

// callStack returns the active calls of user functions, outermost first.
func (ex *Executor) callStack() []CallInfo {
	var calls []CallInfo
	for f := ex.top; f != nil; f = f.up {
		if from := f.called(); from.ref != nil {
			calls = append(calls, CallInfo{Func: from.ref.Text(), Pos: ex.session.Position(from.call)})
		}
	}
	slices.Reverse(calls)
	return calls
}
