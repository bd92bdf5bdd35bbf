package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileMinus compiles the difference of two operands; a single one is negated by the
// plain form.
func compileMinus(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	if num := differenceNum(a, b); num != nil {
		return compileDifferenceNum(l, e, num, a, b), true
	}
	left, right, valid := a.Run, b.Run, c.Validity()
	return e.With(func(f *eval.Frame) value.Value {
		v := left(f)
		var w value.Value
		if a.Runs && !valid.Valid() {
			if l.Len() < 3 {
				return negation(f, l, v)
			}
			checkNumber(f, l, v)
			w = f.Eval(l.At(2))
		} else {
			checkNumber(f, l, v)
			w = right(f)
		}
		if x, ok := v.Float(); ok {
			if y, ok := w.Float(); ok {
				return value.Double(x - y)
			}
		}
		return difference(f, l, v, w)
	}), true
}

// compileDifferenceNum compiles the difference of two expressions that change nothing.
//
//go:noinline
func compileDifferenceNum(l *value.List, e eval.Expr, num eval.Num, a, b eval.Expr) eval.Expr {
	left, right := a.Run, b.Run
	e = e.WithNum(num, func(f *eval.Frame) value.Value {
		v := left(f)
		checkNumber(f, l, v)
		return difference(f, l, v, right(f))
	})
	i, j, general := a.Slot, b.Slot, e.Run
	if k, ok := numberOf(b); ok && i >= 0 {
		return withAddition(e, i, -k)
	}
	if i >= 0 && j >= 0 {
		return e.With(func(f *eval.Frame) value.Value {
			if x, ok := f.Local(i).Float(); ok {
				if y, ok := f.Local(j).Float(); ok {
					return value.Double(x - y)
				}
			}
			return general(f)
		})
	}
	return e
}

// difference returns v − w for the call l of -.
func difference(f *eval.Frame, l *value.List, v, w value.Value) value.Value {
	checkNumber(f, l, v)
	checkNumber(f, l, w)
	return value.Sub(v, w)
}

// negation returns −v for the call l of -.
func negation(f *eval.Frame, l *value.List, v value.Value) value.Value {
	checkNumber(f, l, v)
	return value.Neg(v)
}

// checkNumber throws unless v, an operand of the call l, is a number.
func checkNumber(f *eval.Frame, l *value.List, v value.Value) {
	if !v.IsNumber() {
		f.In(l)
		eval.WrongType(l, v, "number")
	}
}
