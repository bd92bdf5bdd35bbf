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

// slotElement returns the element of the list in slot i of f at the index in slot j;
// false sends it to the general rules.
func slotElement(f *eval.Frame, i, j int) (value.Value, bool) {
	if list := f.Local(i).List(); list != nil {
		if x, ok := f.Local(j).Float(); ok {
			if n := int(x); float64(n) == x && uint(n) < uint(list.Len()) {
				return list.At(n), true
			}
		}
	}
	return value.Value{}, false
}

// compileGet compiles (get l key).
func compileGet(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e, valid := eval.Join(a, b), c.Validity()
	source, key := a.Run, b.Run
	if i, j := a.Slot, b.Slot; i >= 0 && j >= 0 {
		e.Form = eval.Form{Kind: eval.FormElement, Left: i, Right: j}
		e.Num = func(f *eval.Frame) (float64, bool) {
			v, ok := slotElement(f, i, j)
			x, number := v.Float()
			return x, ok && number
		}
		return e.With(func(f *eval.Frame) value.Value {
			if v, ok := slotElement(f, i, j); ok {
				return v
			}
			v := source(f)
			list := v.List()
			if list == nil {
				return v
			}
			f.In(l)
			return element(f, l, list, key(f))
		}), true
	}
	if g, h := a.Global, b.Global; g != nil && h != nil {
		return e.With(func(f *eval.Frame) value.Value {
			v := g.Read(f)
			list := v.List()
			if list == nil {
				return v
			}
			k := h.Read(f)
			if i, ok := indexIn(list, k); ok {
				return list.At(i)
			}
			f.In(l)
			return element(f, l, list, k)
		}), true
	}
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
	if a.Slot >= 0 && b.Slot >= 0 {
		return e.With(putSlots(l, a, b, d)), true
	}
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

// putSlots is put for a list and a key that are local variables.
func putSlots(l *value.List, a, b, d eval.Expr) eval.Node {
	i, j, target, key, datum := a.Slot, b.Slot, a.Run, b.Run, d.Run
	return func(f *eval.Frame) value.Value {
		list, k := f.Local(i).List(), f.Local(j)
		if list == nil || k.IsAbsent() {
			to := target(f)
			if list = to.List(); list == nil {
				f.In(l)
				eval.WrongType(l, to, "list")
			}
			k = key(f)
		}
		v := datum(f)
		if n, ok := indexIn(list, k); ok {
			old := list.At(n)
			list.SetAt(n, v)
			return old
		}
		f.In(l)
		return putElement(f, l, list, k, v)
	}
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
