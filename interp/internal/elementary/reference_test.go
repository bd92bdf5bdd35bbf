package elementary

import "math/big"

// The functions of this file compute with 256 bits or more what the tests compare with.

const precision = 256

func number(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }

func fresh() *big.Float { return new(big.Float).SetPrec(precision) }

// piOf returns π to that many bits, by Machin's formula.
func piOf(bits uint) *big.Float {
	arc := func(n int64) *big.Int { // arctan(1/n) times 2^(bits+64)
		term := new(big.Int).Lsh(big.NewInt(1), bits+64)
		term.Quo(term, big.NewInt(n))
		sum := new(big.Int).Set(term)
		for k := int64(3); term.Sign() != 0; k += 2 {
			term.Quo(term, big.NewInt(n*n))
			part := new(big.Int).Quo(term, big.NewInt(k))
			if k%4 == 3 {
				part.Neg(part)
			}
			sum.Add(sum, part)
		}
		return sum
	}
	pi := new(big.Int).Mul(arc(5), big.NewInt(4))
	pi.Sub(pi, arc(239)).Mul(pi, big.NewInt(4))
	result := new(big.Float).SetPrec(bits).SetInt(pi)
	return result.SetMantExp(result, -int(bits+64))
}

// exactSineAndCosine takes whole turns out of x and sums the series.
func exactSineAndCosine(x *big.Float) (sine, cosine *big.Float) {
	wide := new(big.Float).SetPrec(1500).Set(x)
	turn := piOf(1500)
	turn.Mul(turn, big.NewFloat(2))
	turns, _ := new(big.Float).SetPrec(1500).Quo(wide, turn).Int(nil)
	wide.Sub(wide, new(big.Float).SetPrec(1500).Mul(turn, new(big.Float).SetPrec(1500).SetInt(turns)))
	r := fresh().Set(wide)
	r.Quo(r, number(64))              // and double the angle six times
	sine, oneLess := fresh(), fresh() // 1 - cos, which keeps its digits
	term := fresh().Set(r)
	for n := 1; n < 60; n += 2 {
		sine.Add(sine, term)
		term.Mul(term, r).Quo(term, number(float64(n+1)))
		oneLess.Add(oneLess, term)
		term.Mul(term, r).Quo(term, number(float64(n+2))).Neg(term)
	}
	for range 6 {
		c := fresh().Sub(number(1), oneLess)
		oneLess.Mul(sine, sine).Mul(oneLess, number(2))
		sine.Mul(sine, c).Mul(sine, number(2))
	}
	return sine, fresh().Sub(number(1), oneLess)
}

// exactExponential sums the series of x/2^20 and squares the result.
func exactExponential(x *big.Float) *big.Float {
	r := new(big.Float).SetPrec(2 * precision).Set(x)
	r.SetMantExp(r, -20)
	sum, term := new(big.Float).SetPrec(2*precision).SetInt64(1), new(big.Float).SetPrec(2*precision).SetInt64(1)
	for n := int64(1); n < 40; n++ {
		term.Mul(term, r).Quo(term, new(big.Float).SetInt64(n))
		sum.Add(sum, term)
	}
	for range 20 {
		sum.Mul(sum, sum)
	}
	return sum
}
