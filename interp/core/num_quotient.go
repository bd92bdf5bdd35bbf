package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// quotientNum returns the quotient of two expressions, nil if one has no Num.
//
//go:noinline
func quotientNum(a, b eval.Expr) eval.Num {
	if a.Num == nil || b.Num == nil {
		return nil
	}
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	k, constant := numberOf(b)
	switch {
	case i >= 0 && constant:
		return func(f *eval.Frame) (float64, bool) {
			x, ok := f.Local(i).Float()
			return x / k, ok
		}
	case constant:
		return func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			return x / k, ok
		}
	case i >= 0 && j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := f.Local(i).Float()
			y, right := f.Local(j).Float()
			return x / y, left && right
		}
	case j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := m(f)
			y, right := f.Local(j).Float()
			return x / y, left && right
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		return x / y, ok
	}
}

// modulusNum returns the remainder of two expressions, nil if one has no Num.
//
//go:noinline
func modulusNum(a, b eval.Expr) eval.Num {
	if a.Num == nil || b.Num == nil {
		return nil
	}
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	if k, ok := numberOf(b); ok && k >= 1 && k < 1<<53 && k == math.Trunc(k) {
		return modulusByNum(a, k)
	}
	if i >= 0 && j >= 0 {
		return func(f *eval.Frame) (float64, bool) {
			x, left := f.Local(i).Float()
			y, right := f.Local(j).Float()
			if !left || !right {
				return 0, false
			}
			return mod(x, y), true
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		return mod(x, y), ok
	}
}

// modulusByNum returns the remainder of an expression that has a Num by a whole number of
// at least 1. That of a power of two needs no division.
//
//go:noinline
func modulusByNum(a eval.Expr, k float64) eval.Num {
	m, i, u := a.Num, a.Slot, uint64(k)
	if u&(u-1) == 0 {
		mask := u - 1
		return func(f *eval.Frame) (float64, bool) {
			x, ok := m(f)
			if n := uint64(x); 0 < x && x < exactBelow && float64(n) == x {
				return float64(n & mask), ok
			}
			return math.Mod(x, k), ok
		}
	}
	if i >= 0 {
		return func(f *eval.Frame) (float64, bool) {
			x, ok := f.Local(i).Float()
			if n := uint64(x); 0 < x && x < exactBelow && float64(n) == x {
				return float64(n % u), ok
			}
			return math.Mod(x, k), ok
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if n := uint64(x); 0 < x && x < exactBelow && float64(n) == x {
			return float64(n % u), ok
		}
		return math.Mod(x, k), ok
	}
}

// mod is the remainder with the sign of x, computed in integers where both operands are
// whole and not large, which is exact too and much faster than math.Mod.
func mod(x, y float64) float64 {
	if math.Abs(x) < 1<<53 && math.Abs(y) < 1<<53 {
		if m, n := int64(x), int64(y); float64(m) == x && float64(n) == y && n != 0 && (m > 0 || m < 0 && m%n != 0) {
			return float64(m % n)
		}
	}
	return math.Mod(x, y)
}
