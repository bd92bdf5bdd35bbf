package elementary

import "math"

// logarithm returns the natural logarithm of x, which is above 0 and finite.
func logarithm(x float64) pair {
	m, exponent := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, exponent = 2*m, exponent-1
	}
	// 2 artanh s = ln m, with s at most 0.172 in size.
	s := pair{m - 1, 0}.over(sumOf(m, 1))
	ln := polynomial(s.times(s), oddParts, 10).times(s).scale(2)
	return ln2.timesDouble(float64(exponent)).plus(ln)
}

// Log is the natural logarithm of x: -Infinity for 0, NaN below and for NaN.
func Log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	return logarithm(x).hi
}

// Log10 is the decimal logarithm of x, exact for powers of ten.
func Log10(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x)
	}
	return logarithm(x).times(perLn10).hi
}

// exponential returns e to the x as a pair times 2^exponent; x is at most some 750 in size.
func exponential(x pair) (p pair, exponent int) {
	turns := math.Floor(x.hi/ln2.hi + 0.5)
	r := x.plus(ln2.timesDouble(-turns))
	return polynomial(r, factors[:24], 12), int(turns)
}

// Pow is a to the n. It has the special cases of math.Pow. Where a differs from 1 in its last
// digits only, powers with a broken exponent may be the second nearest double.
func Pow(a, n float64) float64 {
	if p, ok := wholePower(a, n); ok {
		return p
	}
	if a == 0 || a == 1 || n == 0 || n == 1 || notFinite(a) || notFinite(n) {
		return math.Pow(a, n)
	}
	sign := 1.0
	if a < 0 {
		if n != math.Trunc(n) {
			return math.NaN()
		}
		if math.Mod(n, 2) != 0 {
			sign = -1
		}
		a = -a
	}
	return sign * powerOfPositive(a, n)
}

// wholePower is a to the n for whole n from 2 to mostProducts, if multiplication gives it:
// all products but the last one are exact, and so only that is rounded.
func wholePower(a, n float64) (p float64, ok bool) {
	if !(n >= 2 && n <= mostProducts) || n != math.Trunc(n) {
		return 0, false
	}
	p = a
	for k := int(n); k > 2; k-- {
		q := p * a
		if size := math.Abs(q); !(size > 0x1p-900 && size < 0x1p900) || math.FMA(p, a, -q) != 0 {
			return 0, false
		}
		p = q
	}
	return p * a, true
}

func powerOfPositive(a, n float64) float64 {
	switch n {
	case -1:
		return 1 / a
	case 0.5:
		return math.Sqrt(a)
	}
	ln := logarithm(a)
	switch product := ln.hi * n; {
	case product > 710:
		return math.Inf(1)
	case product < -746:
		return 0
	}
	base, exponent := a, n
	for exponent != math.Trunc(exponent) && math.Abs(exponent) < mostProducts {
		root := math.Sqrt(base)
		if math.FMA(root, root, -base) != 0 {
			break
		}
		base, exponent = root, 2*exponent
	}
	if exponent == math.Trunc(exponent) && math.Abs(exponent) <= mostProducts {
		return roundScaled(products(base, int(exponent)))
	}
	return roundScaled(exponential(ln.timesDouble(n)))
}

// mostProducts is the largest exponent for products. It is beyond those whose powers can be
// exact, or in the middle between two doubles, where no approximation tells which one to take.
const mostProducts = 64

// products is a to the n, as a pair times 2^exponent, by multiplication.
func products(a float64, n int) (p pair, exponent int) {
	m, e := math.Frexp(a)
	p, factor := pair{1, 0}, pair{m, 0}
	size := max(n, -n)
	for k := size; k > 0; k /= 2 {
		if k%2 == 1 {
			p = p.times(factor)
		}
		factor = factor.times(factor)
	}
	if n < 0 {
		p = pair{1, 0}.over(p)
	}
	return p, e * n
}

// roundScaled returns p times 2^exponent as a double. Among the doubles below the normal
// ones, which have fewer digits, it looks at the whole pair, lest hi be rounded twice.
func roundScaled(p pair, exponent int) float64 {
	rounded := math.Ldexp(p.hi, exponent)
	if math.Abs(rounded) >= 0x1p-1022 || p.lo == 0 {
		return rounded
	}
	half := math.Ldexp(1, -1075-exponent)
	switch rest := p.hi - math.Ldexp(rounded, -exponent); {
	case rest == half && p.lo > 0:
		return math.Nextafter(rounded, 1)
	case rest == -half && p.lo < 0:
		return math.Nextafter(rounded, 0)
	}
	return rounded
}
