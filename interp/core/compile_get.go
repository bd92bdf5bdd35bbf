package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// inList reports whether the double x is the index of an element of the list, and which.
// What is no whole number, or outside, is left to the general rules.
func inList(list *value.List, x float64) (int, bool) {
	i := int(x)
	return i, uint(i) < uint(list.Len()) && float64(i) == x
}

// indexIn is inList for a value.
func indexIn(list *value.List, k value.Value) (int, bool) {
	if x, ok := k.Float(); ok {
		return inList(list, x)
	}
	return 0, false
}

// withName returns the position of the element whose name k is, -1 if there is none.
func withName(list *value.List, k value.Value) int {
	if name := k.Text(); name != nil {
		return list.FindText(name)
	}
	return -1
}

// truth is v.Truth, quick for booleans.
func truth(v value.Value) bool {
	if b, ok := v.AsBool(); ok {
		return b
	}
	return v.Truth()
}

// isVariable reports whether e does no more than read a variable: only then may a quick
// form that fails evaluate e again.
func isVariable(e eval.Expr) bool { return e.Slot >= 0 || e.Global != nil }

// compileGet compiles (get l key).
func compileGet(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 3 {
		return eval.Expr{}, false
	}
	a, b := c.Arg(l, 1), c.Arg(l, 2)
	e := eval.Join(a, b)
	if !isPure(a) || !isPure(b) {
		return e.With(getRunning(c, l, a, b)), true
	}
	name := b.Const && b.Value.IsString()
	if !isVariable(a) && !name { // calls in calls would evaluate their innermost source 2^n times
		return e.With(getRunning(c, l, a, b)), true
	}
	source, key := a.Run, b.Run
	general := func(f *eval.Frame) value.Value {
		v := source(f)
		k := key(f)
		list := v.List()
		if list == nil {
			return v
		}
		f.In(l)
		return element(f, l, list, k)
	}
	switch {
	case name:
		return getField(e, a, eval.NewField(b.Value.Text().String())), true
	case b.Num != nil && a.Slot >= 0:
		return getLocal(e, a.Slot, b, general), true
	case b.Num != nil:
		return getOf(e, source, b, general), true
	}
	return e.With(getAny(source, key, general)), true
}

// getLocal completes get from a list in a local variable by an index.
//
//go:noinline
func getLocal(e eval.Expr, i int, index eval.Expr, general eval.Node) eval.Expr {
	n, j := index.Num, index.Slot
	if j >= 0 {
		e.Num = func(f *eval.Frame) (float64, bool) {
			if list := f.Local(i).List(); list != nil {
				if x, ok := f.Local(j).Float(); ok {
					if at, ok := inList(list, x); ok {
						return list.At(at).Float()
					}
				} else if at := withName(list, f.Local(j)); at >= 0 {
					return list.At(at).Float()
				}
			}
			return 0, false
		}
		e.Test = func(f *eval.Frame) bool {
			if list := f.Local(i).List(); list != nil {
				if x, ok := f.Local(j).Float(); ok {
					if at, ok := inList(list, x); ok {
						return truth(list.At(at))
					}
				}
			}
			return general(f).Truth()
		}
		return e.With(func(f *eval.Frame) value.Value {
			if list := f.Local(i).List(); list != nil {
				if x, ok := f.Local(j).Float(); ok {
					if at, ok := inList(list, x); ok {
						return list.At(at)
					}
				} else if at := withName(list, f.Local(j)); at >= 0 {
					return list.At(at)
				}
			}
			return general(f)
		})
	}
	e.Num = func(f *eval.Frame) (float64, bool) {
		if list := f.Local(i).List(); list != nil {
			if x, ok := n(f); ok {
				if at, ok := inList(list, x); ok {
					return list.At(at).Float()
				}
			}
		}
		return 0, false
	}
	e.Test = func(f *eval.Frame) bool {
		if list := f.Local(i).List(); list != nil {
			if x, ok := n(f); ok {
				if at, ok := inList(list, x); ok {
					return truth(list.At(at))
				}
			}
		}
		return general(f).Truth()
	}
	return e.With(func(f *eval.Frame) value.Value {
		if list := f.Local(i).List(); list != nil {
			if x, ok := n(f); ok {
				if at, ok := inList(list, x); ok {
					return list.At(at)
				}
			}
		}
		return general(f)
	})
}

// getOf completes get from the list that source gives by an index.
//
//go:noinline
func getOf(e eval.Expr, source eval.Node, index eval.Expr, general eval.Node) eval.Expr {
	n, j := index.Num, index.Slot
	if j >= 0 {
		e.Num = func(f *eval.Frame) (float64, bool) {
			if list := source(f).List(); list != nil {
				if x, ok := f.Local(j).Float(); ok {
					if at, ok := inList(list, x); ok {
						return list.At(at).Float()
					}
				}
			}
			return 0, false
		}
	} else {
		e.Num = func(f *eval.Frame) (float64, bool) {
			if list := source(f).List(); list != nil {
				if x, ok := n(f); ok {
					if at, ok := inList(list, x); ok {
						return list.At(at).Float()
					}
				}
			}
			return 0, false
		}
	}
	return e.With(func(f *eval.Frame) value.Value {
		if list := source(f).List(); list != nil {
			if x, ok := n(f); ok {
				if at, ok := inList(list, x); ok {
					return list.At(at)
				}
			}
		}
		return general(f)
	})
}

// getAny is get by a key that is most often a name.
//
//go:noinline
func getAny(source, key, general eval.Node) eval.Node {
	return func(f *eval.Frame) value.Value {
		if list := source(f).List(); list != nil {
			k := key(f)
			if name := k.Text(); name != nil {
				if i := list.FindText(name); i >= 0 {
					return list.At(i)
				}
				return value.Null()
			}
			if i, ok := indexIn(list, k); ok {
				return list.At(i)
			}
		}
		return general(f)
	}
}

// getRunning is get with operands of which one may change something.
//
//go:noinline
func getRunning(c *eval.Compiler, l *value.List, a, b eval.Expr) eval.Node {
	source, key, valid := a.Run, b.Run, c.Validity()
	return func(f *eval.Frame) value.Value {
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
	}
}

// getField completes get by a name that is written in the code.
//
//go:noinline
func getField(e eval.Expr, a eval.Expr, field *eval.Field) eval.Expr {
	source := a.Run
	if isVariable(a) {
		e.Num = func(f *eval.Frame) (float64, bool) {
			if list := source(f).List(); list != nil {
				if i := field.Find(list); i >= 0 {
					return list.At(i).Float()
				}
			}
			return 0, false
		}
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := source(f)
		list := v.List()
		if list == nil {
			return v
		}
		if i := field.Find(list); i >= 0 {
			return list.At(i)
		}
		return value.Null()
	})
}
