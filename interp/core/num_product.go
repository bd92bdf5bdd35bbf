package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// exactBelow bounds the products that are surely exact: beyond it those of whole numbers
// may not be doubles.
const exactBelow = 1 << 53

// productNum returns the product of two expressions, nil if one has no Num.
//
//go:noinline
func productNum(a, b eval.Expr) eval.Num {
	if a.Num == nil || b.Num == nil {
		return nil
	}
	a, b = leafLast(a, b)
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	if k, ok := numberOf(b); ok {
		return multiplyNum(a, k)
	}
	switch {
	case i >= 0 && j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := f.Local(i).Float()
			y, right := f.Local(j).Float()
			d := x * y
			return d, left && right && math.Abs(d) < exactBelow
		}
	case j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := m(f)
			y, right := f.Local(j).Float()
			d := x * y
			return d, left && right && math.Abs(d) < exactBelow
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		d := x * y
		return d, ok && math.Abs(d) < exactBelow
	}
}

// multiplyNum returns the product of an expression that has a Num and a number.
//
//go:noinline
func multiplyNum(a eval.Expr, k float64) eval.Num {
	if i := a.Slot; i >= 0 {
		return func(f *eval.Frame) (float64, bool) {
			x, ok := f.Local(i).Float()
			d := x * k
			return d, ok && math.Abs(d) < exactBelow
		}
	}
	m := a.Num
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		d := x * k
		return d, ok && math.Abs(d) < exactBelow
	}
}
