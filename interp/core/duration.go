package core

import (
	"math"
	"time"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// durationOf returns a number of milliseconds, an operand of the call l, as a duration.
// NaN is 0; what a duration cannot hold is its longest, some 292 years.
func durationOf(l *value.List, what string, v value.Value) time.Duration {
	ms, ok := v.AsDouble()
	switch {
	case !ok:
		eval.WrongType(l, v, "number of milliseconds as the "+what)
	case ms < 0:
		eval.Throw(eval.IllegalArgument, "%s: got a negative %s, want 0 or more milliseconds", eval.FunctionName(l), what)
	case math.IsNaN(ms):
		return 0
	}
	ns := ms * float64(time.Millisecond)
	if ns >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(ns)
}

// timeoutArg evaluates argument i of the call l, the longest time to wait; absent and
// null mean no limit.
func timeoutArg(f *eval.Frame, l *value.List, i int) (d time.Duration, limited bool) {
	v := f.ArgOr(l, i, value.Null())
	if v.IsNull() {
		return 0, false
	}
	return durationOf(l, "timeout", v), true
}

// milliseconds returns a duration as scripts see it, a double.
func milliseconds(d time.Duration) value.Value {
	return value.Double(float64(d) / float64(time.Millisecond))
}
