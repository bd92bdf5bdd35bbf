package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

func compileTimes(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	parts := arguments(c, l)
	e, valid := eval.Join(parts...), c.Validity()
	if num := foldNum(parts, productNum); num != nil {
		return e.WithNum(num, func(f *eval.Frame) value.Value {
			p := value.NewProduct()
			for i := range parts {
				multiply(&p, parts[i].Run(f))
			}
			return p.Value()
		}), true
	}
	if len(parts) == 2 {
		return e.With(productOfTwo(l, valid, parts[0].Run, parts[1].Run)), true
	}
	return e.With(func(f *eval.Frame) value.Value {
		p := value.NewProduct()
		for i := range parts {
			multiply(&p, parts[i].Run(f))
			if !valid.Valid() {
				return productFrom(f, l, i+2, p)
			}
		}
		return p.Value()
	}), true
}

// productOfTwo is the product of two operands of which one may change a list.
//
//go:noinline
func productOfTwo(l *value.List, valid *value.Validity, left, right eval.Node) eval.Node {
	return func(f *eval.Frame) value.Value {
		v := left(f)
		if !valid.Valid() {
			p := value.NewProduct()
			multiply(&p, v)
			return productFrom(f, l, 2, p)
		}
		w := right(f)
		if x, ok := v.Float(); ok && valid.Valid() {
			if y, ok := w.Float(); ok {
				if d := x * y; math.Abs(d) < exactBelow || v.IsDouble() || w.IsDouble() {
					return value.Double(d)
				}
			}
		}
		p := value.NewProduct()
		multiply(&p, v)
		multiply(&p, w)
		if !valid.Valid() {
			return productFrom(f, l, 3, p)
		}
		return p.Value()
	}
}

// productFrom multiplies by the elements of the call l from index i on by walking.
func productFrom(f *eval.Frame, l *value.List, i int, p value.Product) value.Value {
	for ; i < l.Len(); i++ {
		multiply(&p, f.Eval(l.At(i)))
	}
	return p.Value()
}

func multiply(p *value.Product, v value.Value) {
	if v.IsNumber() {
		p.Mul(v)
	}
}

// compileDivision compiles / and mod of two operands.
func compileDivision(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e, num, operation := eval.Join(a, b), modulusNum(a, b), mod
	divides := l.At(0).Ref().Text() == "/"
	if divides {
		num, operation = quotientNum(a, b), func(x, y float64) float64 { return x / y }
	}
	left, right, valid := a.Run, b.Run, c.Validity()
	general := func(f *eval.Frame) value.Value {
		v := left(f)
		checkNumber(f, l, v)
		var w value.Value
		switch {
		case valid.Valid():
			w = right(f)
		case l.Len() > 2:
			w = f.Eval(l.At(2))
		case divides:
			x, _ := v.AsDouble()
			return value.Double(1 / x)
		default:
			f.In(l)
			w = f.Arg(l, 2) // throws
		}
		checkNumber(f, l, w)
		x, _ := v.AsDouble()
		y, _ := w.AsDouble()
		return value.Double(operation(x, y))
	}
	if num != nil {
		return e.WithNum(num, general), true
	}
	return e.With(general), true
}
