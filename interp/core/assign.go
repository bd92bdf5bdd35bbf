package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// assign stores v in the variable that the soft reference r names, or in the list that its
// path leads to: what set does once it knows the value.
func assign(f *eval.Frame, r *value.Ref, v value.Value) {
	if !r.Walks() {
		f.Set(r, v)
		return
	}
	parent, last := f.Parent(r)
	if last.Name != nil {
		putName(f, parent, last.Name, v)
		return
	}
	putIndex(f, parent, int64(last.Index), v)
}

// putName puts v under a name and returns what was there, null if the name is new.
func putName(f *eval.Frame, list *value.List, name *value.Text, v value.Value) value.Value {
	if i := list.FindText(name); i >= 0 {
		old := list.At(i)
		list.SetAt(i, v)
		return old
	}
	chargeGrowth(f, list, 1)
	list.PutText(name, v)
	return value.Null()
}

// putIndex puts v at an index from 0 on and returns what was there. Behind the end it adds nulls
// first, up to a limit.
func putIndex(f *eval.Frame, list *value.List, index int64, v value.Value) value.Value {
	size := list.Len()
	switch {
	case index < int64(size):
		i := int(index)
		old := list.At(i)
		list.SetAt(i, v)
		return old
	case index-int64(size) > eval.MaxPad:
		panic(&eval.LimitError{Limit: "list-len", Max: eval.MaxPad, Fixed: "nulls that one put adds behind the end of a list"})
	}
	i := int(index)
	chargeGrowth(f, list, i+1-size)
	f.TickHolding(i - size)
	list.Pad(i)
	list.Push(v)
	return value.Null()
}
