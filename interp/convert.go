package interp

import (
	"errors"
	"reflect"

	"github.com/bpl-lang/bpl/interp/value"
)

// ToValue converts a Go value, copying it:
//
//   - nil pointers, maps, slices and interfaces become null; bool, string and floats what
//     they are; integers an integer or a long (a uint64 above 2^63-1 is an error);
//   - []byte and [N]byte become a string of these bytes; time.Time a long, milliseconds
//     since 1970; time.Duration a double, milliseconds;
//   - slices and arrays become lists, maps named lists with sorted keys (strings, integers
//     or TextMarshalers), structs named lists in field order;
//   - pointers and interfaces become what is inside: a circle is an error, what several
//     pointers, maps or slices share stays shared;
//   - a func becomes a built-in as by Func, an error an exception list;
//   - a Value and a *List are handed over as they are, not copied;
//   - a type with a method ToBPL() (Value, error) converts itself.
//
// The field OrderID of a struct is the element "order-id". A tag changes that:
// `bpl:"name,omitempty"`, `bpl:"-"`; the option rfc3339 makes a text of a time.Time, with
// its zone and nanoseconds. Embedded structs are flattened, unexported fields left out.
// Errors name the place: "servers/2/port: …".
func ToValue(v any) (Value, error) { return toValue(v, "", nil) }

// FromValue converts v to what target, a pointer that is not nil, points to: the inverse
// of ToValue. null gives the zero value. Numbers must fit the target. Into an any goes nil,
// bool, int64, float64, string, []any, or map[string]any if all elements are named;
// references and foreign values stay Values. Elements that a struct has no field for are
// ignored, fields without an element stay as they are. A foreign value gives what the
// host put in. A function of the language becomes a Go func of the target's type, which
// calls it in the session that read it; a func type without a final error panics with what
// the function throws. A type with a method FromBPL(Value) error converts itself.
//
// On an error the target may be partly filled.
func FromValue(v Value, target any) error {
	dst := reflect.ValueOf(target)
	if dst.Kind() != reflect.Pointer || dst.IsNil() {
		return errors.New("the target must be a pointer that is not nil")
	}
	return fromValue(v, dst.Elem(), nil)
}

// As is FromValue for a target of type T; on an error the result is T's zero value.
func As[T any](v Value) (T, error) {
	var t, none T
	dst := reflect.ValueOf(&t).Elem()
	planOf(dst.Type()).blank(dst)
	if err := fromValue(v, dst, nil); err != nil {
		planOf(dst.Type()).blank(reflect.ValueOf(&none).Elem())
		return none, err
	}
	return t, nil
}

// A toBPL converts itself to a value.
type toBPL interface{ ToBPL() (Value, error) }

// A fromBPL takes a value over.
type fromBPL interface{ FromBPL(v Value) error }

var (
	typeValue     = reflect.TypeFor[value.Value]()
	typeList      = reflect.TypeFor[*value.List]()
	typeToBPL     = reflect.TypeFor[toBPL]()
	typeFromBPL   = reflect.TypeFor[fromBPL]()
	typeError     = reflect.TypeFor[error]()
	typeException = reflect.TypeFor[*Exception]()
)
