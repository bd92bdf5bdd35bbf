package value

import "math"

// Same reports v = w: numbers by exact value, strings and references by
// text, lists element by element without regard to names, foreign values by identity.
// Lists may be deep, shared and cyclic.
func (v Value) Same(w Value) bool { return Same(v, w, nil) }

// Equal reports v == w: like Same, and the names of lists agree position by position.
func (v Value) Equal(w Value) bool { return Equal(v, w, nil) }

// Same is the method Same with a tick for large lists.
func Same(v, w Value, tick Tick) bool {
	if v.IsList() && w.IsList() {
		return sameLists((*List)(v.p), (*List)(w.p), false, tick)
	}
	return sameLeaf(v, w)
}

// Equal is the method Equal with a tick for large lists.
func Equal(v, w Value, tick Tick) bool {
	if v.IsList() && w.IsList() {
		return sameLists((*List)(v.p), (*List)(w.p), true, tick)
	}
	return sameLeaf(v, w)
}

// Strict reports v === w: numbers of the same subtype and value, lists that are the same
// object, all else as Same.
func (v Value) Strict(w Value) bool {
	switch {
	case v.Identical(w):
		return true
	case v.IsNumber() || v.IsList():
		return v.p == nil && w.p == nil && isNaN(v) && isNaN(w)
	}
	return sameLeaf(v, w)
}

func isNaN(v Value) bool {
	f := math.Float64frombits(v.n)
	return f != f
}

// sameLeaf compares values of which at most one is a list.
func sameLeaf(v, w Value) bool {
	if v.IsNumber() {
		return w.IsNumber() && SameNumber(v, w)
	}
	kind := v.Kind()
	if kind != w.Kind() {
		return false
	}
	switch kind {
	case KindString:
		return (*Text)(v.p).s == (*Text)(w.p).s
	case KindReference:
		return (*Ref)(v.p).Equal((*Ref)(w.p))
	}
	return v.Identical(w)
}

// SameNumber reports whether two numbers are = : of the same exact value, whatever their
// subtypes. NaN is equal to itself; as doubles 0.0 and -0.0 differ, while the integer or
// long 0 is equal to both. Both arguments must be numbers.
func SameNumber(v, w Value) bool {
	switch {
	case v.Identical(w):
		return true
	case v.p == nil && w.p == nil:
		return isNaN(v) && isNaN(w)
	case v.IsLong() || w.IsLong():
		a, ok := v.AsInt()
		b, ok2 := w.AsInt()
		return ok && ok2 && a == b
	}
	return math.Float64frombits(v.n) == math.Float64frombits(w.n)
}
