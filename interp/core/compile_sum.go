package core

import (
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
	if num := sumNum(a, b); num != nil {
		return compileSumNum(e, num, a, b), true
	}
	left, right, valid := a.Run, b.Run, c.Validity()
	if !a.Runs {
		return e.With(func(f *eval.Frame) value.Value {
			v := left(f)
			w := right(f)
			if x, ok := v.Float(); ok {
				if y, ok := w.Float(); ok && valid.Valid() {
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

// compileSumNum compiles the sum of two expressions that change nothing.
//
//go:noinline
func compileSumNum(e eval.Expr, num eval.Num, a, b eval.Expr) eval.Expr {
	left, right := a.Run, b.Run
	e = e.WithNum(num, func(f *eval.Frame) value.Value {
		v := left(f)
		return sumOf(v, right(f))
	})
	x, y := leafLast(a, b)
	i, j, general := x.Slot, y.Slot, e.Run
	if k, ok := numberOf(y); ok && i >= 0 {
		return withAddition(e, i, k+0)
	}
	if i >= 0 && j >= 0 {
		e.Form = eval.Form{Kind: eval.FormSum, Left: i, Right: j}
		return e.With(func(f *eval.Frame) value.Value {
			if x, ok := f.Local(i).Float(); ok {
				if y, ok := f.Local(j).Float(); ok {
					return value.Double(x + (y + 0))
				}
			}
			return general(f)
		})
	}
	if x, ok := a.Operand(); ok {
		if y, ok := b.Operand(); ok {
			e.Form = eval.Form{Kind: eval.FormOperands, A: x, B: y}
			return e.With(func(f *eval.Frame) value.Value {
				if m, ok := x.Float(f); ok {
					if n, ok := y.Float(f); ok {
						return value.Double(m + (n + 0))
					}
				}
				return general(f)
			})
		}
	}
	return e
}

// withAddition completes the sum, or difference, of the local variable in slot i and a
// number; e has its general Run.
//
//go:noinline
func withAddition(e eval.Expr, i int, k float64) eval.Expr {
	e.Form = eval.Form{Kind: eval.FormSum, Left: i, Right: -1, Number: k}
	general := e.Run
	return e.With(func(f *eval.Frame) value.Value {
		if x, ok := f.Local(i).Float(); ok {
			return value.Double(x + k)
		}
		return general(f)
	})
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
//
//go:noinline
func compileSum(c *eval.Compiler, l *value.List) eval.Expr {
	parts := arguments(c, l)
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
	if num := foldNum(parts, sumNum); num != nil {
		return e.WithNum(num, general)
	}
	return e.With(general)
}

// mostExact is how many 32-bit integers may be added without a look at their sum, which
// the double has exactly.
const mostExact = 1 << 20

// foldNum combines the Nums of expressions from left to right, nil if one has none.
func foldNum(parts []eval.Expr, combine func(a, b eval.Expr) eval.Num) eval.Num {
	if len(parts) < 2 || len(parts) > mostExact {
		return nil
	}
	for _, part := range parts {
		if part.Num == nil {
			return nil
		}
	}
	first := parts[0]
	for _, next := range parts[1:] {
		first = eval.Expr{Num: combine(first, next), Slot: -1}
	}
	return first.Num
}

// arguments compiles all arguments of the call l.
func arguments(c *eval.Compiler, l *value.List) []eval.Expr {
	parts := make([]eval.Expr, l.Len()-1)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	return parts
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
