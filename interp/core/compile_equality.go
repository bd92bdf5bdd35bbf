package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// An equality tells whether two values are equal in the sense of =, == or ===.
type equality func(f *eval.Frame, a, b value.Value) bool

// compileAllEqual returns what compiles the function of that equality: it compares the first
// operand with each later one until they differ.
func compileAllEqual(equal equality) eval.Compile {
	return func(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
		if l.Len() < 3 {
			return eval.Expr{}, false
		}
		parts := make([]eval.Expr, l.Len()-1)
		for i := range parts {
			parts[i] = c.Arg(l, i+1)
		}
		e := eval.Join(parts...)
		if len(parts) == 2 && !e.Runs {
			left, right := parts[0].Run, parts[1].Run
			return e.WithTest(func(f *eval.Frame) bool {
				v := left(f)
				return equal(f, v, right(f))
			}), true
		}
		valid := c.Validity()
		return e.WithTest(func(f *eval.Frame) bool {
			first := parts[0].Run(f)
			if parts[0].Runs && !valid.Valid() {
				f.In(l)
				return allEqualFrom(f, l, 2, first, equal)
			}
			for i := 1; i < len(parts); i++ {
				if !equal(f, first, parts[i].Run(f)) {
					return false
				}
				if parts[i].Runs && !valid.Valid() {
					f.In(l)
					return allEqualFrom(f, l, i+2, first, equal)
				}
			}
			return true
		}), true
	}
}
