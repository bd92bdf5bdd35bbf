package elementary

import (
	"math"
	"math/bits"
)

// twoOverPi holds the binary digits of 2/π behind the point, after one word of zeros. They
// reach for the largest double.
var twoOverPi = [...]uint64{
	0,
	0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561,
	0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484,
	0xe99c7026b45f7e41, 0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
	0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b,
	0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d,
	0,
}

// quarterTurns takes the multiples of π/2 out of x, which is at least 0 and finite: x is
// quarter·π/2 + rest, up to whole turns, and rest at most π/4 in size.
func quarterTurns(x float64) (quarter int, rest pair) {
	if x <= math.Pi/4 {
		return 0, pair{x, 0}
	}
	mantissa, exponent := wholeMantissa(x)
	// Digits of 2/π whose product with x is a multiple of 4 do not count. Of the product
	// with the next 256 digits two stand before the point.
	first := exponent - 2 + 64
	word, shift := first/64, uint(first%64)
	var digits, product [4]uint64
	for i := range digits {
		digits[i] = twoOverPi[word+i]<<shift | twoOverPi[word+i+1]>>(64-shift)
	}
	carry := uint64(0)
	for i := 3; i >= 0; i-- {
		high, low := bits.Mul64(mantissa, digits[i])
		sum, over := bits.Add64(low, carry, 0)
		product[i], carry = sum, high+over
	}
	quarter = int(product[0] >> 62)
	product[0] &= 1<<62 - 1
	negative := product[0]>>61 == 1 // more than half a quarter: count from the next one
	if negative {
		quarter++
		borrow := uint64(0)
		for i := 3; i > 0; i-- {
			product[i], borrow = bits.Sub64(0, product[i], borrow)
		}
		product[0] = 1<<62 - product[0] - borrow
	}
	rest = fraction(product).times(halfPi)
	if negative {
		rest = rest.neg()
	}
	return quarter & 3, rest
}

// wholeMantissa returns x as a whole number of 53 bits times a power of two.
func wholeMantissa(x float64) (mantissa uint64, exponent int) {
	f, e := math.Frexp(x)
	return uint64(f * (1 << 53)), e - 53
}

// fraction turns the number whose digits stand behind the second bit of digits into a pair.
func fraction(digits [4]uint64) pair {
	exponent := 2
	for digits[0] == 0 && exponent < 256 {
		digits = [4]uint64{digits[1], digits[2], digits[3], 0}
		exponent -= 64
	}
	n := uint(bits.LeadingZeros64(digits[0]))
	exponent -= int(n)
	for i := 0; i < 3; i++ {
		digits[i] = digits[i]<<n | digits[i+1]>>(64-n)
	}
	hi := float64(digits[0] >> 11)
	lo := float64(digits[0]<<53 | digits[1]>>11)
	return orderedSum(math.Ldexp(hi, exponent-53), math.Ldexp(lo, exponent-117))
}
