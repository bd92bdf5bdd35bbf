package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileConcat compiles concat. Each of two operands that change no list is put into its
// text form when its turn comes, as the plain form does it.
func compileConcat(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return compileJoining(c, l), true
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	if a.Runs || b.Runs {
		return compileJoining(c, l), true
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

// compileJoining compiles concat of any operands.
//
//go:noinline
func compileJoining(c *eval.Compiler, l *value.List) eval.Expr {
	parts := make([]eval.Expr, l.Len()-1)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	n, valid := l.Len(), c.Validity()
	return eval.Join(parts...).With(func(f *eval.Frame) value.Value {
		var j joining
		for i := range parts {
			v := parts[i].Run(f)
			f.In(l)
			if parts[i].Runs && !valid.Valid() {
				j.add(f, v, i+1, l.Len())
				return j.rest(f, l, i+2)
			}
			j.add(f, v, i+1, n)
		}
		f.In(l)
		return j.whole(f)
	})
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
		return value.Whole(int64(t.Count(f.TickHolding)))
	}), true
}
