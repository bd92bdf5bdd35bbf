package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A comparison of two doubles or integers is decided by Go's operators, but for zeros,
// which have an order of their own, and NaN. These and all other types go to value.Compare.

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

// of tells whether the comparison holds for two doubles; known is false for zeros and NaN.
func (o ordering) of(x, y float64) (holds, known bool) {
	switch {
	case x < y:
		return o.less, true
	case x > y:
		return o.greater, true
	}
	return o.equal, x == y && x != 0
}

// compileOrder compiles a comparison.
func compileOrder(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	o := orderingOf(l.At(0).Ref().Text())
	if l.Len() > 3 {
		return compileChain(c, l, o), true
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	if e.Runs {
		return e.WithTest(orderRunning(c, l, o, a, b)), true
	}
	left, right := a.Run, b.Run
	general := func(f *eval.Frame) bool {
		v := left(f)
		return o.holds(v, right(f))
	}
	if a.Num == nil || b.Num == nil {
		return e.WithTest(general), true
	}
	sides := o
	if isLeaf(a) && (!isLeaf(b) || a.Const) { // (< 2 n) is (> n 2)
		a, b = b, a
		sides.less, sides.greater = o.greater, o.less
	}
	if k, number := numberOf(b); a.Slot >= 0 && (number || b.Slot >= 0) {
		e.Form = eval.Form{Kind: eval.FormCompare, Left: a.Slot, Right: b.Slot, Number: k, Less: sides.less, Equal: sides.equal, Greater: sides.greater}
	}
	return e.WithTest(orderNum(sides, a, b, general)), true
}

// orderNum compares two expressions that have a Num; general does so where these give
// nothing, or nothing that Go's operators decide.
//
//go:noinline
func orderNum(o ordering, a, b eval.Expr, general eval.Test) eval.Test {
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	if k, ok := numberOf(b); ok {
		return orderConstant(o, a, k, general)
	}
	if i >= 0 && j >= 0 {
		return func(f *eval.Frame) bool {
			if x, ok := f.Local(i).Float(); ok {
				if y, ok := f.Local(j).Float(); ok {
					if holds, known := o.of(x, y); known {
						return holds
					}
				}
			}
			return general(f)
		}
	}
	if j >= 0 {
		return func(f *eval.Frame) bool {
			if x, ok := m(f); ok {
				if y, ok := f.Local(j).Float(); ok {
					if holds, known := o.of(x, y); known {
						return holds
					}
				}
			}
			return general(f)
		}
	}
	return func(f *eval.Frame) bool {
		if x, ok := m(f); ok {
			if y, ok := n(f); ok {
				if holds, known := o.of(x, y); known {
					return holds
				}
			}
		}
		return general(f)
	}
}

// orderConstant compares an expression that has a Num with a number.
//
//go:noinline
func orderConstant(o ordering, a eval.Expr, k float64, general eval.Test) eval.Test {
	if i := a.Slot; i >= 0 {
		return func(f *eval.Frame) bool {
			if x, ok := f.Local(i).Float(); ok {
				if holds, known := o.of(x, k); known {
					return holds
				}
			}
			return general(f)
		}
	}
	if g := a.Global; g != nil {
		return func(f *eval.Frame) bool {
			if x, ok := g.Float(f); ok {
				if holds, known := o.of(x, k); known {
					return holds
				}
			}
			return general(f)
		}
	}
	m := a.Num
	return func(f *eval.Frame) bool {
		if x, ok := m(f); ok {
			if holds, known := o.of(x, k); known {
				return holds
			}
		}
		return general(f)
	}
}

// orderRunning compares two operands of which one may change a list.
//
//go:noinline
func orderRunning(c *eval.Compiler, l *value.List, o ordering, a, b eval.Expr) eval.Test {
	left, right, valid := a.Run, b.Run, c.Validity()
	return func(f *eval.Frame) bool {
		v := left(f)
		if a.Runs && !valid.Valid() {
			return chainFrom(f, l, 2, v, o)
		}
		w := right(f)
		if b.Runs && !valid.Valid() {
			return o.holds(v, w) && chainFrom(f, l, 3, w, o)
		}
		if x, ok := v.Float(); ok {
			if y, ok := w.Float(); ok {
				if holds, known := o.of(x, y); known {
					return holds
				}
			}
		}
		return o.holds(v, w)
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

// compileChain compiles a comparison of more than two operands, each with its neighbour.
//
//go:noinline
func compileChain(c *eval.Compiler, l *value.List, o ordering) eval.Expr {
	parts := make([]eval.Expr, l.Len()-1)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	valid := c.Validity()
	return eval.Join(parts...).WithTest(func(f *eval.Frame) bool {
		before := parts[0].Run(f)
		if parts[0].Runs && !valid.Valid() {
			return chainFrom(f, l, 2, before, o)
		}
		for i := 1; i < len(parts); i++ {
			v := parts[i].Run(f)
			if !o.quick(before, v) {
				return false
			}
			if parts[i].Runs && !valid.Valid() {
				return chainFrom(f, l, i+2, v, o)
			}
			before = v
		}
		return true
	})
}

// quick is holds, quick for doubles and integers.
func (o ordering) quick(v, w value.Value) bool {
	if x, ok := v.Float(); ok {
		if y, ok := w.Float(); ok {
			if holds, known := o.of(x, y); known {
				return holds
			}
		}
	}
	return o.holds(v, w)
}
