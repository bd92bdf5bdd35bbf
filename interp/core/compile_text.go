package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileConcat compiles (concat a b) of operands that change no list. Each is put
// into its text form when its turn comes, as the plain form does it.
func compileConcat(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	if a.Runs || b.Runs {
		return eval.Expr{}, false
	}
	left, right := a.Run, b.Run
	return eval.Join(a, b).With(func(f *eval.Frame) value.Value {
		v := left(f)
		first := v.Text()
		if first == nil {
			first = value.NewText(textForm(f, v))
		}
		w := right(f)
		f.In(l)
		return concatenatedForm(f, first, w).Value()
	}), true
}

// compileLength compiles (length s).
func compileLength(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a := c.Arg(l, 1)
	run := a.Run
	e := eval.Join(a)
	if isPure(a) {
		e.Num = func(f *eval.Frame) (float64, bool) {
			if t := run(f).Text(); t != nil {
				if n, ok := t.CountAtOnce(); ok {
					return float64(n), true
				}
			}
			return 0, false
		}
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := run(f)
		t := v.Text()
		if t == nil {
			f.In(l)
			eval.WrongType(l, v, "string")
		}
		return value.Whole(int64(t.Count(f.TickWork)))
	}), true
}
