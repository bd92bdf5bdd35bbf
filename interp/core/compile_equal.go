package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileEqual compiles = and !=.
func compileEqual(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		if l.Len() < 3 || l.At(0).Ref().Text() == "!=" {
			return eval.Expr{}, false
		}
		return compileAllEqual(same)(c, l)
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	wanted := l.At(0).Ref().Text() == "="
	e := eval.Join(a, b)
	if e.Runs {
		return e.WithTest(equalRunning(c, l, a, b, wanted)), true
	}
	if a.Const && !b.Const { // equality does not care about the order
		a, b = b, a
	}
	left, right := a.Run, b.Run
	general := func(f *eval.Frame) bool {
		v := left(f)
		return same(f, v, right(f)) == wanted
	}
	switch constant := b.Value; {
	case b.Const && constant.IsString():
		return e.WithTest(equalText(left, constant.Text().String(), wanted)), true
	case b.Const && (constant.IsNull() || constant.IsBool()):
		return e.WithTest(func(f *eval.Frame) bool { return left(f).Identical(constant) == wanted }), true
	case a.Num == nil || b.Num == nil:
		return e.WithTest(general), true
	}
	e.Form = eval.Form{Kind: eval.FormCompare, Left: a.Slot, Right: b.Slot, Less: !wanted, Equal: wanted, Greater: !wanted}
	if a.Slot < 0 {
		e.Form = eval.Form{}
	}
	if k, ok := numberOf(b); ok {
		e.Form.Number, e.Form.Zeros = k, b.Value.IsInt()
		return e.WithTest(equalConstant(a, k, b.Value.IsInt(), wanted, general)), true
	}
	if b.Slot < 0 {
		e.Form = eval.Form{}
	}
	return e.WithTest(equalNum(a, b, wanted, general)), true
}

// equalText compares with a string written in the code.
//
//go:noinline
func equalText(run eval.Node, s string, wanted bool) eval.Test {
	return func(f *eval.Frame) bool {
		t := run(f).Text()
		return (t != nil && t.String() == s) == wanted
	}
}

// equalConstant compares an expression that has a Num with a number. The integer 0 equals
// every zero, the double 0.0 only itself and integers.
//
//go:noinline
func equalConstant(a eval.Expr, k float64, integer, wanted bool, general eval.Test) eval.Test {
	m, decided := a.Num, k != 0 || integer
	if i := a.Slot; i >= 0 {
		return func(f *eval.Frame) bool {
			if x, ok := f.Local(i).Float(); ok {
				if x == k && decided {
					return wanted
				}
				if x < k || x > k {
					return !wanted
				}
			}
			return general(f)
		}
	}
	return func(f *eval.Frame) bool {
		if x, ok := m(f); ok {
			if x == k && decided {
				return wanted
			}
			if x < k || x > k {
				return !wanted
			}
		}
		return general(f)
	}
}

// equalNum compares two expressions that have a Num; zeros and NaN it leaves to general.
//
//go:noinline
func equalNum(a, b eval.Expr, wanted bool, general eval.Test) eval.Test {
	if b.Slot < 0 && a.Slot >= 0 {
		a, b = b, a
	}
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	if j < 0 {
		return func(f *eval.Frame) bool {
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
			return general(f)
		}
	}
	if i < 0 {
		return func(f *eval.Frame) bool {
			if x, ok := m(f); ok {
				if y, ok := f.Local(j).Float(); ok {
					if x < y || x > y {
						return !wanted
					}
					if x == y && x != 0 {
						return wanted
					}
				}
			}
			return general(f)
		}
	}
	return func(f *eval.Frame) bool {
		if x, ok := f.Local(i).Float(); ok {
			if y, ok := f.Local(j).Float(); ok {
				if x < y || x > y {
					return !wanted
				}
				if x == y && x != 0 {
					return wanted
				}
			}
		}
		return general(f)
	}
}

// equalRunning compares two operands of which one may change a list.
//
//go:noinline
func equalRunning(c *eval.Compiler, l *value.List, a, b eval.Expr, wanted bool) eval.Test {
	left, right, valid := a.Run, b.Run, c.Validity()
	return func(f *eval.Frame) bool {
		v := left(f)
		if !valid.Valid() {
			return equalFrom(f, l, 2, v, wanted)
		}
		w := right(f)
		if !valid.Valid() && wanted {
			return same(f, v, w) && equalFrom(f, l, 3, v, true)
		}
		return same(f, v, w) == wanted
	}
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
