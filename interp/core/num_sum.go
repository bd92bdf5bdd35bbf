package core

import "github.com/bpl-lang/bpl/interp/internal/eval"

// The files num_*.go make the Num of calculations: closures that compute with doubles and
// read local variables and numbers without calling a closure for them. An operand that is
// neither is a Num itself. As long as operands are doubles and 32-bit integers a sum is
// exact or has a double among its operands, so that the double is the result.

// numberOf returns the number written in the code that e is, if it is a double or a 32-bit
// integer.
func numberOf(e eval.Expr) (float64, bool) {
	k, ok := e.Value.Float()
	return k, ok && e.Const
}

// isLeaf reports whether e is a local variable or a number.
func isLeaf(e eval.Expr) bool {
	_, number := numberOf(e)
	return number || e.Slot >= 0
}

// isPure reports whether e may be evaluated again where the first time was of no use. What
// does not run code may still assign a local variable, and so is not.
func isPure(e eval.Expr) bool { return e.Const || e.Num != nil }

// leafLast puts an operand that is a local variable or a number behind one that is not, for
// operations that do not care. Reading it can neither throw nor change anything, so nobody
// sees the order; two others keep theirs, since they may throw.
func leafLast(a, b eval.Expr) (eval.Expr, eval.Expr) {
	if isLeaf(a) && (!isLeaf(b) || a.Const) {
		return b, a
	}
	return a, b
}

// sumNum returns the sum of two expressions, nil if one has no Num. A sum begins with 0 and
// so is never -0.0, which adding 0 to the second operand sees to.
//
//go:noinline
func sumNum(a, b eval.Expr) eval.Num {
	if a.Num == nil || b.Num == nil {
		return nil
	}
	a, b = leafLast(a, b)
	m, n, i, j := a.Num, b.Num, a.Slot, b.Slot
	if k, ok := numberOf(b); ok {
		return addNum(a, k+0)
	}
	switch {
	case i >= 0 && j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := f.Local(i).Float()
			y, right := f.Local(j).Float()
			return x + (y + 0), left && right
		}
	case j >= 0:
		return func(f *eval.Frame) (float64, bool) {
			x, left := m(f)
			y, right := f.Local(j).Float()
			return x + (y + 0), left && right
		}
	}
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		if !ok {
			return 0, false
		}
		y, ok := n(f)
		return x + (y + 0), ok
	}
}

// addNum returns the sum of an expression that has a Num and a number.
//
//go:noinline
func addNum(a eval.Expr, k float64) eval.Num {
	if i := a.Slot; i >= 0 {
		return func(f *eval.Frame) (float64, bool) {
			x, ok := f.Local(i).Float()
			return x + k, ok
		}
	}
	m := a.Num
	return func(f *eval.Frame) (float64, bool) {
		x, ok := m(f)
		return x + k, ok
	}
}
