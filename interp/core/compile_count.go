package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

func compileIncrement(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	return compileCount(c, l, 1)
}

func compileDecrement(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	return compileCount(c, l, -1)
}

// compileCount compiles ++ and -- of a variable or path; sign is 1 or -1.
func compileCount(c *eval.Compiler, l *value.List, sign float64) (eval.Expr, bool) {
	by := eval.Const(value.Int(1))
	if l.Len() > 2 {
		by = c.Arg(l, 2)
	}
	if r := pathArg(l, 1); r != nil {
		return compileCountPath(c, l, r, by, sign)
	}
	r := variableArg(l, 1)
	if r == nil {
		return eval.Expr{}, false
	}
	amount, fast := numberOf(by)
	switch {
	case fast:
	case by.Num == nil:
		return compileCountRunning(c, l, r, by, sign), true
	default:
		return compileCountBy(c, l, r, by, sign), true
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
	g := c.Global(r)
	read, assign := c.Expr(r.Value()).Run, assignment(c, r, g)
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
	if g != nil {
		return e.With(func(f *eval.Frame) value.Value {
			if x, ok := g.Float(f); ok && g.AssignDouble(f, x+amount) {
				return value.Double(x + amount)
			}
			return count(f)
		}), true
	}
	return e.With(count), true
}

// assignment compiles the assignment of r, through g if r is that global variable: an
// assignment finds its place, without which Float and AssignDouble do nothing.
func assignment(c *eval.Compiler, r *value.Ref, g *eval.Global) func(f *eval.Frame, v value.Value) {
	if g != nil {
		return g.Assign
	}
	return c.Assign(r)
}

// compileCountBy compiles ++ and -- by an expression that has a Num. What is not two
// doubles or integers is left to the plain form, which evaluates both again.
//
//go:noinline
func compileCountBy(c *eval.Compiler, l *value.List, r *value.Ref, by eval.Expr, sign float64) eval.Expr {
	variable := c.Expr(r.Value())
	num := sumNum(variable, by)
	if sign < 0 {
		num = differenceNum(variable, by)
	}
	e := eval.Join()
	e.Runs = true // the scope may be a list
	slow := func(f *eval.Frame) value.Value {
		variable.Run(f) // finds the place of a global variable
		if by.Global != nil {
			by.Run(f)
		}
		return f.CallPlain(l)
	}
	if num == nil { // a local variable beyond those of the frame itself
		return e.With(slow)
	}
	if g := variable.Global; g != nil {
		if h := by.Global; h != nil && sign > 0 {
			return e.With(func(f *eval.Frame) value.Value {
				if x, ok := g.Float(f); ok {
					if y, ok := h.Float(f); ok && g.AssignDouble(f, x+(y+0)) {
						return value.Double(x + (y + 0))
					}
				}
				return slow(f)
			})
		}
		return e.With(func(f *eval.Frame) value.Value {
			if x, ok := num(f); ok && g.AssignDouble(f, x) {
				return value.Double(x)
			}
			return slow(f)
		})
	}
	i, j, n := variable.Slot, by.Slot, by.Num
	switch {
	case j < 0 && sign > 0:
		return e.With(func(f *eval.Frame) value.Value {
			at := f.LocalRef(i)
			if x, ok := at.Float(); ok {
				if y, ok := n(f); ok {
					at.SetDouble(x + (y + 0))
					return value.Double(x + (y + 0))
				}
			}
			return slow(f)
		})
	case sign > 0:
		return e.With(func(f *eval.Frame) value.Value {
			if y, ok := f.Local(j).Float(); ok {
				at := f.LocalRef(i)
				if x, ok := at.Float(); ok {
					at.SetDouble(x + (y + 0))
					return value.Double(x + (y + 0))
				}
			}
			return slow(f)
		})
	}
	return e.With(func(f *eval.Frame) value.Value {
		if x, ok := num(f); ok {
			f.LocalRef(i).SetDouble(x)
			return value.Double(x)
		}
		return slow(f)
	})
}

// compileCountRunning compiles ++ and -- by an expression that may change something, the
// variable included: that is read before.
//
//go:noinline
func compileCountRunning(c *eval.Compiler, l *value.List, r *value.Ref, by eval.Expr, sign float64) eval.Expr {
	read, n, assign := c.Expr(r.Value()).Run, by.Run, c.Assign(r)
	e := eval.Join(by)
	e.Runs = true // the scope may be a list
	return e.With(func(f *eval.Frame) value.Value {
		v := read(f)
		x, ok := v.Float()
		if !ok { // what the plain form says of null, longs and other types
			return f.CallPlain(l)
		}
		w := n(f)
		checkNumber(f, l, w)
		y, ok := w.Float()
		switch {
		case ok && sign > 0:
			v = value.Double(x + (y + 0))
		case ok:
			v = value.Double(x - y)
		case sign > 0:
			v = value.Add(v, w)
		default:
			v = value.Sub(v, w)
		}
		f.In(l)
		assign(f, v)
		return v
	})
}
