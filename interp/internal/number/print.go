package number

import (
	"bytes"
	"math"
	"strconv"
)

// maxPlain bounds the whole doubles that print as plain digits: up to here
// every whole number has a double of its own.
const maxPlain = 1 << 53

// minNormal is the smallest double with all 53 bits of precision.
const minNormal = 0x1p-1022

// AppendLong appends an integer or long as the language prints it.
func AppendLong(dst []byte, n int64) []byte {
	return strconv.AppendInt(dst, n, 10)
}

// AppendDouble appends f as the language prints it. Reading the result gives f
// again (as an integer or long where f is whole, and as 0 for -0.0). The digits
// are the shortest with this property.
func AppendDouble(dst []byte, f float64) []byte {
	if magnitude := math.Abs(f); magnitude <= maxPlain {
		if n := int64(f); float64(n) == f {
			return strconv.AppendInt(dst, n, 10)
		}
		if 1e-3 <= magnitude && magnitude < 1e7 {
			// Not whole, so there is a digit after the point.
			return strconv.AppendFloat(dst, f, 'f', -1, 64)
		}
	}
	switch {
	case f != f:
		return append(dst, "NaN"...)
	case f > math.MaxFloat64:
		return append(dst, "Infinity"...)
	case f < -math.MaxFloat64:
		return append(dst, "-Infinity"...)
	}
	return appendScientific(dst, f, "E", true)
}

// AppendJSON appends f as a JSON number. It differs from [AppendDouble] in the
// exponents ("1e21") and in NaN and the infinities, which JSON cannot express:
// they become null.
func AppendJSON(dst []byte, f float64) []byte {
	magnitude := math.Abs(f)
	switch {
	case f != f || magnitude > math.MaxFloat64:
		return append(dst, "null"...)
	case 1e-3 <= magnitude && magnitude < 1e7:
		return AppendDouble(dst, f)
	case magnitude <= maxPlain && f == math.Trunc(f):
		return AppendDouble(dst, f)
	}
	return appendScientific(dst, f, "e", false)
}

// AppendFixed appends f with exactly the given number of digits after the
// point, rounded half to even on the exact value of f, and no point if that
// number is 0. NaN and the infinities are printed as by [AppendDouble].
func AppendFixed(dst []byte, f float64, digits int) []byte {
	if f != f || math.Abs(f) > math.MaxFloat64 {
		return AppendDouble(dst, f)
	}
	return strconv.AppendFloat(dst, f, 'f', max(digits, 0), 64)
}

// appendScientific appends f as digit, point, digits, mark and exponent. The
// fraction of a single digit, ".0", is left out unless fraction is set.
func appendScientific(dst []byte, f float64, mark string, fraction bool) []byte {
	if f < 0 {
		dst = append(dst, '-')
		f = -f
	}
	var space [32]byte
	text := shortest(space[:0], f)
	end := bytes.IndexByte(text, 'e')
	mantissa, exponent := text[:end], text[end+1:] // exponent: a sign and at least two digits
	switch {
	case end == 1 && fraction:
		dst = append(dst, mantissa[0], '.', '0')
	case end == 3 && mantissa[2] == '0' && !fraction:
		dst = append(dst, mantissa[0])
	default:
		dst = append(dst, mantissa...)
	}
	dst = append(dst, mark...)
	if exponent[0] == '-' {
		dst = append(dst, '-')
	}
	if exponent[1] == '0' {
		return append(dst, exponent[2:]...)
	}
	return append(dst, exponent[1:]...)
}

// shortest writes the digits of a finite f >= 0 as "d.ddde±dd" into space, which
// must be empty. They are the shortest that read back as f, with one exception.
func shortest(space []byte, f float64) []byte {
	text := strconv.AppendFloat(space, f, 'e', -1, 64)
	if text[1] == 'e' && f < minNormal {
		// Doubles near the smallest one are so far apart that a second digit
		// tells more than a 0: the smallest is nearer to 4.9E-324 than to 5.0E-324.
		return strconv.AppendFloat(space, f, 'e', 1, 64)
	}
	return text
}
