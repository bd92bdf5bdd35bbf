package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileExtreme compiles min and max of two expressions that change nothing. Numbers that
// are equal, or no doubles or integers, it leaves to the plain form's rules.
func compileExtreme(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	if a.Runs || b.Runs {
		return eval.Expr{}, false
	}
	left, right, least := a.Run, b.Run, l.At(0).Ref().Text() == "min"
	return eval.Join(a, b).With(func(f *eval.Frame) value.Value {
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
	}), true
}
