package eval

import (
	"math"
	"runtime"

	"github.com/bpl-lang/bpl/interp/value"
)

// A Go stack may not grow without bound: its exhaustion kills the process. Two counters
// bound recursion, active user-function calls and nested evaluations; and so that even
// what they allow never comes near the bound of one Go stack, evaluation continues on a
// fresh goroutine, whose stack is empty, each time another segment is full.

// segment is how many nested evaluations run on one Go stack.
var segment = byWordSize(60_000, 20_000)

// headroom is how much deeper a handler of StackOverflowError may go.
const headroom = 2_000

// byWordSize returns the first number, or the second where int has 32 bits: Go's stacks end
// at 250 MB there, not at 1 GB.
func byWordSize(wide, narrow int) int {
	if math.MaxInt == math.MaxInt32 {
		return narrow
	}
	return wide
}

func throwStackOverflow(limit int) {
	Throw(StackOverflow, "recursion deeper than %d calls", limit)
}

// deeper evaluates l, which reached the guard: on a fresh stack, or not at all.
func (f *Frame) deeper(l *value.List) value.Value {
	return f.ex.onFreshStack(func() value.Value { return f.evalList(l) })
}

func (f *Frame) deeperCall(fn value.Value, args []value.Value) value.Value {
	kept := append([]value.Value(nil), args...) // so that those of other calls stay on the stack
	return f.ex.onFreshStack(func() value.Value { return f.CallValues(fn, kept...) })
}

// onFreshStack runs what came to nestedGuard. At the limit it throws StackOverflowError;
// else it moves the guard by a segment and runs on a goroutine of its own, for which this
// one waits. Panics and runtime.Goexit pass through as if there were one stack.
func (ex *Executor) onFreshStack(run func() value.Value) value.Value {
	if ex.nested >= ex.nestedLimit {
		throwStackOverflow(ex.depthLimit)
	}
	guard := ex.nestedGuard
	ex.nestedGuard = min(ex.nested+segment, ex.nestedLimit)
	var (
		v        value.Value
		panicked any
		finished bool
		done     = make(chan struct{})
	)
	go func() {
		defer close(done)
		defer func() {
			if !finished {
				panicked = ex.noted(recover())
			}
		}()
		v = run()
		finished = true
	}()
	<-done
	ex.nestedGuard = guard
	switch {
	case finished:
		return v
	case panicked == nil:
		runtime.Goexit()
	}
	panic(panicked)
}

// RaiseLimits gives a handler of StackOverflowError room to run; the returned function
// takes it back. Only one handler at a time has the room.
func (ex *Executor) RaiseLimits() (lower func()) {
	if ex.raised {
		return func() {}
	}
	depth, nested, guard := ex.depthLimit, ex.nestedLimit, ex.nestedGuard
	ex.raised = true
	ex.depthLimit += headroom
	ex.nestedLimit += nestedPerDepth * headroom
	if guard == nested {
		ex.nestedGuard = ex.nestedLimit
	}
	return func() {
		ex.raised = false
		ex.depthLimit, ex.nestedLimit, ex.nestedGuard = depth, nested, guard
	}
}
