// Package value holds the data of the language: values, lists, name tables, strings and
// references, and what can be said of them without evaluating anything.
//
// A Value is 16 bytes: a pointer that tells what it is and 64 bits of payload. Numbers,
// booleans and null need no allocation; strings, references, lists and foreign values are
// objects whose first field is a header with their kind.
package value

import (
	"math"
	"unsafe"
)

// A Kind tells the Go representation of a Value.
type Kind uint8

// The kinds of values. Int holds 32 bits, Long 64, Double is an IEEE 754 number.
const (
	KindNull Kind = iota
	KindBool
	KindInt
	KindLong
	KindDouble
	KindString
	KindReference
	KindList
	KindForeign
	kindAbsent // a local slot that has not been created; never escapes to scripts or hosts
)

// String gives the kind as error messages name it.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

var kindNames = [...]string{"null", "boolean", "integer", "long", "double", "string", "reference", "list", "foreign value", "absent"}

// header is the first field of every object that a Value may point to. It is 8 bytes long,
// so that what follows is aligned on 32-bit systems too.
type header struct {
	kind   Kind
	flags  uint8  // strings: flagBuilt; lists: see List.takeFirst
	source uint16 // lists: see SetSource
	count  uint32 // strings: code points + 1, 0 while not counted; lists: see SetSource
}

// The tags of values that live in the payload alone. Their addresses are what counts; they
// are not zero-size, since Go may give all zero-size variables one address.
var (
	tagNull   = header{kind: KindNull}
	tagBool   = header{kind: KindBool}
	tagInt    = header{kind: KindInt}
	tagLong   = header{kind: KindLong}
	tagAbsent = header{kind: kindAbsent}
)

// A Value is one datum of the language. It is opaque: 16 bytes, compared by Equal,
// Same or Strict, never by ==.
//
// The Go zero value is the number 0.0, not null: start from Null(). A Value may be copied
// freely; what it points to belongs to the session that reached it first.
//
// Representation: p == nil is a double whose bits are in n. p == &tagInt is a 32-bit
// integer whose n holds the bits of the double of the same value, so that arithmetic and
// comparison treat both alike. &tagLong holds the int64 itself. For objects n is 0 and
// carries nothing that memory safety depends on.
type Value struct {
	p unsafe.Pointer
	n uint64
}

// Null returns the value null.
func Null() Value { return Value{p: unsafe.Pointer(&tagNull)} }

// Absent returns the internal mark of a local slot that does not exist yet.
func Absent() Value { return Value{p: unsafe.Pointer(&tagAbsent)} }

// Bool returns a boolean.
func Bool(b bool) Value {
	if b {
		return Value{p: unsafe.Pointer(&tagBool), n: 1}
	}
	return Value{p: unsafe.Pointer(&tagBool)}
}

// Int returns a 32-bit integer.
func Int(n int32) Value {
	return Value{p: unsafe.Pointer(&tagInt), n: math.Float64bits(float64(n))}
}

// Long returns a 64-bit integer of subtype long, also where it would fit 32 bits.
func Long(n int64) Value { return Value{p: unsafe.Pointer(&tagLong), n: uint64(n)} }

// Whole returns an integer if n fits 32 bits, else a long.
func Whole(n int64) Value {
	if int64(int32(n)) == n {
		return Int(int32(n))
	}
	return Long(n)
}

// Double returns a double.
func Double(f float64) Value { return Value{n: math.Float64bits(f)} }

// SetDouble makes *v a double. Over a double that writes no pointer.
func (v *Value) SetDouble(f float64) {
	if v.p != nil {
		v.p = nil
	}
	v.n = math.Float64bits(f)
}

// Kind returns what v is.
func (v Value) Kind() Kind {
	if v.p == nil {
		return KindDouble
	}
	return (*header)(v.p).kind
}

// IsNull reports whether v is null.
func (v Value) IsNull() bool { return v.p == unsafe.Pointer(&tagNull) }

// IsAbsent reports whether v is the internal mark of a missing local.
func (v Value) IsAbsent() bool { return v.p == unsafe.Pointer(&tagAbsent) }

// IsNumber reports whether v is an integer, a long or a double.
func (v Value) IsNumber() bool {
	return v.p == nil || v.p == unsafe.Pointer(&tagInt) || v.p == unsafe.Pointer(&tagLong)
}

// Float returns the payload as a double and true for doubles and 32-bit integers, the
// numbers whose arithmetic needs no special care. Longs answer false.
func (v Value) Float() (float64, bool) {
	return math.Float64frombits(v.n), v.p == nil || v.p == unsafe.Pointer(&tagInt)
}

// IsDouble reports whether v is a double.
func (v Value) IsDouble() bool { return v.p == nil }

// IsInt reports whether v is a 32-bit integer.
func (v Value) IsInt() bool { return v.p == unsafe.Pointer(&tagInt) }

// IsLong reports whether v is a 64-bit integer of subtype long.
func (v Value) IsLong() bool { return v.p == unsafe.Pointer(&tagLong) }

// IsBool reports whether v is a boolean.
func (v Value) IsBool() bool { return v.p == unsafe.Pointer(&tagBool) }

// IsTrue reports whether v is the boolean true.
func (v Value) IsTrue() bool { return v.p == unsafe.Pointer(&tagBool) && v.n == 1 }

// AsBool returns the boolean, and whether v is one.
func (v Value) AsBool() (bool, bool) {
	return v.n == 1 && v.IsBool(), v.IsBool()
}

// AsInt returns v as an int64 and true if v is a number that is whole and fits; a double
// that is whole counts.
func (v Value) AsInt() (int64, bool) {
	switch {
	case v.p == nil:
		f := math.Float64frombits(v.n)
		if f >= -1<<63 && f < 1<<63 && f == math.Trunc(f) {
			return int64(f), true
		}
		return 0, false
	case v.p == unsafe.Pointer(&tagInt):
		return int64(math.Float64frombits(v.n)), true
	case v.p == unsafe.Pointer(&tagLong):
		return int64(v.n), true
	}
	return 0, false
}

// AsDouble returns any number as a double (a long is rounded), and whether v is one.
func (v Value) AsDouble() (float64, bool) {
	switch {
	case v.p == nil || v.p == unsafe.Pointer(&tagInt):
		return math.Float64frombits(v.n), true
	case v.p == unsafe.Pointer(&tagLong):
		return float64(int64(v.n)), true
	}
	return 0, false
}

// Identical reports whether v and w are the same datum bit by bit: the same object, or
// the same number of the same subtype, or the same boolean, or both null.
func (v Value) Identical(w Value) bool { return v.p == w.p && v.n == w.n }

// room returns an empty slice with capacity for n values, which are zeros behind its end
// until they are set: only for lists, which never show what is behind their end.
func room(n int) []Value { return make([]Value, 0, n) }

// moreRoom returns elems with room for at least n more, as room has it. It copies them as
// append does, which clears the new memory once.
func moreRoom(elems []Value, n int) []Value { return append(elems, make([]Value, n)...)[:len(elems)] }

// MakeSlice returns n nulls. Only it and the two above make slices of values: a slice made by Go
// alone would hold zeros.
func MakeSlice(n int) []Value {
	s := make([]Value, n)
	null := Null()
	for i := range s {
		s[i] = null
	}
	return s
}

// Truth reports whether v counts as true (spec/language.md, Values): null, false, zeros, every
// string but "true" in any letter case, and the empty list are false.
func (v Value) Truth() bool {
	switch v.Kind() {
	case KindNull, kindAbsent:
		return false
	case KindBool:
		return v.n == 1
	case KindInt, KindDouble:
		return math.Float64frombits(v.n) != 0
	case KindLong:
		return v.n != 0
	case KindString:
		return isTrueText((*Text)(v.p).s)
	case KindList:
		return len((*List)(v.p).elems) > 0
	}
	return true
}

// isTrueText reports whether s is "true" in any mix of ASCII letter cases.
func isTrueText(s string) bool {
	return len(s) == 4 && s[0]|0x20 == 't' && s[1]|0x20 == 'r' && s[2]|0x20 == 'u' && s[3]|0x20 == 'e'
}
