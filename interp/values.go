package interp

import (
	"fmt"
	"math"
	"reflect"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// The data of the language is package value's; what a host needs of it has its name here.
type (
	// A Value is one datum of the language. Its Go zero value is the number 0.0, not null:
	// start from Null. A Value may be copied freely; a list in it belongs to the session that
	// reached it first.
	Value = value.Value
	// A Kind tells what a Value is.
	Kind = value.Kind
	// A List is the language's list, the same object for host and script. It is not safe for
	// concurrent use: look at a list that a session can reach only inside Session.Do.
	List = value.List
	// A Shape is a prepared, immutable name table for lists of the same form. It is safe for
	// concurrent use.
	Shape = value.Shape
	// A ListBuilder makes many lists of one shape. It is not safe for concurrent use.
	ListBuilder = value.ListBuilder
	// Spans tells where the expressions and elements of a text are. It is safe for concurrent
	// use.
	Spans = syntax.Spans
)

// The kinds of values. An int holds 32 bits, a long 64.
const (
	KindNull      = value.KindNull
	KindBool      = value.KindBool
	KindInt       = value.KindInt
	KindLong      = value.KindLong
	KindDouble    = value.KindDouble
	KindString    = value.KindString
	KindReference = value.KindReference
	KindList      = value.KindList
	KindForeign   = value.KindForeign
)

// Null returns null.
func Null() Value { return value.Null() }

// Bool returns a boolean.
func Bool(b bool) Value { return value.Bool(b) }

// Int returns an integer of 32 bits.
func Int(n int32) Value { return value.Int(n) }

// Long returns an integer of 64 bits.
func Long(n int64) Value { return value.Long(n) }

// Double returns a double.
func Double(f float64) Value { return value.Double(f) }

// String returns a string. Its bytes need not be valid UTF-8.
func String(s string) Value { return value.String(s) }

// Bytes returns a string of these bytes, which are copied.
func Bytes(b []byte) Value { return value.Bytes(b) }

// FromList returns the list as a value.
func FromList(l *List) Value { return value.FromList(l) }

// Foreign returns an opaque handle of v, printed as <foreign:kind>. Scripts can hold it
// and pass it on; it is equal to itself alone.
func Foreign(kind string, v any) Value { return value.Foreign(kind, v) }

// NewList returns a list of n nulls.
func NewList(n int) *List { return value.NewList(n) }

// NewShape returns the shape of these names; "" stands for an element without a name.
func NewShape(names ...string) *Shape { return value.NewShape(names...) }

// NewListBuilder returns a builder of lists of that shape, which takes memory for that
// many lists, and for that many bytes of text, at a time.
func NewListBuilder(shape *Shape, lists, textBytes int) *ListBuilder {
	return value.NewListBuilder(shape, lists, textBytes)
}

// Reference returns the soft reference of that path: a string for each name, an integer
// of any Go type for each index. One name gives a single reference.
func Reference(path ...any) (Value, error) {
	if len(path) == 0 {
		return Null(), fmt.Errorf("reference: got no path, want at least a name")
	}
	steps := make([]value.Step, 0, len(path))
	for i, p := range path {
		step, err := pathStep(p)
		if err != nil {
			return Null(), fmt.Errorf("reference: step %d: %w", i, err)
		}
		if i == 0 && step.Name == nil {
			return Null(), fmt.Errorf("reference: first step: got an index, want a name")
		}
		steps = append(steps, step)
	}
	if len(steps) == 1 {
		return value.NewRef(steps[0].Name.String()).Value(), nil
	}
	return syntax.NewPath(steps).Value(), nil
}

func pathStep(p any) (value.Step, error) {
	if name, ok := p.(string); ok {
		return value.Step{Name: value.NewText(name)}, nil
	}
	v := reflect.ValueOf(p)
	switch {
	case v.CanInt() && 0 <= v.Int() && v.Int() <= math.MaxInt32:
		return value.Step{Index: int32(v.Int())}, nil
	case v.CanUint() && v.Uint() <= math.MaxInt32:
		return value.Step{Index: int32(v.Uint())}, nil
	case v.CanInt() || v.CanUint():
		return value.Step{}, fmt.Errorf("got index %d, want 0 to %d", p, math.MaxInt32)
	}
	return value.Step{}, fmt.Errorf("got %T, want a string or an integer", p)
}
