package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compilePush compiles (push l v) with one value.
func compilePush(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	runs := e.Runs
	e.Runs = true // it changes a list
	target, datum, valid := a.Run, b.Run, c.Validity()
	general := func(f *eval.Frame) value.Value {
		v := target(f)
		list := v.List()
		if list == nil || runs && !valid.Valid() {
			f.In(l)
			return pushFrom(f, l, v, 2)
		}
		d := datum(f)
		f.In(l)
		chargeGrowth(f, list, 1)
		list.Push(d)
		if !valid.Valid() { // the list may be the call itself
			return pushFrom(f, l, v, 3)
		}
		return v
	}
	switch {
	case !isPure(a) || b.Runs:
		return e.With(general), true
	case a.Slot >= 0:
		return e.With(pushLocal(l, valid, a.Slot, datum, general)), true
	}
	return e.With(pushPure(l, valid, target, datum, general)), true
}

// pushPure is push, to a list that target gives without changing anything, of a value that
// runs no code.
//
//go:noinline
func pushPure(l *value.List, valid *value.Validity, target, datum, general eval.Node) eval.Node {
	return func(f *eval.Frame) value.Value {
		v := target(f)
		list := v.List()
		if list == nil {
			return general(f)
		}
		d := datum(f)
		if !f.ChargeElement(list.Len()) {
			f.In(l)
			chargeGrowth(f, list, 1)
		}
		list.Push(d)
		if !valid.Valid() {
			return pushFrom(f, l, v, 3)
		}
		return v
	}
}

// pushLocal is pushPure for a list in a local variable.
//
//go:noinline
func pushLocal(l *value.List, valid *value.Validity, i int, datum, general eval.Node) eval.Node {
	return func(f *eval.Frame) value.Value {
		v := f.Local(i)
		list := v.List()
		if list == nil {
			return general(f)
		}
		d := datum(f)
		if !f.ChargeElement(list.Len()) {
			f.In(l)
			chargeGrowth(f, list, 1)
		}
		list.Push(d)
		if !valid.Valid() {
			return pushFrom(f, l, v, 3)
		}
		return v
	}
}

// compileSize compiles (size l).
func compileSize(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a := c.Arg(l, 1)
	source := a.Run
	e := eval.Join(a)
	if isPure(a) {
		e.Num = func(f *eval.Frame) (float64, bool) {
			if list := source(f).List(); list != nil {
				return float64(list.Len()), true
			}
			return 0, false
		}
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := source(f)
		list := v.List()
		if list == nil {
			f.In(l)
			eval.WrongType(l, v, "list")
		}
		return value.Int(int32(list.Len()))
	}), true
}
