package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// wholeArg evaluates argument i of the call l as a whole-number operand: a double is cut
// toward zero.
func wholeArg(f *eval.Frame, l *value.List, i int) int64 {
	return truncated(l, f.NumberArg(l, i))
}

// truncated returns the number v as a whole-number operand of the call l.
func truncated(l *value.List, v value.Value) int64 {
	n, ok := v.Truncate()
	if !ok {
		throwArithmetic(l, value.ErrNotWhole)
	}
	return n
}

// indexArg evaluates argument i as an index or position. A double beyond 64 bits is the
// largest or smallest position there is, which is outside of every list.
func indexArg(f *eval.Frame, l *value.List, i int) int64 {
	n, _ := f.NumberArg(l, i).Truncate()
	return n
}

func throwArithmetic(l *value.List, err error) {
	eval.Throw(eval.Arithmetic, "%s: %v", eval.FunctionName(l), err)
}

// throwIndex throws that a position is outside of a list of that size.
func throwIndex(l *value.List, index int64, size int) {
	eval.Throw(eval.IndexOutOfBounds, "%s", eval.IndexMessage(eval.FunctionName(l), index, size))
}

// The memory that lists take, for charging.
const (
	listBytes    = value.ListBytes
	elementBytes = value.ElementBytes
)

// chargeList bounds and counts a list of n elements that is about to be made.
func chargeList(f *eval.Frame, n int) {
	f.CheckLen(n)
	f.ChargeElements(n)
}

// movedPerHandled is how many elements a list moves, to make or close a gap, in the time
// that handling one takes.
const movedPerHandled = 16

// tickMove counts n elements that a list is about to move.
func tickMove(f *eval.Frame, n int) { f.TickHolding(n / movedPerHandled) }

// chargeGrowth bounds and counts n more elements of a list.
func chargeGrowth(f *eval.Frame, list *value.List, n int) {
	f.CheckLen(list.Len() + n)
	f.Charge(elementBytes * int64(n))
}
