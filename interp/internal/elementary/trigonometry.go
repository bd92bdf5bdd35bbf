package elementary

import "math"

// Below this size the functions that begin like x round to x.
const tiny = 0x1p-27

// sineAndCosine returns the sine and the cosine of x, which is finite.
func sineAndCosine(x float64) (sine, cosine pair) {
	quarter, r := quarterTurns(math.Abs(x))
	square := r.times(r)
	sine = seriesOfSine(square).times(r)
	cosine = seriesOfCosine(square)
	switch quarter {
	case 1:
		sine, cosine = cosine, sine.neg()
	case 2:
		sine, cosine = sine.neg(), cosine.neg()
	case 3:
		sine, cosine = cosine.neg(), sine
	}
	if x < 0 {
		sine = sine.neg()
	}
	return sine, cosine
}

var (
	sineTerms   = alternating(1, 27)
	cosineTerms = alternating(0, 26)
)

// alternating returns 1/first!, -1/(first+2)!, … up to 1/last!.
func alternating(first, last int) []pair {
	var terms []pair
	for n := first; n <= last; n += 2 {
		c := factors[n]
		if len(terms)%2 == 1 {
			c = c.neg()
		}
		terms = append(terms, c)
	}
	return terms
}

// So many terms of the series are pairs. With few of them the result is off by less than
// quickError, in relation to its size, and nearly always that decides how it is rounded.
const (
	quickTerms = 3
	allTerms   = 8
	quickError = 0x1p-61
)

// seriesOfSine is sin r / r, where square is r².
func seriesOfSine(square pair) pair { return polynomial(square, sineTerms, allTerms) }

func seriesOfCosine(square pair) pair { return polynomial(square, cosineTerms, allTerms) }

// sineAhead is the sine of x, which is finite and not below 0, plus some quarter turns.
func sineAhead(x float64, quarters int) float64 {
	quarter, r := quarterTurns(x)
	quarter += quarters
	square := r.times(r)
	terms, factor := sineTerms, r
	if quarter&1 != 0 {
		terms, factor = cosineTerms, pair{1, 0}
	}
	sine := polynomial(square, terms, quickTerms).times(factor)
	if !sine.isCertain(quickError) {
		sine = polynomial(square, terms, allTerms).times(factor)
	}
	if quarter&2 != 0 {
		return -sine.hi
	}
	return sine.hi
}

// notFinite reports whether x is NaN or infinite.
func notFinite(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) }

// Sin is the sine of x radians, NaN for NaN and infinities.
func Sin(x float64) float64 {
	if notFinite(x) {
		return math.NaN()
	}
	if math.Abs(x) < tiny {
		return x
	}
	return math.Copysign(1, x) * sineAhead(math.Abs(x), 0)
}

// Cos is the cosine of x radians, NaN for NaN and infinities.
func Cos(x float64) float64 {
	if notFinite(x) {
		return math.NaN()
	}
	return sineAhead(math.Abs(x), 1)
}

// Tan is the tangent of x radians, NaN for NaN and infinities.
func Tan(x float64) float64 {
	if notFinite(x) {
		return math.NaN()
	}
	if math.Abs(x) < tiny {
		return x
	}
	sine, cosine := sineAndCosine(x)
	return sine.over(cosine).hi
}

// Each of the inverse functions improves the result y of package math by one step: with the
// exact sine and cosine of y the rest is so small that its square does not count.

// Atan is the arc tangent of x in radians, from -π/2 to π/2.
func Atan(x float64) float64 {
	y := math.Atan(x)
	if notFinite(x) || math.Abs(x) < tiny {
		if math.Abs(x) < tiny {
			return x
		}
		return y
	}
	sine, cosine := sineAndCosine(y)
	rest := cosine.timesDouble(x).plus(sine.neg()).over(sine.timesDouble(x).plus(cosine))
	return sumOf(y, rest.hi).hi
}

// Asin is the arc sine of x in radians, NaN for x outside -1 to 1.
func Asin(x float64) float64 {
	if size := math.Abs(x); !(size < 1) || size < tiny {
		if size < tiny {
			return x
		}
		return math.Asin(x)
	}
	y := math.Asin(x)
	sine, cosine := sineAndCosine(y)
	rest := pair{x, 0}.plus(sine.neg()).over(cosine)
	return y + rest.hi
}

// Acos is the arc cosine of x in radians, NaN for x outside -1 to 1.
func Acos(x float64) float64 {
	if !(math.Abs(x) < 1) {
		return math.Acos(x)
	}
	y := math.Acos(x)
	if x > 0.5 {
		y = 2 * math.Asin(math.Sqrt((1-x)/2)) // exact in relation to small results too
	}
	// cos y - x is 1-x minus 2 sin²(y/2), both exact where they are small.
	sine, cosine := sineAndCosine(y / 2)
	rest := sumOf(1, -x).plus(sine.times(sine).scale(-2)).over(sine.times(cosine).scale(2))
	return y + rest.hi
}
