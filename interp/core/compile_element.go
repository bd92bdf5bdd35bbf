package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// indexIn returns the index that k is of an element of the list, where k is a double or
// integer that is whole; false sends it to the general rules.
func indexIn(list *value.List, k value.Value) (int, bool) {
	if x, ok := k.Float(); ok {
		if i := int(x); float64(i) == x && uint(i) < uint(list.Len()) {
			return i, true
		}
	}
	return 0, false
}

// compileGet compiles (get l key).
func compileGet(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e, valid := eval.Join(a, b), c.Validity()
	source, key := a.Run, b.Run
	return e.With(func(f *eval.Frame) value.Value {
		v := source(f)
		var k value.Value
		if a.Runs && !valid.Valid() {
			if l.Len() < 3 {
				return v
			}
			k = f.Eval(l.At(2))
		} else {
			k = key(f)
		}
		list := v.List()
		if list == nil {
			return v
		}
		if i, ok := indexIn(list, k); ok {
			return list.At(i)
		}
		f.In(l)
		return element(f, l, list, k)
	}), true
}

// compilePut compiles (put l key v).
func compilePut(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a, b, d := c.Arg(l, 1), c.Arg(l, 2), c.Arg(l, 3)
	e, valid := eval.Join(a, b, d), c.Validity()
	target, key, datum := a.Run, b.Run, d.Run
	e.Runs = true // it changes a list
	return e.With(func(f *eval.Frame) value.Value {
		to := target(f)
		list := to.List()
		if list == nil {
			f.In(l)
			eval.WrongType(l, to, "list")
		}
		if a.Runs && !valid.Valid() {
			f.In(l)
			k := f.Arg(l, 2)
			return putElement(f, l, list, k, f.Arg(l, 3))
		}
		k := key(f)
		var v value.Value
		if b.Runs && !valid.Valid() {
			f.In(l)
			v = f.Arg(l, 3)
		} else {
			v = datum(f)
		}
		if i, ok := indexIn(list, k); ok {
			old := list.At(i)
			list.SetAt(i, v)
			return old
		}
		f.In(l)
		return putElement(f, l, list, k, v)
	}), true
}

// compilePush compiles (push l v) with one value.
func compilePush(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e, valid := eval.Join(a, b), c.Validity()
	target, datum, runs := a.Run, b.Run, e.Runs
	e.Runs = true // it changes a list
	return e.With(func(f *eval.Frame) value.Value {
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
	}), true
}

// compileSize compiles (size l).
func compileSize(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a := c.Arg(l, 1)
	source := a.Run
	return eval.Join(a).With(func(f *eval.Frame) value.Value {
		v := source(f)
		list := v.List()
		if list == nil {
			f.In(l)
			eval.WrongType(l, v, "list")
		}
		return value.Int(int32(list.Len()))
	}), true
}
