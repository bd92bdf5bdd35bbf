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

// compileSet compiles the assignment of a variable. The reference is determined before
// the value is evaluated, so nothing is read from the list after that.
func compileSet(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	r := variableArg(l, 1)
	if r == nil || l.Len() < 3 {
		return eval.Expr{}, false
	}
	v := c.Arg(l, 2)
	run := v.Run
	e := eval.Join(v)
	if slot := c.LocalSlot(r); slot >= 0 {
		if v.Form.Kind == eval.FormSum {
			return e.With(setSum(slot, r, v)), true
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
	return e.With(func(f *eval.Frame) value.Value {
		v := run(f)
		assign(f, v)
		return v
	}), true
}

// setSum assigns the sum of two locals, or of a local and a number, to a local.
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

func compileIncrement(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	return compileCount(c, l, 1)
}

func compileDecrement(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	return compileCount(c, l, -1)
}

// compileCount compiles ++ and -- of a variable by a constant. An amount that must be
// evaluated is left to the plain form, unless it is a double or integer constant.
func compileCount(c *eval.Compiler, l *value.List, sign float64) (eval.Expr, bool) {
	r := variableArg(l, 1)
	if r == nil {
		return eval.Expr{}, false
	}
	by := eval.Const(value.Int(1))
	if l.Len() > 2 {
		by = c.Arg(l, 2)
	}
	amount, fast := by.Value.Float()
	if !by.Const || !fast {
		return eval.Expr{}, false
	}
	if amount *= sign; sign > 0 {
		amount += 0 // a sum begins with 0 and is never -0.0
	}
	slow := func(v value.Value) value.Value {
		switch {
		case v.IsNull():
			v = value.Int(0)
		case !v.IsNumber():
			return value.Absent()
		}
		if sign < 0 {
			return value.Sub(v, by.Value)
		}
		return value.Add(v, by.Value)
	}
	read, assign := c.Expr(r.Value()).Run, c.Assign(r)
	e := eval.Join()
	count := func(f *eval.Frame) value.Value {
		v := read(f)
		x, ok := v.Float()
		if ok {
			v = value.Double(x + amount)
		} else if v = slow(v); v.IsAbsent() { // what the plain form says of other types
			return f.CallPlain(l)
		}
		assign(f, v)
		return v
	}
	if slot := c.LocalSlot(r); slot >= 0 {
		return e.With(func(f *eval.Frame) value.Value {
			at := f.LocalRef(slot)
			if x, ok := at.Float(); ok {
				at.SetDouble(x + amount)
				return value.Double(x + amount)
			}
			return count(f)
		}), true
	}
	e.Runs = true // the scope is a list
	return e.With(count), true
}
