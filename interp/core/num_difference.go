package core

import "github.com/bpl-lang/bpl/interp/internal/eval"

// differenceNum returns the difference of two expressions, nil if one has no Num.
//
//go:noinline
func differenceNum(a, b eval.Expr) eval.Num {
	if a.Num == nil || b.Num == nil {
		return nil
	}
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	if k, ok := numberOf(b); ok {
		return addNum(a, -k)
	}
	if k, ok := numberOf(a); ok {
		return subtractFromNum(k, b)
	}
	switch {
	case i >= 0 && j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := f.Local(i).Float()
			y, right := f.Local(j).Float()
			return x - y, left && right
		}
	case i >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, ok := f.Local(i).Float()
			if !ok { // what the other one throws is not what this one would have
				return 0, false
			}
			y, ok := n(f)
			return x - y, ok
		}
	case j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := m(f)
			y, right := f.Local(j).Float()
			return x - y, left && right
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		return x - y, ok
	}
}

// subtractFromNum returns the difference of a number and an expression that has a Num.
//
//go:noinline
func subtractFromNum(k float64, b eval.Expr) eval.Num {
	if j := b.Slot; j >= 0 {
		return func(f *eval.Frame) (float64, bool) {
			y, ok := f.Local(j).Float()
			return k - y, ok
		}
	}
	n := b.Num
	return func(f *eval.Frame) (float64, bool) {
		y, ok := n(f)
		return k - y, ok
	}
}
