package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// assignPath compiles the assignment of the path r, as set does it in the call l.
func assignPath(c *eval.Compiler, l *value.List, r *value.Ref) func(f *eval.Frame, v value.Value) {
	steps := r.Path()
	parent, last := c.Parent(r).Run, steps[len(steps)-1]
	general := func(f *eval.Frame, v value.Value) { // throws, or adds an element
		f.In(l)
		assign(f, r, v)
	}
	if last.Name == nil {
		return assignIndex(parent, int(last.Index), general)
	}
	return assignField(parent, eval.NewField(last.Name.String()), general)
}

//go:noinline
func assignIndex(parent eval.Node, i int, general func(*eval.Frame, value.Value)) func(*eval.Frame, value.Value) {
	return func(f *eval.Frame, v value.Value) {
		if list := parent(f).List(); list != nil && uint(i) < uint(list.Len()) {
			list.SetAt(i, v)
			return
		}
		general(f, v)
	}
}

//go:noinline
func assignField(parent eval.Node, field *eval.Field, general func(*eval.Frame, value.Value)) func(*eval.Frame, value.Value) {
	return func(f *eval.Frame, v value.Value) {
		if list := parent(f).List(); list != nil {
			if i := field.Find(list); i >= 0 {
				list.SetAt(i, v)
				return
			}
		}
		general(f, v)
	}
}

// compileSetPath compiles (set r v) for a path r, which is walked when v is known.
func compileSetPath(c *eval.Compiler, l *value.List, r *value.Ref) eval.Expr {
	v := c.Arg(l, 2)
	run, assign := v.Run, assignPath(c, l, r)
	e := eval.Join(v)
	e.Runs = true // it changes a list
	return e.With(func(f *eval.Frame) value.Value {
		v := run(f)
		assign(f, v)
		return v
	})
}

// compileCountPath compiles ++ and -- of a path by an expression that changes nothing;
// sign is 1 or -1. What is not two doubles or integers is left to the plain form.
func compileCountPath(c *eval.Compiler, l *value.List, r *value.Ref, by eval.Expr, sign float64) (eval.Expr, bool) {
	read, n := c.Expr(r.Value()).Num, by.Num
	if read == nil || n == nil {
		return eval.Expr{}, false
	}
	assign := assignPath(c, l, r)
	e := eval.Join(by)
	e.Runs = true // it changes a list
	return e.With(func(f *eval.Frame) value.Value {
		x, ok := read(f)
		if !ok {
			return f.CallPlain(l)
		}
		y, ok := n(f)
		if !ok {
			return f.CallPlain(l)
		}
		v := value.Double(x - y)
		if sign > 0 {
			v = value.Double(x + (y + 0)) // a sum begins with 0 and is never -0.0
		}
		assign(f, v)
		return v
	}), true
}
