package value

import (
	"errors"
	"math"
)

// The errors of whole-number operations; scripts see them as ArithmeticException.
var (
	ErrDivisionByZero = errors.New("division by zero")
	ErrNotWhole       = errors.New("number outside 64 bits, want a whole number from -2^63 to 2^63-1")
	ErrQuotient       = errors.New("quotient outside 64 bits: -2^63 divided by -1")
)

// Truncate returns the number v as a whole-number operand (spec/language.md, Numbers): a double is
// cut toward zero and NaN is 0. ok is false if v is a double beyond 64 bits; n is then the
// nearest 64-bit number, which serves where any position outside a list will do. v must
// be a number.
func (v Value) Truncate() (n int64, ok bool) {
	switch {
	case v.IsLong():
		return int64(v.n), true
	case v.p != nil:
		return int64(math.Float64frombits(v.n)), true
	}
	f := math.Float64frombits(v.n)
	switch {
	case f != f:
		return 0, true
	case f >= 1<<63:
		return math.MaxInt64, false
	case f < -1<<63:
		return math.MinInt64, false
	}
	return int64(f), true
}

// Wide reports whether n needs more than 32 bits. Operations on whole numbers work in 64
// bits if any of their operands does.
func Wide(n int64) bool { return int64(int32(n)) != n }

// WholeOf returns the result of a whole-number operation: a long if the operands were
// wide, else the integer of the low 32 bits.
func WholeOf(n int64, wide bool) Value {
	if wide {
		return Long(n)
	}
	return Int(int32(n))
}

// Div returns a / b cut toward zero. In 32 bits -2^31 / -1 wraps, in 64 bits -2^63 / -1 is
// an error, as is b == 0.
func Div(a, b int64) (Value, error) {
	wide := Wide(a) || Wide(b)
	switch {
	case b == 0:
		return Null(), ErrDivisionByZero
	case wide && a == math.MinInt64 && b == -1:
		return Null(), ErrQuotient
	}
	return WholeOf(a/b, wide), nil
}

// Remainder returns what Div leaves: it has the sign of a. b == 0 is an error.
func Remainder(a, b int64) (Value, error) {
	if b == 0 {
		return Null(), ErrDivisionByZero
	}
	return WholeOf(a%b, Wide(a) || Wide(b)), nil // by -1 Go has 0, also of -2^63
}

// Shift returns a shifted by n bits: n > 0 to the right with its sign, n < 0 to the left.
// The width is that of the operands, n counts modulo the width.
func Shift(a, n int64) Value {
	wide := Wide(a) || Wide(n)
	mask := uint64(31)
	if wide {
		mask = 63
	}
	if n >= 0 {
		return WholeOf(a>>(uint64(n)&mask), wide)
	}
	return WholeOf(a<<(-uint64(n)&mask), wide)
}

// Round returns the whole number nearest to v, halves going up, as a long; beyond 64 bits
// the nearest long, and 0 for NaN. v must be a number.
func Round(v Value) Value {
	if !v.IsDouble() {
		n, _ := v.Truncate()
		return Long(n)
	}
	f := math.Float64frombits(v.n)
	floor := math.Floor(f)
	if f-floor >= 0.5 { // from 2^52 on, and for infinities, there is nothing to add
		floor++
	}
	n, _ := Double(floor).Truncate()
	return Long(n)
}
