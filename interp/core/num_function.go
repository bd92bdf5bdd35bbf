package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/elementary"
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// doubleFunction returns the function of one number of that name.
func doubleFunction(name string) func(float64) float64 {
	switch name {
	case "abs":
		return math.Abs
	case "ceil":
		return math.Ceil
	case "floor":
		return math.Floor
	case "sqrt":
		return math.Sqrt
	case "sin":
		return elementary.Sin
	case "cos":
		return elementary.Cos
	case "tan":
		return elementary.Tan
	case "asin":
		return elementary.Asin
	case "acos":
		return elementary.Acos
	case "atan":
		return elementary.Atan
	case "log10":
		return elementary.Log10
	}
	return elementary.Log
}

// compileDoubleFunction compiles a function of one number that gives a double.
func compileDoubleFunction(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a := c.Arg(l, 1)
	name := l.At(0).Ref().Text()
	function := doubleFunction(name)
	e, run := eval.Join(a), a.Run
	general := func(f *eval.Frame) value.Value {
		v := run(f)
		checkNumber(f, l, v)
		x, _ := v.AsDouble()
		return value.Double(function(x))
	}
	if a.Num == nil {
		return e.With(general), true
	}
	return e.WithNum(functionNum(a.Num, name, function), general), true
}

// functionNum applies a function to the double that m gives.
//
//go:noinline
func functionNum(m eval.Num, name string, function func(float64) float64) eval.Num {
	switch name { // those that are few instructions
	case "sqrt":
		return func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			return math.Sqrt(x), ok
		}
	case "abs":
		return func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			return math.Abs(x), ok
		}
	case "floor":
		return func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			return math.Floor(x), ok
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		return function(x), true
	}
}

// compileRound compiles (round n), whose value is a long.
func compileRound(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a := c.Arg(l, 1)
	e, run := eval.Join(a), a.Run
	if m := a.Num; m != nil {
		e.Num = func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			d := math.Floor(x)
			if x-d >= 0.5 {
				d++
			}
			return d + 0, ok && math.Abs(d) < exactBelow
		}
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := run(f)
		checkNumber(f, l, v)
		return value.Round(v)
	}), true
}
