package number

import (
	"math"
	"strconv"
)

// Kind tells which subtype of number a text stands for.
type Kind uint8

// The kinds of numbers. Integer and Long values are in the int64 result of the
// functions that return a Kind, Double values in the float64 result.
const (
	Integer Kind = iota // a whole number that fits 32 bits
	Long                // a whole number that fits 64 bits
	Double              // an IEEE 754 double
)

// String returns the subtype name of the language.
func (k Kind) String() string {
	switch k {
	case Integer:
		return "integer"
	case Long:
		return "long"
	default:
		return "double"
	}
}

// KindOf returns Integer if n fits 32 bits, else Long.
func KindOf(n int64) Kind {
	if int64(int32(n)) == n {
		return Integer
	}
	return Long
}

// IsCandidate reports whether text begins like a number: with a digit, a point
// and a digit, or a sign and one of these. The reader must take such a word for
// a number and refuse it when [Parse] does.
func IsCandidate(text string) bool {
	i := 0
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		i++
	}
	if i < len(text) && text[i] == '.' {
		i++
	}
	return i < len(text) && isDigit(text[i])
}

// Parse reads the number that text, as a whole, stands for. ok is false when
// it is no number. Text with a point or an exponent is a double, other decimal
// text the smallest of integer, long and double that holds it. "0x" and "0b"
// introduce signed whole numbers of at most 64 bits, with the sign after the
// prefix. The words NaN, Infinity and -Infinity are not numbers here, see
// [ParseWord].
//
// Parse does not allocate, except for very long texts and those beyond the range of doubles.
func Parse(text string) (kind Kind, n int64, f float64, ok bool) {
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'x':
			n, ok = ParseRadix(text[2:], 16)
			return KindOf(n), n, 0, ok
		case 'b':
			n, ok = ParseRadix(text[2:], 2)
			return KindOf(n), n, 0, ok
		}
	}
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		i = 1
	}
	start := i
	var whole uint64
	for i < len(text) && isDigit(text[i]) {
		whole = whole*10 + uint64(text[i]-'0')
		i++
	}
	if i < len(text) {
		f, ok = parseDouble(text, start, negative)
		return Double, 0, f, ok
	}
	switch digits := i - start; {
	case digits == 0:
		return Integer, 0, 0, false
	case digits > 18:
		// whole may have wrapped around.
		return parseLongDecimal(text)
	}
	n = int64(whole)
	if negative {
		n = -n
	}
	return KindOf(n), n, 0, true
}

// ParseWord is [Parse] with the addition of the exact texts NaN, Infinity and
// -Infinity, which are doubles.
func ParseWord(text string) (kind Kind, n int64, f float64, ok bool) {
	switch text {
	case "NaN":
		return Double, 0, math.NaN(), true
	case "Infinity":
		return Double, 0, math.Inf(1), true
	case "-Infinity":
		return Double, 0, math.Inf(-1), true
	}
	return Parse(text)
}

// parseLongDecimal reads a sign and digits that may exceed 64 bits.
func parseLongDecimal(text string) (kind Kind, n int64, f float64, ok bool) {
	if n, ok = ParseRadix(text, 10); ok {
		return KindOf(n), n, 0, true
	}
	return Double, 0, nearest(text), true
}

// nearest returns the double nearest to a decimal number.
func nearest(text string) float64 {
	if len(text) >= LongText {
		text, _, _ = Shorten(text, nil)
	}
	f, _ := strconv.ParseFloat(text, 64) // beyond the range of doubles the error comes with the infinity wanted
	return f
}

// parseDouble reads text, whose digits begin at start, as a decimal fraction
// with an optional exponent.
func parseDouble(text string, start int, negative bool) (float64, bool) {
	var mantissa uint64 // of all digits, exact while there are at most 19
	i, digits, scale := start, 0, 0
	for ; i < len(text) && isDigit(text[i]); i++ {
		mantissa = mantissa*10 + uint64(text[i]-'0')
		digits++
	}
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && isDigit(text[i]); i++ {
			mantissa = mantissa*10 + uint64(text[i]-'0')
			digits++
			scale--
		}
	}
	if digits == 0 {
		return 0, false
	}
	if i < len(text) {
		if text[i] != 'e' && text[i] != 'E' {
			return 0, false
		}
		exponent, ok := parseExponent(text[i+1:])
		if !ok {
			return 0, false
		}
		scale += exponent
	}
	if digits <= 19 && mantissa <= 1<<53 && -maxExactPower <= scale && scale <= maxExactPower {
		// Both operands are exact, so the one rounding of the operation is
		// the right one.
		f := float64(mantissa)
		if negative {
			f = -f
		}
		if scale < 0 {
			return f / exactPowers[-scale], true
		}
		return f * exactPowers[scale], true
	}
	return nearest(text), true
}

// parseExponent reads an optional sign and digits. It stops counting where the
// result is far beyond any exponent that matters.
func parseExponent(text string) (int, bool) {
	const enough = 1 << 24
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		i = 1
	}
	if i == len(text) {
		return 0, false
	}
	exponent := 0
	for ; i < len(text); i++ {
		if !isDigit(text[i]) {
			return 0, false
		}
		if exponent < enough {
			exponent = exponent*10 + int(text[i]-'0')
		}
	}
	if negative {
		exponent = -exponent
	}
	return exponent, true
}

// maxExactPower is the largest power of ten that a double holds exactly.
const maxExactPower = 22

var exactPowers = [maxExactPower + 1]float64{
	1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
