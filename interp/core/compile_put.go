package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compilePut compiles (put l key v).
func compilePut(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	a, b, d := c.Arg(l, 1), c.Arg(l, 2), c.Arg(l, 3)
	e := eval.Join(a, b, d)
	e.Runs = true // it changes a list
	switch {
	case !isPure(a) || !isPure(b):
		return e.With(putRunning(c, l, a, b, d)), true
	case b.Const && b.Value.IsString():
		return e.With(putField(l, a, b.Value.Text(), d)), true
	case b.Num == nil:
		return e.With(putAny(l, a, b, d)), true
	case a.Slot >= 0 && b.Slot >= 0:
		return e.With(putLocals(l, a, b, d)), true
	}
	return e.With(putIndexed(l, a, b, d)), true
}

// putTarget returns the list that the first argument of put is.
func putTarget(f *eval.Frame, l *value.List, v value.Value) *value.List {
	list := v.List()
	if list == nil {
		f.In(l)
		eval.WrongType(l, v, "list")
	}
	return list
}

// putAny is put with arguments of which only the value may change a list.
//
//go:noinline
func putAny(l *value.List, a, b, d eval.Expr) eval.Node {
	target, key, datum := a.Run, b.Run, d.Run
	return func(f *eval.Frame) value.Value {
		list := putTarget(f, l, target(f))
		k := key(f)
		v := datum(f)
		f.In(l)
		if name := k.Text(); name != nil {
			return putName(f, list, name, v)
		}
		return putElement(f, l, list, k, v)
	}
}

// putLocals is put for a list and an index that are local variables.
//
//go:noinline
func putLocals(l *value.List, a, b, d eval.Expr) eval.Node {
	i, j, datum, general := a.Slot, b.Slot, d.Run, putAny(l, a, b, d)
	if d.Const {
		v := d.Value
		return func(f *eval.Frame) value.Value {
			if list := f.Local(i).List(); list != nil {
				if x, ok := f.Local(j).Float(); ok {
					if at, ok := inList(list, x); ok {
						old := list.At(at)
						list.SetAt(at, v)
						return old
					}
				}
			}
			return general(f)
		}
	}
	return func(f *eval.Frame) value.Value {
		list, k := f.Local(i).List(), f.Local(j)
		x, ok := k.Float()
		if list == nil || !ok {
			if list == nil || !k.IsString() {
				return general(f)
			}
			v := datum(f)
			f.In(l)
			return putName(f, list, k.Text(), v)
		}
		v := datum(f)
		if at, ok := inList(list, x); ok {
			old := list.At(at)
			list.SetAt(at, v)
			return old
		}
		f.In(l)
		return putElement(f, l, list, value.Double(x), v)
	}
}

// putIndexed is put with an index.
//
//go:noinline
func putIndexed(l *value.List, a, b, d eval.Expr) eval.Node {
	target, n, datum, general := a.Run, b.Num, d.Run, putAny(l, a, b, d)
	return func(f *eval.Frame) value.Value {
		list := target(f).List()
		if list == nil {
			return general(f)
		}
		x, ok := n(f)
		if !ok {
			return general(f)
		}
		v := datum(f)
		if at, ok := inList(list, x); ok {
			old := list.At(at)
			list.SetAt(at, v)
			return old
		}
		f.In(l)
		return putElement(f, l, list, value.Double(x), v)
	}
}

// putField is put under a name that is written in the code.
//
//go:noinline
func putField(l *value.List, a eval.Expr, name *value.Text, d eval.Expr) eval.Node {
	target, datum, field := a.Run, d.Run, eval.NewField(name.String())
	return func(f *eval.Frame) value.Value {
		list := putTarget(f, l, target(f))
		v := datum(f)
		if i := field.Find(list); i >= 0 {
			old := list.At(i)
			list.SetAt(i, v)
			return old
		}
		f.In(l)
		return putName(f, list, name, v)
	}
}

// putRunning is put with a list or key that may change something.
//
//go:noinline
func putRunning(c *eval.Compiler, l *value.List, a, b, d eval.Expr) eval.Node {
	target, key, datum, valid := a.Run, b.Run, d.Run, c.Validity()
	return func(f *eval.Frame) value.Value {
		list := putTarget(f, l, target(f))
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
		f.In(l)
		return putElement(f, l, list, k, v)
	}
}
