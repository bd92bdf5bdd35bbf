package number

import (
	"math"
	"strconv"
)

// The limits of a radix.
const (
	MinRadix = 2
	MaxRadix = 36
)

// ParseRadix reads an optional sign and at least one digit of the given radix,
// with letters of either case for the digits from ten on. ok is false for any
// other text, for values that do not fit 64 bits and for a radix out of range.
func ParseRadix(text string, radix int) (n int64, ok bool) {
	if radix < MinRadix || radix > MaxRadix {
		return 0, false
	}
	i, limit := 0, uint64(math.MaxInt64)
	negative := false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		i = 1
		if text[0] == '-' {
			negative = true
			limit++
		}
	}
	if i == len(text) {
		return 0, false
	}
	var value uint64
	base := uint64(radix)
	for ; i < len(text); i++ {
		digit := uint64(digitValue(text[i]))
		if digit >= base || value > (limit-digit)/base {
			return 0, false
		}
		value = value*base + digit
	}
	if negative {
		return -int64(value), true
	}
	return int64(value), true
}

// digitValue returns the value of a digit of radix 36, or 255.
func digitValue(c byte) byte {
	switch {
	case isDigit(c):
		return c - '0'
	case 'a' <= c && c <= 'z':
		return c - 'a' + 10
	case 'A' <= c && c <= 'Z':
		return c - 'A' + 10
	}
	return math.MaxUint8
}

// AppendRadix appends n in the given radix: a minus sign for negative numbers,
// then digits with lower-case letters. A radix out of range counts as 10.
func AppendRadix(dst []byte, n int64, radix int) []byte {
	return strconv.AppendInt(dst, n, validRadix(radix))
}

// AppendUnsigned appends the digits of the two's complement of n in the given
// number of bits, 32 or 64. A radix out of range counts as 10.
func AppendUnsigned(dst []byte, n int64, radix, bits int) []byte {
	value := uint64(n)
	if bits == 32 {
		value = uint64(uint32(n))
	}
	return strconv.AppendUint(dst, value, validRadix(radix))
}

func validRadix(radix int) int {
	if radix < MinRadix || radix > MaxRadix {
		return 10
	}
	return radix
}
