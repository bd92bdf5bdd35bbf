package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

func compileTimes(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	parts := make([]eval.Expr, l.Len()-1)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	e, valid := eval.Join(parts...), c.Validity()
	from := func(f *eval.Frame, i int, p value.Product) value.Value {
		for ; i < l.Len(); i++ {
			multiply(&p, f.Eval(l.At(i)))
		}
		return p.Value()
	}
	if len(parts) != 2 {
		return e.With(func(f *eval.Frame) value.Value {
			p := value.NewProduct()
			for i := range parts {
				multiply(&p, parts[i].Run(f))
				if !valid.Valid() {
					return from(f, i+2, p)
				}
			}
			return p.Value()
		}), true
	}
	left, right := parts[0].Run, parts[1].Run
	general := func(f *eval.Frame) value.Value {
		v := left(f)
		if !valid.Valid() {
			p := value.NewProduct()
			multiply(&p, v)
			return from(f, 2, p)
		}
		w := right(f)
		if x, ok := v.Float(); ok && valid.Valid() {
			if y, ok := w.Float(); ok {
				if d := x * y; math.Abs(d) < 1<<53 || v.IsDouble() || w.IsDouble() {
					return value.Double(d)
				}
			}
		}
		p := value.NewProduct()
		multiply(&p, v)
		multiply(&p, w)
		if !valid.Valid() {
			return from(f, 3, p)
		}
		return p.Value()
	}
	m, n := parts[0].Num, parts[1].Num
	if m == nil || n == nil {
		return e.With(general), true
	}
	return e.WithNum(func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		d := x * y
		return d, ok && math.Abs(d) < 1<<53 // beyond that whole numbers are to be exact
	}, general), true
}

func multiply(p *value.Product, v value.Value) {
	if v.IsNumber() {
		p.Mul(v)
	}
}

// compileDivision compiles / and mod of two operands that are doubles or integers; other
// numbers of operands and other operands are left to the plain form's rules.
func compileDivision(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	if a.Runs || b.Runs {
		return eval.Expr{}, false
	}
	left, right := a.Run, b.Run
	operation := mod
	divides := l.At(0).Ref().Text() == "/"
	if divides {
		operation = func(x, y float64) float64 { return x / y }
	}
	e := eval.Join(a, b)
	general := func(f *eval.Frame) value.Value {
		v := left(f)
		checkNumber(f, l, v)
		w := right(f)
		checkNumber(f, l, w)
		x, _ := v.AsDouble()
		y, _ := w.AsDouble()
		return value.Double(operation(x, y))
	}
	m, n := a.Num, b.Num
	switch {
	case m == nil || n == nil:
		return e.With(general), true
	case divides:
		return e.WithNum(func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			if !ok {
				return 0, false
			}
			y, ok := n(f)
			return x / y, ok
		}, general), true
	}
	return e.WithNum(func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		return mod(x, y), ok
	}, general), true
}

// mod is the remainder with the sign of x, computed in integers where both operands are
// whole and not large, which is exact too and much faster than math.Mod.
func mod(x, y float64) float64 {
	if math.Abs(x) < 1<<53 && math.Abs(y) < 1<<53 {
		if m, n := int64(x), int64(y); float64(m) == x && float64(n) == y && n != 0 && (m > 0 || m < 0 && m%n != 0) {
			return float64(m % n)
		}
	}
	return math.Mod(x, y)
}
