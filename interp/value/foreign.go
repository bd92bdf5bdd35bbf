package value

import "unsafe"

// A ForeignValue is the object behind a value of the host that scripts can hold and pass
// on, but not look into.
type ForeignValue struct {
	header
	name string
	v    any
}

// Foreign returns an opaque handle of v; it prints as <foreign:kind> and is equal to
// itself alone.
func Foreign(kind string, v any) Value {
	return Value{p: unsafe.Pointer(&ForeignValue{header: header{kind: KindForeign}, name: kind, v: v})}
}

// AsForeign returns what the host put into a foreign value, and whether v is one.
func (v Value) AsForeign() (any, bool) {
	if v.Kind() != KindForeign {
		return nil, false
	}
	return (*ForeignValue)(v.p).v, true
}

// ForeignKind returns the kind that the host gave to a foreign value, "" for others.
func (v Value) ForeignKind() string {
	if v.Kind() != KindForeign {
		return ""
	}
	return (*ForeignValue)(v.p).name
}
