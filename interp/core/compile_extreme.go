package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileExtreme compiles min and max of several expressions.
func compileExtreme(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	parts := make([]eval.Expr, l.Len()-1)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	e, least := eval.Join(parts...), l.At(0).Ref().Text() == "min"
	if e.Runs || len(parts) > 2 {
		return e.With(extremeOf(c, l, parts, least)), true
	}
	return e.With(extremeOfTwo(l, parts[0].Run, parts[1].Run, least)), true
}

// extremeOf is min or max of operands of which some may change the code: then the others are
// walked.
//
//go:noinline
func extremeOf(c *eval.Compiler, l *value.List, parts []eval.Expr, least bool) eval.Node {
	better, valid := plainBetter(least), c.Validity()
	return func(f *eval.Frame) value.Value {
		best := value.Null()
		for i := range parts {
			v := parts[i].Run(f)
			if parts[i].Runs && !valid.Valid() {
				f.In(l)
				best = takeOperand(f, l, best, v, better)
				return extremeFrom(f, l, i+2, best, better)
			}
			checkNumber(f, l, v)
			x, first := best.Float()
			y, second := v.Float()
			switch {
			case first && second && x < y:
				if !least {
					best = v
				}
			case first && second && x > y:
				if least {
					best = v
				}
			default:
				best = betterOf(best, v, better)
			}
		}
		return best
	}
}

// extremeOfTwo is min or max of two expressions that change nothing. Numbers that are equal,
// or no doubles or integers, it leaves to the plain form's rules.
//
//go:noinline
func extremeOfTwo(l *value.List, left, right eval.Node, least bool) eval.Node {
	return func(f *eval.Frame) value.Value {
		v := left(f)
		checkNumber(f, l, v)
		w := right(f)
		if x, ok := v.Float(); ok {
			if y, ok := w.Float(); ok {
				if x < y && least || x > y && !least {
					return v
				}
				if x < y || x > y {
					return w
				}
			}
		}
		checkNumber(f, l, w)
		if d := value.CompareNumbers(w, v); d < 0 && least || d > 0 && !least {
			return w
		}
		return v
	}
}
