package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A wholeOperation is one of the operations that combine two whole numbers into one.
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

// long computes with two operands of any width.
func (op wholeOperation) long(a, b int64) (value.Value, error) {
	switch op {
	case wholeDiv:
		return value.Div(a, b)
	case wholeRemainder:
		return value.Remainder(a, b)
	}
	return value.Shift(a, b), nil
}

// combines reports whether the operation takes any number of operands.
func (op wholeOperation) combines() bool { return op == wholeAnd || op == wholeOr || op == wholeXor }

// compileWhole compiles an operation on whole numbers.
func compileWhole(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	op := wholeOperationOf(l.At(0).Ref().Text())
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	n := 2
	if op.combines() {
		n = l.Len() - 1
	}
	parts := make([]eval.Expr, n)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	e := eval.Join(parts...)
	general := wholeGeneral(c, l, op, parts)
	if e.Runs {
		return e.With(general), true
	}
	e.Num = parts[0].Num
	for _, b := range parts[1:] {
		e.Num = wholeNum(op, eval.Expr{Num: e.Num, Slot: -1}, b)
	}
	if e.Num == nil {
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

// wholeGeneral is the operation on operands of any kind. When one of them has changed the
// code the others are walked.
//
//go:noinline
func wholeGeneral(c *eval.Compiler, l *value.List, op wholeOperation, parts []eval.Expr) eval.Node {
	valid := c.Validity()
	if op.combines() {
		return func(f *eval.Frame) value.Value {
			bits, wide := op.start(), false
			for i := range parts {
				n := wholeOperand(f, l, parts[i].Run(f))
				bits, wide = op.combine(bits, n), wide || value.Wide(n)
				if parts[i].Runs && !valid.Valid() {
					f.In(l)
					return foldBits(f, l, i+2, op, bits, wide)
				}
			}
			return value.WholeOf(bits, wide)
		}
	}
	left, right := parts[0], parts[1]
	return func(f *eval.Frame) value.Value {
		x := wholeOperand(f, l, left.Run(f))
		var y int64
		if left.Runs && !valid.Valid() {
			f.In(l)
			y = wholeArg(f, l, 2)
		} else {
			y = wholeOperand(f, l, right.Run(f))
		}
		v, err := op.long(x, y)
		if err != nil {
			f.In(l)
			throwArithmetic(l, err)
		}
		return v
	}
}

// start is the result of an operation that combines its operands where there are none.
func (op wholeOperation) start() int64 {
	if op == wholeAnd {
		return -1
	}
	return 0
}

// combine is an operation that takes any number of operands.
func (op wholeOperation) combine(a, b int64) int64 {
	switch op {
	case wholeAnd:
		return a & b
	case wholeOr:
		return a | b
	}
	return a ^ b
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
