// Package elementary computes the elementary functions of doubles with correct rounding: the
// result is the double next to the exact value, the same one on every processor.
//
// The functions work with pairs of doubles, which hold some 106 bits; what is lost is less
// than 2^-85 of the result, so that a wrong rounding would need an exact value that comes
// that near to the middle between two doubles.
package elementary

import "math"

// A pair is the unevaluated sum of two doubles, where hi is the sum rounded to a double.
type pair struct{ hi, lo float64 }

// ln2 and its rest, halfPi, and 1 / ln 10.
var (
	ln2      = pair{0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56}
	halfPi   = pair{0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}
	perLn10  = pair{0x1.bcb7b1526e50ep-2, 0x1.95355baaafad3p-57}
	factors  = reciprocalFactorials(28) // 1 / n!
	oddParts = oddReciprocals(24)       // 1 / (2n+1)
)

// sumOf is the exact sum of two doubles.
func sumOf(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

// orderedSum is the exact sum of two doubles, of which a is not the smaller one.
func orderedSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// productOf is the exact product of two doubles.
func productOf(a, b float64) pair {
	p := float64(a * b)
	return pair{p, math.FMA(a, b, -p)}
}

func (x pair) neg() pair { return pair{-x.hi, -x.lo} }

func (x pair) plus(y pair) pair {
	s, t := sumOf(x.hi, y.hi), sumOf(x.lo, y.lo)
	s = orderedSum(s.hi, s.lo+t.hi)
	return orderedSum(s.hi, s.lo+t.lo)
}

func (x pair) times(y pair) pair {
	p := productOf(x.hi, y.hi)
	return orderedSum(p.hi, p.lo+(float64(x.hi*y.lo)+float64(x.lo*y.hi)))
}

func (x pair) timesDouble(y float64) pair {
	p := productOf(x.hi, y)
	return orderedSum(p.hi, p.lo+float64(x.lo*y))
}

func (x pair) over(y pair) pair {
	first := x.hi / y.hi
	rest := x.plus(y.timesDouble(-first))
	second := rest.hi / y.hi
	rest = rest.plus(y.timesDouble(-second))
	q := orderedSum(first, second)
	return q.plus(pair{rest.hi / y.hi, 0})
}

// isCertain reports whether hi is the nearest double although the pair is off by a part of it.
func (x pair) isCertain(part float64) bool {
	off := math.Abs(x.hi) * part
	return x.hi+(x.lo-off) == x.hi && x.hi+(x.lo+off) == x.hi
}

// scale multiplies by a power of two that does not lead out of the normal doubles.
func (x pair) scale(power float64) pair { return pair{x.hi * power, x.lo * power} }

func reciprocalFactorials(count int) []pair {
	all := make([]pair, count)
	all[0] = pair{1, 0}
	for n := 1; n < count; n++ {
		all[n] = all[n-1].over(pair{float64(n), 0})
	}
	return all
}

func oddReciprocals(count int) []pair {
	all := make([]pair, count)
	for n := range all {
		all[n] = pair{1, 0}.over(pair{float64(2*n + 1), 0})
	}
	return all
}

// polynomial is c[0] + c[1] x + c[2] x² + …, the terms from index exact on in plain doubles,
// because they are small.
func polynomial(x pair, c []pair, exact int) pair {
	tail := 0.0
	i := len(c) - 1
	for ; i >= exact; i-- {
		tail = float64(tail*x.hi) + c[i].hi
	}
	sum := pair{tail, 0}
	for ; i >= 0; i-- {
		sum = sum.times(x).plus(c[i])
	}
	return sum
}
