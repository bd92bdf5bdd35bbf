package eval

import (
	"math"

	"github.com/bpl-lang/bpl/interp/value"
)

// Arg evaluates element i of the call l as it is now; a call without it throws.
func (f *Frame) Arg(l *value.List, i int) value.Value {
	if i >= l.Len() {
		Throw(IndexOutOfBounds, "%s: got %d arguments, want argument %d", FunctionName(l), l.Len()-1, i)
	}
	return f.Eval(l.At(i))
}

// ArgOr evaluates element i of the call l, or returns otherwise if there is none.
func (f *Frame) ArgOr(l *value.List, i int, otherwise value.Value) value.Value {
	if i >= l.Len() {
		return otherwise
	}
	return f.Eval(l.At(i))
}

// Option evaluates the argument of that name; false if there is none. A null counts as
// given: callers for whom it means absence test for it.
func (f *Frame) Option(l *value.List, name string) (value.Value, bool) {
	if i := l.Find(name); i > 0 {
		return f.Eval(l.At(i)), true
	}
	return value.Null(), false
}

// RefArg returns the reference argument at element i of the call: used as it is if it is
// a reference, a list is evaluated to get one.
func (f *Frame) RefArg(l *value.List, i int) *value.Ref {
	if i >= l.Len() {
		Throw(MissingArgument, "At position %d", i)
	}
	v := l.At(i)
	if v.IsList() {
		v = f.Eval(v)
	}
	r := v.Ref()
	if r == nil {
		Throw(InvalidReference, "At position %d", i)
	}
	return r
}

// LocalArg is RefArg for a variable that the function binds in the local scope, such as
// that of a loop: a path or a hard reference throws.
func (f *Frame) LocalArg(l *value.List, i int) *value.Ref {
	r := f.RefArg(l, i)
	CheckLocal(FunctionName(l), r)
	return r
}

// CheckLocal throws unless r names something that a local scope can hold. fn is the name of
// the function that is to bind it.
func CheckLocal(fn string, r *value.Ref) {
	checkBindable(r)
	if r.Hard() {
		ThrowNoVariable(fn, r)
	}
}

// ThrowNoVariable throws that the function fn was given a built-in function, whose name no
// variable can have, in the place of a variable.
func ThrowNoVariable(fn string, r *value.Ref) {
	Throw(IllegalArgument, "%s: %s is a built-in function, want a variable", fn, r.Text())
}

// WrongType throws that an operand of the call l is of the wrong type; want says what
// was expected.
func WrongType(l *value.List, got value.Value, want string) {
	Throw(IllegalArgument, "%s: got %s, want %s", FunctionName(l), TypeName(got), want)
}

// ListArg evaluates argument i, which must be a list.
func (f *Frame) ListArg(l *value.List, i int) *value.List {
	v := f.Arg(l, i)
	list := v.List()
	if list == nil {
		WrongType(l, v, "list")
	}
	return list
}

// TextArg evaluates argument i, which must be a string.
func (f *Frame) TextArg(l *value.List, i int) *value.Text {
	v := f.Arg(l, i)
	t := v.Text()
	if t == nil {
		WrongType(l, v, "string")
	}
	return t
}

// NumberArg evaluates argument i, which must be a number.
func (f *Frame) NumberArg(l *value.List, i int) value.Value {
	v := f.Arg(l, i)
	if !v.IsNumber() {
		WrongType(l, v, "number")
	}
	return v
}

// CheckText ends the evaluation if a string of n bytes is longer than allowed, and counts
// the bytes. Call it before the string is built.
func (f *Frame) CheckText(n int) {
	f.CheckTextLen(int64(n))
	f.ChargeText(n)
}

// ChargeText counts the memory of a string of n bytes that is made.
func (f *Frame) ChargeText(n int) { f.Charge(textBytes + int64(n)) }

// CheckTextLen ends the evaluation if a string of n bytes is longer than allowed.
func (f *Frame) CheckTextLen(n int64) {
	if limit := min(f.ex.evaluation.limits.StringLen, longestString); n > limit {
		ExceedLimit("string-len", limit)
	}
}

// longestString is how many bytes a string may have where no limit is set: beyond it Go
// cannot even try to take the memory.
const longestString int64 = min(math.MaxInt, 1<<46)

// CheckLen ends the evaluation if a list of n elements is longer than allowed. Call it
// before the list grows to n.
func (f *Frame) CheckLen(n int) {
	if limit := f.ex.evaluation.limits.ListLen; int64(n) > limit {
		ExceedLimit("list-len", limit)
	}
}

// ChargeList counts a list of n elements that is about to be made at once, and the steps
// that this takes. Other executors get no turn.
func (f *Frame) ChargeList(n int) {
	f.CheckLen(n)
	f.ChargeElements(n)
	for ; n >= elementsPerStep; n -= elementsPerStep {
		f.ex.TickHolding()
	}
}

// ChargeElements counts the memory of a list of n elements.
func (f *Frame) ChargeElements(n int) { f.Charge(value.ListBytes + value.ElementBytes*int64(n)) }

// textBytes is what a string takes in memory, its bytes aside.
const textBytes = 32

// ChargeElement counts one more element of a list of n. It answers false if it has to be
// charged again to look at the limits.
func (f *Frame) ChargeElement(n int) bool {
	e := f.ex.evaluation
	e.allocated += value.ElementBytes
	return e.allocated <= e.room && int64(n) < e.limits.ListLen
}

// Charge counts n bytes that are about to be allocated.
func (f *Frame) Charge(n int64) {
	e := f.ex.evaluation
	e.allocated += n
	if e.allocated > e.room {
		f.ex.overrun(n)
	}
}
