package elementary

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

const samplesOf = 300

// samples returns numbers of every size and kind up to the largest one given.
func samples(largest float64, count int) []float64 {
	random := rand.New(rand.NewPCG(1, 2))
	all := []float64{0.5, 1, 2, 3, 5, 10, 22, 100, 1e22, math.Pi, math.Pi / 2, math.Pi / 4, 0.1, 0.95, 1 - 0x1p-53,
		1 + 0x1p-52, 0x1p-26, 0x1p-28, 5e-324, 6381956970095103 * 0x1p797, math.MaxFloat64}
	for len(all) < count {
		switch random.IntN(4) {
		case 0:
			all = append(all, float64(random.IntN(400)+1)/4)
		case 1:
			all = append(all, random.Float64())
		case 2:
			all = append(all, math.Ldexp(random.Float64(), random.IntN(60)-30))
		default:
			all = append(all, math.Ldexp(random.Float64(), random.IntN(2000)-1000))
		}
	}
	var inside []float64
	for _, x := range all {
		if x <= largest {
			inside = append(inside, x)
		}
	}
	return inside
}

func isNearest(t *testing.T, name string, x, got float64, exact *big.Float) {
	t.Helper()
	if want, _ := exact.Float64(); got != want {
		t.Errorf("%s of %v:\ngot  %v\nwant %v", name, x, got, want)
	}
}

func TestTrigonometryIsNearest(t *testing.T) {
	for _, x := range samples(math.MaxFloat64, samplesOf) {
		sine, cosine := exactSineAndCosine(number(x))
		isNearest(t, "sin", x, Sin(x), sine)
		isNearest(t, "sin", -x, Sin(-x), fresh().Neg(sine))
		isNearest(t, "cos", x, Cos(x), cosine)
		isNearest(t, "cos", -x, Cos(-x), cosine)
		isNearest(t, "tan", x, Tan(x), fresh().Quo(sine, cosine))
	}
}

// between returns the middles between y and its neighbours: an increasing function whose
// inverse has x at y lies on both sides of x there.
func between(y float64) (below, above *big.Float) {
	middle := func(z float64) *big.Float {
		sum := fresh().Add(number(y), number(z))
		return sum.Quo(sum, number(2))
	}
	return middle(math.Nextafter(y, math.Inf(-1))), middle(math.Nextafter(y, math.Inf(1)))
}

func isInverse(t *testing.T, name string, x, got float64, less func(y *big.Float) bool) {
	t.Helper()
	below, above := between(got)
	if !less(below) || less(above) {
		t.Errorf("%s of %v: %v is not the nearest double", name, x, got)
	}
}

func TestInverseFunctionsAreNearest(t *testing.T) {
	for _, size := range samples(math.MaxFloat64, samplesOf) {
		for _, x := range []float64{size, -size} {
			isInverse(t, "atan", x, Atan(x), func(y *big.Float) bool { // tan y < x
				sine, cosine := exactSineAndCosine(y)
				if cosine.Sign() <= 0 {
					return y.Sign() < 0
				}
				return sine.Cmp(cosine.Mul(cosine, number(x))) < 0
			})
			if size > 1 || x == 1 {
				continue
			}
			isInverse(t, "acos", x, -Acos(x), func(y *big.Float) bool { // cos y < x, of -y
				_, cosine := exactSineAndCosine(y)
				return y.Cmp(number(-math.Pi)) < 0 || y.Sign() <= 0 && cosine.Cmp(number(x)) < 0
			})
			if size == 1 {
				continue
			}
			isInverse(t, "asin", x, Asin(x), func(y *big.Float) bool {
				sine, _ := exactSineAndCosine(y)
				return sine.Cmp(number(x)) < 0
			})
		}
	}
}

func TestLogarithmsAreNearest(t *testing.T) {
	ln10 := number(2.302585092994045684)
	for range 5 { // Newton's steps
		ln10.Add(ln10, fresh().Quo(number(10), exactExponential(ln10))).Sub(ln10, number(1))
	}
	for _, x := range samples(math.MaxFloat64, samplesOf) {
		if x == 1 {
			continue
		}
		isInverse(t, "log", x, Log(x), func(y *big.Float) bool {
			return exactExponential(y).Cmp(number(x)) < 0
		})
		isInverse(t, "log10", x, Log10(x), func(y *big.Float) bool {
			return exactExponential(y.Mul(y, ln10)).Cmp(number(x)) < 0
		})
	}
}

func TestPowIsNearest(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for _, a := range append(samples(math.MaxFloat64, samplesOf/2), 20.5*20.5, 94906267) {
		if math.Abs(a-1) < 1e-9 {
			continue
		}
		ln := number(Log(a))
		for range 3 {
			ln.Add(ln, fresh().Quo(number(a), exactExponential(ln))).Sub(ln, number(1))
		}
		exponents := []float64{2, 3, -1, -2, 10, 0.5, 5, 0.1, 1.5, -1.0 / 3, random.Float64()*20 - 10,
			-745 / Log(a) * random.Float64(), -720 / Log(a), -744.44 / Log(a)}
		for _, n := range exponents {
			if math.IsInf(n, 0) || math.Abs(n*Log(a)) > 800 {
				continue
			}
			exact := exactExponential(fresh().Mul(ln, number(n)))
			if n > 0 && n <= 10 && n == math.Trunc(n) { // may lie in the middle between two doubles
				exact = new(big.Float).SetPrec(1000).SetInt64(1)
				for range int(n) {
					exact.Mul(exact, number(a))
				}
			}
			want, _ := exact.Float64()
			if got := Pow(a, n); got != want {
				t.Errorf("pow of %v and %v:\ngot  %v\nwant %v", a, n, got, want)
			}
		}
	}
}

func TestSpecialCases(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	zero := math.Copysign(0, -1)
	for _, test := range []struct {
		name      string
		got, want float64
	}{
		{"sin of infinity", Sin(inf), nan},
		{"sin of -0", Sin(zero), zero},
		{"cos of infinity", Cos(-inf), nan},
		{"cos of 0", Cos(0), 1},
		{"tan of NaN", Tan(nan), nan},
		{"tan of -0", Tan(zero), zero},
		{"atan of infinity", Atan(-inf), -math.Pi / 2},
		{"atan of -0", Atan(zero), zero},
		{"asin of -0", Asin(zero), zero},
		{"asin of 1", Asin(1), math.Pi / 2},
		{"asin outside", Asin(1 + 0x1p-52), nan},
		{"acos of 1", Acos(1), 0},
		{"acos of -1", Acos(-1), math.Pi},
		{"acos outside", Acos(-2), nan},
		{"acos of NaN", Acos(nan), nan},
		{"log of 0", Log(0), -inf},
		{"log below 0", Log(-1), nan},
		{"log of infinity", Log(inf), inf},
		{"log of 1", Log(1), 0},
		{"log10 of 1000", Log10(1000), 3},
		{"log10 of 1e-5", Log10(1e-5), -5},
		{"log10 of 1e300", Log10(1e300), 300},
		{"log10 of 0", Log10(zero), -inf},
		{"a power of ten", Pow(10, 15), 1e15},
		{"an odd power below 0", Pow(-2, 3), -8},
		{"an even power below 0", Pow(-2, 4), 16},
		{"a broken power below 0", Pow(-8, 1.0/3), nan},
		{"overflow", Pow(10, 400), inf},
		{"overflow below 0", Pow(-10, 401), -inf},
		{"underflow", Pow(10, -400), 0},
		{"underflow below 0", Pow(-10, -401), zero},
		{"the smallest double", Pow(2, -1074), 5e-324},
		{"half of it", Pow(2, -1075), 0},
		{"an exponent of any size", Pow(1.5, 1e300), inf},
	} {
		if !(test.got == test.want && math.Signbit(test.got) == math.Signbit(test.want) ||
			math.IsNaN(test.got) && math.IsNaN(test.want)) {
			t.Errorf("%s:\ngot  %v\nwant %v", test.name, test.got, test.want)
		}
	}
}
