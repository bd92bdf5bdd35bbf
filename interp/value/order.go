package value

import (
	"cmp"
	"math"
	"strings"
)

// Compare orders v and w as < and sort do: -1, 0 or 1. Numbers go by
// exact value (CompareNumbers), strings by code point, which is the order of their bytes,
// and references by their text. All other pairs compare as equal, so this is an order of
// the values of one of these types alone.
func Compare(v, w Value) int {
	switch {
	case v.IsNumber():
		if w.IsNumber() {
			return CompareNumbers(v, w)
		}
	case v.IsString():
		if w.IsString() {
			return strings.Compare((*Text)(v.p).s, (*Text)(w.p).s)
		}
	case v.Kind() == KindReference:
		if w.Kind() == KindReference {
			return strings.Compare((*Ref)(v.p).text, (*Ref)(w.p).text)
		}
	}
	return 0
}

// CompareNumbers orders two numbers by their exact value, whatever their subtypes. The
// order is total: NaN equals itself and is above everything, and -0.0 is below all other
// zeros. Both arguments must be numbers.
func CompareNumbers(v, w Value) int {
	switch {
	case v.IsLong() && w.IsLong():
		return cmp.Compare(int64(v.n), int64(w.n))
	case v.IsLong():
		return compareLong(int64(v.n), math.Float64frombits(w.n))
	case w.IsLong():
		return -compareLong(int64(w.n), math.Float64frombits(v.n))
	}
	return compareDoubles(math.Float64frombits(v.n), math.Float64frombits(w.n))
}

func compareDoubles(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	case a != 0 && a == b:
		return 0
	case a == 0 && b == 0: // the sign of zero decides
		switch {
		case math.Signbit(a) == math.Signbit(b):
			return 0
		case math.Signbit(a):
			return -1
		}
		return 1
	case a == a: // b is NaN
		return -1
	case b == b: // a is NaN
		return 1
	}
	return 0
}

// compareLong compares n with f exactly, also where float64(n) would be rounded.
func compareLong(n int64, f float64) int {
	switch {
	case f != f || f >= 1<<63:
		return -1
	case f < -1<<63:
		return 1
	}
	whole := math.Trunc(f)
	if c := cmp.Compare(n, int64(whole)); c != 0 {
		return c
	}
	if n == 0 && f == 0 && math.Signbit(f) {
		return 1
	}
	return cmp.Compare(whole, f)
}
