package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A comparison of two doubles or integers that differ is decided by Go's operators; equal
// ones, NaN, zeros and all other types go to value.Compare and value.Same.

// An ordering says for which signs of value.Compare a comparison holds.
type ordering struct{ less, equal, greater bool }

func orderingOf(name string) ordering {
	switch name {
	case "<":
		return ordering{less: true}
	case "<=":
		return ordering{less: true, equal: true}
	case ">":
		return ordering{greater: true}
	}
	return ordering{greater: true, equal: true}
}

func (o ordering) holds(v, w value.Value) bool {
	switch c := value.Compare(v, w); {
	case c < 0:
		return o.less
	case c > 0:
		return o.greater
	}
	return o.equal // values without an order count as equal
}

// compileOrder compiles a comparison of two operands; chains are left to the plain form.
func compileOrder(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	o := orderingOf(l.At(0).Ref().Text())
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	k, constant := b.Value.Float()
	if a.Const && (b.Slot >= 0 || b.Global != nil) { // (< 2 n) is (> n 2)
		if number, ok := a.Value.Float(); ok {
			a, b, k, constant = b, a, number, true
			o.less, o.greater = o.greater, o.less
		}
	}
	switch {
	case a.Slot >= 0 && b.Const && constant:
		e.Form = eval.Form{Kind: eval.FormGreater, Left: a.Slot, Right: -1, Number: k}
		if o.less {
			e.Form.Kind = eval.FormLess
		}
		return e.WithTest(orderSlotConstant(o, a, k, b.Value)), true
	case a.Slot >= 0 && b.Slot >= 0:
		return e.WithTest(orderSlots(o, a, b)), true
	case a.Form.Kind == eval.FormElement && b.Slot >= 0:
		return e.WithTest(orderElement(o, a, b)), true
	}
	if x, ok := a.Operand(); ok {
		if y, ok := b.Operand(); ok {
			return e.WithTest(orderOperands(o, x, y, a, b)), true
		}
	}
	left, right, valid := a.Run, b.Run, c.Validity()
	less, greater := o.less, o.greater
	if m, n := a.Num, b.Num; m != nil && n != nil {
		return e.WithTest(func(f *eval.Frame) bool {
			if x, ok := m(f); ok {
				if y, ok := n(f); ok {
					if x < y {
						return less
					}
					if x > y {
						return greater
					}
				}
			}
			v := left(f)
			return o.holds(v, right(f))
		}), true
	}
	return e.WithTest(func(f *eval.Frame) bool {
		v := left(f)
		var w value.Value
		if a.Runs && !valid.Valid() {
			return chainFrom(f, l, 2, v, o)
		}
		w = right(f)
		if b.Runs && !valid.Valid() {
			return o.holds(v, w) && chainFrom(f, l, 3, w, o)
		}
		if x, ok := v.Float(); ok {
			if y, ok := w.Float(); ok {
				if x < y {
					return less
				}
				if x > y {
					return greater
				}
			}
		}
		return o.holds(v, w)
	}), true
}

func orderSlotConstant(o ordering, a eval.Expr, k float64, constant value.Value) eval.Test {
	slot, run := a.Slot, a.Run
	if o.less {
		equal := o.equal
		return func(f *eval.Frame) bool {
			if x, ok := f.Local(slot).Float(); ok {
				if x < k {
					return true
				}
				if x > k {
					return false
				}
				if x == k && k != 0 {
					return equal
				}
			}
			return o.holds(run(f), constant)
		}
	}
	equal := o.equal
	return func(f *eval.Frame) bool {
		if x, ok := f.Local(slot).Float(); ok {
			if x > k {
				return true
			}
			if x < k {
				return false
			}
			if x == k && k != 0 {
				return equal
			}
		}
		return o.holds(run(f), constant)
	}
}

func orderSlots(o ordering, a, b eval.Expr) eval.Test {
	i, j, left, right := a.Slot, b.Slot, a.Run, b.Run
	less, greater := o.less, o.greater
	return func(f *eval.Frame) bool {
		if x, ok := f.Local(i).Float(); ok {
			if y, ok := f.Local(j).Float(); ok {
				if x < y {
					return less
				}
				if x > y {
					return greater
				}
			}
		}
		return o.holds(left(f), right(f))
	}
}

// orderOperands compares two operands.
func orderOperands(o ordering, x, y eval.Operand, a, b eval.Expr) eval.Test {
	left, right := a.Run, b.Run
	less, greater := o.less, o.greater
	if k, ok := y.Number(); ok && x.Global() != nil {
		g := x.Global()
		return func(f *eval.Frame) bool {
			if m, ok := g.Float(f); ok {
				if m < k {
					return less
				}
				if m > k {
					return greater
				}
			}
			v := left(f)
			return o.holds(v, right(f))
		}
	}
	return func(f *eval.Frame) bool {
		if m, ok := x.Float(f); ok {
			if n, ok := y.Float(f); ok {
				if m < n {
					return less
				}
				if m > n {
					return greater
				}
			}
		}
		v := left(f)
		return o.holds(v, right(f))
	}
}

// orderElement compares (get LIST INDEX) with a local variable; list and index are local
// variables too.
func orderElement(o ordering, a, b eval.Expr) eval.Test {
	i, j, k, left, right := a.Form.Left, a.Form.Right, b.Slot, a.Run, b.Run
	less, greater := o.less, o.greater
	return func(f *eval.Frame) bool {
		if v, ok := slotElement(f, i, j); ok {
			if x, ok := v.Float(); ok {
				if y, ok := f.Local(k).Float(); ok {
					if x < y {
						return less
					}
					if x > y {
						return greater
					}
				}
			}
		}
		v := left(f)
		return o.holds(v, right(f))
	}
}

// chainFrom compares v with the elements of the call l from index i on by walking, each
// with its neighbour.
func chainFrom(f *eval.Frame, l *value.List, i int, v value.Value, o ordering) bool {
	for ; i < l.Len(); i++ {
		w := f.Eval(l.At(i))
		if !o.holds(v, w) {
			return false
		}
		v = w
	}
	return true
}

// compileEqual compiles = and != of two operands.
func compileEqual(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	if a.Runs || b.Runs {
		return compileEqualRuns(c, l, a, b)
	}
	wanted := l.At(0).Ref().Text() == "="
	if a.Const && !b.Const { // equality does not care about the order
		a, b = b, a
	}
	left, right := a.Run, b.Run
	e := eval.Join(a, b)
	if m, n := a.Num, b.Num; m != nil && n != nil && a.Slot < 0 {
		return e.WithTest(func(f *eval.Frame) bool {
			if x, ok := m(f); ok {
				if y, ok := n(f); ok {
					if x < y || x > y {
						return !wanted
					}
					if x == y && x != 0 {
						return wanted
					}
				}
			}
			v := left(f)
			return same(f, v, right(f)) == wanted
		}), true
	}
	if k, ok := b.Value.Float(); ok && b.Const {
		constant, zero := b.Value, b.Value.IsInt()
		return e.WithTest(func(f *eval.Frame) bool {
			v := left(f)
			if x, ok := v.Float(); ok {
				if x == k && (k != 0 || zero) {
					return wanted
				}
				if x < k || x > k {
					return !wanted
				}
			}
			return same(f, v, constant) == wanted
		}), true
	}
	return e.WithTest(func(f *eval.Frame) bool {
		v, w := left(f), right(f)
		if x, ok := v.Float(); ok {
			if y, ok := w.Float(); ok {
				if x < y || x > y {
					return !wanted
				}
				if x == y && x != 0 {
					return wanted
				}
			}
		}
		return same(f, v, w) == wanted
	}), true
}

func compileEqualRuns(c *eval.Compiler, l *value.List, a, b eval.Expr) (eval.Expr, bool) {
	left, right, valid := a.Run, b.Run, c.Validity()
	wanted := l.At(0).Ref().Text() == "="
	return eval.Join(a, b).WithTest(func(f *eval.Frame) bool {
		v := left(f)
		if !valid.Valid() {
			return equalFrom(f, l, 2, v, wanted)
		}
		w := right(f)
		if !valid.Valid() && wanted {
			return same(f, v, w) && equalFrom(f, l, 3, v, true)
		}
		return same(f, v, w) == wanted
	}), true
}

// equalFrom compares v with the elements of the call l from index i on by walking; !=
// looks at one only.
func equalFrom(f *eval.Frame, l *value.List, i int, v value.Value, wanted bool) bool {
	f.In(l)
	if !wanted {
		return !same(f, v, f.Arg(l, i))
	}
	for ; i < l.Len(); i++ {
		if !same(f, v, f.Eval(l.At(i))) {
			return false
		}
	}
	return true
}

// same is = for two values.
func same(f *eval.Frame, v, w value.Value) bool {
	if !v.IsList() || !w.IsList() {
		return value.Same(v, w, nil)
	}
	return value.Same(v, w, f.TickHolding)
}
