package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A key is one step into a list: a name, or where there is none an index.
type key struct {
	name  *value.Text
	index int64
}

// keyOf returns the key that a number or string is; others are none.
func keyOf(v value.Value) (k key, ok bool) {
	if t := v.Text(); t != nil {
		return key{name: t}, true
	}
	if v.IsNumber() {
		n, _ := v.Truncate()
		return key{index: n}, true
	}
	return key{}, false
}

// mustKey is keyOf for values that must be keys.
func mustKey(f *eval.Frame, v value.Value) key {
	k, ok := keyOf(v)
	if !ok {
		eval.Throw(eval.RuntimeError, "Invalid path item: %s", printedForm(f, v))
	}
	return k
}

// find returns the position of the element that the key means, or -1.
func (k key) find(list *value.List) int {
	if k.name != nil {
		return list.FindText(k.name)
	}
	if k.index < 0 || k.index >= int64(list.Len()) {
		return -1
	}
	return int(k.index)
}

// getKey returns the element that the key means in the list: null for a name that it does
// not have, an exception for an index outside. l is the call, for messages.
func getKey(l, list *value.List, k key) value.Value {
	i := k.find(list)
	switch {
	case i >= 0:
		return list.At(i)
	case k.name == nil:
		throwIndex(l, k.index, list.Len())
	}
	return value.Null()
}

// walkKeys follows a path but for its last item, which it returns as a key with the list
// that it looks into. invalid throws that there is no list where the path needs one.
func walkKeys(f *eval.Frame, l, list, path *value.List, invalid func(got value.Value)) (*value.List, key) {
	last := path.Len() - 1
	if last < 0 {
		eval.Throw(eval.IndexOutOfBounds, "%s: got an empty path, want at least one key", eval.FunctionName(l))
	}
	for i := 0; i < last; i++ {
		v := getKey(l, list, mustKey(f, path.At(i)))
		if list = v.List(); list == nil {
			mustKey(f, path.At(i+1)) // a wrong item is the greater mistake
			invalid(v)
		}
	}
	return list, mustKey(f, path.At(last))
}

// noList throws that get met a value without elements.
func noList(l *value.List) func(got value.Value) {
	return func(got value.Value) { eval.WrongType(l, got, "list on the way of the path") }
}

// invalidPath throws that put or remove met a value without elements.
func invalidPath(value.Value) { eval.Throw(eval.RuntimeError, "Invalid path") }
