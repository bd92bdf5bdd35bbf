package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A wholeOperation is one of the operations on two whole numbers.
type wholeOperation uint8

const (
	wholeDiv wholeOperation = iota
	wholeRemainder
	wholeAnd
	wholeOr
	wholeXor
	wholeShift
)

// wholeOperationOf returns the operation of a function.
func wholeOperationOf(name string) wholeOperation {
	switch name {
	case "div":
		return wholeDiv
	case "remainder":
		return wholeRemainder
	case "bit-and":
		return wholeAnd
	case "bit-or":
		return wholeOr
	case "bit-xor":
		return wholeXor
	}
	return wholeShift
}

// short computes with 32-bit operands; false leaves a division by zero or -1 to long.
func (op wholeOperation) short(a, b int32) (int32, bool) {
	switch op {
	case wholeDiv:
		if uint32(b+1) <= 1 {
			return 0, false
		}
		return a / b, true
	case wholeRemainder:
		if uint32(b+1) <= 1 {
			return 0, false
		}
		return a % b, true
	case wholeAnd:
		return a & b, true
	case wholeOr:
		return a | b, true
	case wholeXor:
		return a ^ b, true
	}
	if b >= 0 {
		return a >> (uint32(b) & 31), true
	}
	return a << (uint32(-b) & 31), true
}

// long computes with operands of any width.
func (op wholeOperation) long(a, b int64) (value.Value, error) {
	wide := value.Wide(a) || value.Wide(b)
	switch op {
	case wholeDiv:
		return value.Div(a, b)
	case wholeRemainder:
		return value.Remainder(a, b)
	case wholeAnd:
		return value.WholeOf(a&b, wide), nil
	case wholeOr:
		return value.WholeOf(a|b, wide), nil
	case wholeXor:
		return value.WholeOf(a^b, wide), nil
	}
	return value.Shift(a, b), nil
}

// compileWhole compiles an operation on two whole numbers by expressions that change
// nothing; others are left to the plain form.
func compileWhole(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	if a.Runs || b.Runs {
		return eval.Expr{}, false
	}
	op := wholeOperationOf(l.At(0).Ref().Text())
	left, right := a.Run, b.Run
	general := func(f *eval.Frame) value.Value {
		x := wholeOperand(f, l, left(f))
		v, err := op.long(x, wholeOperand(f, l, right(f)))
		if err != nil {
			f.In(l)
			throwArithmetic(l, err)
		}
		return v
	}
	e := eval.Join(a, b)
	if e.Num = wholeNum(op, a, b); e.Num == nil {
		return e.With(general), true
	}
	num := e.Num
	return e.With(func(f *eval.Frame) value.Value {
		if x, ok := num(f); ok {
			return value.Int(int32(x))
		}
		return general(f)
	}), true
}

// wholeOperand is wholeArg for a value that compiled code has.
func wholeOperand(f *eval.Frame, l *value.List, v value.Value) int64 {
	checkNumber(f, l, v)
	n, ok := v.Truncate()
	if !ok {
		f.In(l)
		throwArithmetic(l, value.ErrNotWhole)
	}
	return n
}

// wholeNum returns the operation on two expressions as long as both fit 32 bits, nil if
// one has no Num.
//
//go:noinline
func wholeNum(op wholeOperation, a, b eval.Expr) eval.Num {
	m, n := a.Num, b.Num
	if m == nil || n == nil {
		return nil
	}
	if k, ok := numberOf(b); ok && fitsShort(k) {
		k := int32(k)
		return func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			if !ok || !fitsShort(x) {
				return 0, false
			}
			r, ok := op.short(int32(x), k)
			return float64(r), ok
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		if ok && fitsShort(x) && fitsShort(y) {
			r, ok := op.short(int32(x), int32(y))
			return float64(r), ok
		}
		return 0, false
	}
}

// fitsShort reports whether x without its fraction fits 32 bits. It is asked before the
// conversion, whose result for other numbers depends on the processor.
func fitsShort(x float64) bool { return x > -1<<31-1 && x < 1<<31 }
