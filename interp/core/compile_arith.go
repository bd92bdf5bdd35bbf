package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// The fast way of + and -: two operands of which each is a double or a 32-bit integer
// give the double of both, which for integers is exact. Everything else (longs, other
// types, more operands) goes through the accumulators of package value. A sum begins with
// 0 and so is never -0.0, which adding 0 to the second operand sees to.

func compilePlus(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return compileSum(c, l), true
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	e.Num = sumNum(a, b)
	if a.Const && !b.Const && b.Global == nil {
		if k, ok := a.Value.Float(); ok && !b.Runs { // a sum does not care
			k += 0
			e.Form = sumForm(b, -1, k)
			return e.With(plusConstant(c, l, b, k, a.Value)), true
		}
	}
	if k, ok := b.Value.Float(); ok && b.Const && a.Global == nil {
		k += 0
		e.Form = sumForm(a, -1, k)
		return e.With(plusConstant(c, l, a, k, b.Value)), true
	}
	if a.Slot >= 0 && b.Slot >= 0 {
		i, j, ra, rb := a.Slot, b.Slot, a.Run, b.Run
		e.Form = sumForm(a, j, 0)
		return e.With(func(f *eval.Frame) value.Value {
			v, w := f.Local(i), f.Local(j)
			if x, ok := v.Float(); ok {
				if y, ok := w.Float(); ok {
					return value.Double(x + (y + 0))
				}
			}
			return sumOf(ra(f), rb(f))
		}), true
	}
	if x, ok := a.Operand(); ok {
		if y, ok := b.Operand(); ok {
			e.Form = eval.Form{Kind: eval.FormOperands, A: x, B: y}
			return e.With(plusOperands(x, y, a, b)), true
		}
	}
	left, right, valid := a.Run, b.Run, c.Validity()
	if num := e.Num; num != nil {
		return e.WithNum(num, func(f *eval.Frame) value.Value {
			v := left(f)
			return sumOf(v, right(f))
		}), true
	}
	if !a.Runs {
		return e.With(func(f *eval.Frame) value.Value {
			v := left(f)
			w := right(f)
			if x, ok := v.Float(); ok {
				if y, ok := w.Float(); ok && (!b.Runs || valid.Valid()) {
					return value.Double(x + (y + 0))
				}
			}
			return sumRest(f, l, valid, v, w)
		}), true
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := left(f)
		if !valid.Valid() {
			var s value.Sum
			addNumber(&s, v)
			return sumFrom(f, l, 2, s)
		}
		w := right(f)
		if x, ok := v.Float(); ok {
			if y, ok := w.Float(); ok && valid.Valid() {
				return value.Double(x + (y + 0))
			}
		}
		return sumRest(f, l, valid, v, w)
	}), true
}

// plusOperands is + of two operands.
func plusOperands(x, y eval.Operand, a, b eval.Expr) eval.Node {
	left, right := a.Run, b.Run
	return func(f *eval.Frame) value.Value {
		if m, ok := x.Float(f); ok {
			if n, ok := y.Float(f); ok {
				return value.Double(m + (n + 0))
			}
		}
		v := left(f)
		return sumOf(v, right(f))
	}
}

// sumForm describes the sum of a, if it is a local variable, and another one or a number.
func sumForm(a eval.Expr, right int, k float64) eval.Form {
	if a.Slot < 0 {
		return eval.Form{}
	}
	return eval.Form{Kind: eval.FormSum, Left: a.Slot, Right: right, Number: k}
}

// sumNum returns the sum of two expressions that change nothing, nil if they are not of
// that kind.
func sumNum(a, b eval.Expr) eval.Num {
	m, n := a.Num, b.Num
	if m == nil || n == nil {
		return nil
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		return x + (y + 0), ok
	}
}

// plusConstant compiles the sum of an expression and a number written in the code.
func plusConstant(c *eval.Compiler, l *value.List, a eval.Expr, k float64, constant value.Value) eval.Node {
	run, valid := a.Run, c.Validity()
	if slot := a.Slot; slot >= 0 {
		return func(f *eval.Frame) value.Value {
			if x, ok := f.Local(slot).Float(); ok {
				return value.Double(x + k)
			}
			return sumOf(run(f), constant)
		}
	}
	if !a.Runs {
		return func(f *eval.Frame) value.Value {
			v := run(f)
			if x, ok := v.Float(); ok {
				return value.Double(x + k)
			}
			return sumOf(v, constant)
		}
	}
	return func(f *eval.Frame) value.Value {
		v := run(f)
		if !valid.Valid() {
			var s value.Sum
			addNumber(&s, v)
			return sumFrom(f, l, 2, s)
		}
		if x, ok := v.Float(); ok {
			return value.Double(x + k)
		}
		return sumOf(v, constant)
	}
}

// sumRest completes a sum of two whose operands have been evaluated.
func sumRest(f *eval.Frame, l *value.List, valid *value.Validity, v, w value.Value) value.Value {
	if valid.Valid() {
		return sumOf(v, w)
	}
	var s value.Sum
	addNumber(&s, v)
	addNumber(&s, w)
	return sumFrom(f, l, 3, s)
}

// compileSum compiles a sum of any number of operands.
func compileSum(c *eval.Compiler, l *value.List) eval.Expr {
	parts := make([]eval.Expr, l.Len()-1)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	valid := c.Validity()
	e := eval.Join(parts...)
	general := func(f *eval.Frame) value.Value {
		var s value.Sum
		for i := range parts {
			addNumber(&s, parts[i].Run(f))
			if !valid.Valid() {
				return sumFrom(f, l, i+2, s)
			}
		}
		return s.Value()
	}
	for _, part := range parts {
		if part.Num == nil {
			return e.With(general)
		}
	}
	return e.WithNum(func(f *eval.Frame) (float64, bool) {
		sum := 0.0
		for i := range parts {
			x, ok := parts[i].Num(f)
			if !ok {
				return 0, false
			}
			sum += x
		}
		return sum, math.Abs(sum) < 1<<53 // beyond that whole numbers are to be exact
	}, general)
}

// sumFrom adds the elements of the call l from index i on by walking.
func sumFrom(f *eval.Frame, l *value.List, i int, s value.Sum) value.Value {
	for ; i < l.Len(); i++ {
		addNumber(&s, f.Eval(l.At(i)))
	}
	return s.Value()
}

func addNumber(s *value.Sum, v value.Value) {
	if v.IsNumber() {
		s.Add(v)
	}
}

func sumOf(v, w value.Value) value.Value {
	var s value.Sum
	addNumber(&s, v)
	addNumber(&s, w)
	return s.Value()
}

// compileMinus compiles the difference of two operands; a single one is negated by the
// plain form.
func compileMinus(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	left, right, valid := a.Run, b.Run, c.Validity()
	if m, n := a.Num, b.Num; m != nil && n != nil {
		e.Num = func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			if !ok {
				return 0, false
			}
			y, ok := n(f)
			return x - y, ok
		}
	}
	if k, ok := b.Value.Float(); ok && b.Const && a.Slot >= 0 {
		slot, constant := a.Slot, b.Value
		return e.With(func(f *eval.Frame) value.Value {
			if x, ok := f.Local(slot).Float(); ok {
				return value.Double(x - k)
			}
			return difference(f, l, left(f), constant)
		}), true
	}
	if a.Slot >= 0 && b.Slot >= 0 {
		i, j := a.Slot, b.Slot
		return e.With(func(f *eval.Frame) value.Value {
			if x, ok := f.Local(i).Float(); ok {
				if y, ok := f.Local(j).Float(); ok {
					return value.Double(x - y)
				}
			}
			return difference(f, l, left(f), right(f))
		}), true
	}
	if num := e.Num; num != nil {
		return e.WithNum(num, func(f *eval.Frame) value.Value {
			v := left(f)
			checkNumber(f, l, v)
			return difference(f, l, v, right(f))
		}), true
	}
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
