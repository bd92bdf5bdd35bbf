package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// variableArg returns the single soft reference at element i of the call, nil if there is
// something else, which the plain form looks at.
func variableArg(l *value.List, i int) *value.Ref {
	if i >= l.Len() {
		return nil
	}
	r := l.At(i).Ref()
	if r == nil || r.Hard() || r.Walks() {
		return nil
	}
	return r
}

// pathArg returns the soft reference with several steps at element i of the call, nil if
// there is something else.
func pathArg(l *value.List, i int) *value.Ref {
	if i >= l.Len() {
		return nil
	}
	if r := l.At(i).Ref(); r != nil && !r.Hard() && r.Walks() {
		return r
	}
	return nil
}

// compileSet compiles the assignment of a variable. The reference is determined before
// the value is evaluated, so nothing is read from the list after that.
func compileSet(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if r := pathArg(l, 1); r != nil && l.Len() > 2 {
		return compileSetPath(c, l, r), true
	}
	r := variableArg(l, 1)
	if r == nil || l.Len() < 3 {
		return eval.Expr{}, false
	}
	v := c.Arg(l, 2)
	run := v.Run
	e := eval.Join(v)
	if slot := c.LocalSlot(r); slot >= 0 {
		if v.Form.Kind == eval.FormOperands {
			return e.With(setOperands(v, c.Assign(r))), true
		}
		if v.Form.Kind == eval.FormSum {
			return e.With(setSum(slot, r, v)), true
		}
		if v.Calculates {
			return e.With(setNum(slot, r, v)), true
		}
		return e.With(func(f *eval.Frame) value.Value {
			v := run(f)
			if at := f.LocalRef(slot); !at.IsAbsent() {
				*at = v
				return v
			}
			f.Set(r, v)
			return v
		}), true
	}
	assign := c.Assign(r)
	e.Runs = true // the scope is a list
	if g := c.Global(r); g != nil {
		if v.Form.Kind == eval.FormOperands {
			return e.With(setGlobal(v, g)), true
		}
		if v.Calculates {
			return e.With(setGlobalNum(v, g)), true
		}
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := run(f)
		assign(f, v)
		return v
	}), true
}

// setNum assigns the result of a calculation, most often a double, to a local variable.
//
//go:noinline
func setNum(slot int, r *value.Ref, v eval.Expr) eval.Node {
	num, run := v.Num, v.Run
	return func(f *eval.Frame) value.Value {
		if at := f.LocalRef(slot); !at.IsAbsent() {
			if x, ok := num(f); ok {
				at.SetDouble(x)
				return value.Double(x)
			}
		}
		w := run(f)
		f.Set(r, w)
		return w
	}
}

// setOperands assigns the sum of two operands by assign.
//
//go:noinline
func setOperands(v eval.Expr, assign func(f *eval.Frame, v value.Value)) eval.Node {
	x, y, run := v.Form.A, v.Form.B, v.Run
	return func(f *eval.Frame) value.Value {
		var sum value.Value
		m, left := x.Float(f)
		n, right := y.Float(f)
		if left && right {
			sum = value.Double(m + (n + 0))
		} else {
			sum = run(f)
		}
		assign(f, sum)
		return sum
	}
}

// setGlobalNum assigns the result of a calculation to a global variable.
//
//go:noinline
func setGlobalNum(v eval.Expr, g *eval.Global) eval.Node {
	num, run := v.Num, v.Run
	return func(f *eval.Frame) value.Value {
		if x, ok := num(f); ok && g.AssignDouble(f, x) {
			return value.Double(x)
		}
		w := run(f)
		g.Assign(f, w)
		return w
	}
}

// setGlobal assigns the sum of two operands to a global variable.
//
//go:noinline
func setGlobal(v eval.Expr, g *eval.Global) eval.Node {
	x, y, run := v.Form.A, v.Form.B, v.Run
	if a := x.Global(); a != nil {
		if k, ok := y.Number(); ok {
			k += 0
			return func(f *eval.Frame) value.Value {
				if m, ok := a.Float(f); ok && g.AssignDouble(f, m+k) {
					return value.Double(m + k)
				}
				v := run(f)
				g.Assign(f, v)
				return v
			}
		}
		if b := y.Global(); b != nil {
			return func(f *eval.Frame) value.Value {
				if m, ok := a.Float(f); ok {
					if n, ok := b.Float(f); ok && g.AssignDouble(f, m+(n+0)) {
						return value.Double(m + (n + 0))
					}
				}
				v := run(f)
				g.Assign(f, v)
				return v
			}
		}
	}
	return func(f *eval.Frame) value.Value {
		m, left := x.Float(f)
		n, right := y.Float(f)
		if left && right {
			if sum := m + (n + 0); g.AssignDouble(f, sum) {
				return value.Double(sum)
			}
		}
		v := run(f)
		g.Assign(f, v)
		return v
	}
}

// setSum assigns the sum of two locals, or of a local and a number, to a local.
//
//go:noinline
func setSum(slot int, r *value.Ref, v eval.Expr) eval.Node {
	i, j, k, run := v.Form.Left, v.Form.Right, v.Form.Number, v.Run
	slow := func(f *eval.Frame) value.Value {
		v := run(f)
		f.Set(r, v)
		return v
	}
	if j < 0 {
		return func(f *eval.Frame) value.Value {
			x, ok := f.Local(i).Float()
			at := f.LocalRef(slot)
			if !ok || at.IsAbsent() {
				return slow(f)
			}
			at.SetDouble(x + k)
			return value.Double(x + k)
		}
	}
	return func(f *eval.Frame) value.Value {
		if x, ok := f.Local(i).Float(); ok {
			if y, ok := f.Local(j).Float(); ok {
				if at := f.LocalRef(slot); !at.IsAbsent() {
					at.SetDouble(x + (y + 0))
					return value.Double(x + (y + 0))
				}
			}
		}
		return slow(f)
	}
}

func compileSetLocal(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	r := variableArg(l, 1)
	if r == nil || l.Len() < 3 || c.LocalSlot(r) < 0 {
		return eval.Expr{}, false
	}
	v := c.Arg(l, 2)
	run, slot := v.Run, c.LocalSlot(r)
	return eval.Join(v).With(func(f *eval.Frame) value.Value {
		v := run(f)
		f.MakeLocal(slot, r, v)
		return v
	}), true
}

func compileLocal(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	refs := make([]*value.Ref, l.Len()-1)
	slots := make([]int, len(refs))
	for i := range refs {
		r := variableArg(l, i+1)
		if r == nil || c.LocalSlot(r) < 0 {
			return eval.Expr{}, false
		}
		refs[i], slots[i] = r, c.LocalSlot(r)
	}
	return eval.Join().With(func(f *eval.Frame) value.Value {
		for i, r := range refs {
			f.MakeLocal(slots[i], r, value.Null())
		}
		return value.Null()
	}), true
}
