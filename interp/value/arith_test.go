package value

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func sumOf(vs ...Value) Value {
	var s Sum
	for _, v := range vs {
		s.Add(v)
	}
	return s.Value()
}

func productOf(vs ...Value) Value {
	p := NewProduct()
	for _, v := range vs {
		p.Mul(v)
	}
	return p.Value()
}

// product returns (* v w).
func product(v, w Value) Value {
	p := NewProduct()
	p.Mul(v)
	p.Mul(w)
	return p.Value()
}

func TestArithmetic(t *testing.T) {
	const max64, min64 = math.MaxInt64, math.MinInt64
	minus := math.Copysign(0, -1)
	tests := []struct {
		name      string
		got, want Value
	}{
		{"sum of nothing", sumOf(), Double(0)},
		{"integers give a double", sumOf(Int(1), Int(2)), Double(3)},
		{"2^53 + 1", Add(Long(1<<53), Int(1)), Long(1<<53 + 1)},
		{"a long alone", sumOf(Long(1<<53 + 1)), Long(1<<53 + 1)},
		{"a long whose double is exact", sumOf(Long(1 << 60)), Double(1 << 60)},
		{"a double among them", Add(Long(1<<53+1), Double(0)), Double(1 << 53)},
		{"beyond 64 bits", Add(Long(max64), Int(1)), Double(1 << 63)},
		{"back into 64 bits", sumOf(Long(max64), Int(1), Int(-1)), Long(max64)},
		{"far out and back", sumOf(Long(max64), Long(max64), Long(max64), Long(-max64), Long(-max64)), Long(max64)},
		{"below 64 bits and back", sumOf(Long(min64), Int(-1), Int(1)), Double(min64)},
		{"an exact end after rounding on the way", sumOf(Long(1<<53), Int(1), Int(1)), Long(1<<53 + 2)},
		{"a late double", sumOf(Long(1<<53), Int(1), Double(1)), Double(1<<53 + 0)},
		{"-0.0 alone", sumOf(Double(minus)), Double(0)},
		{"-0.0 twice", Add(Double(minus), Double(minus)), Double(0)},
		{"difference", Sub(Int(5), Int(2)), Double(3)},
		{"difference of longs", Sub(Long(1<<53+1), Int(1)), Long(1 << 53)},
		{"difference that is rounded", Sub(Long(1<<53), Int(-1)), Long(1<<53 + 1)},
		{"difference beyond 64 bits", Sub(Long(min64), Int(1)), Double(min64)},
		{"difference beyond 64 bits, other side", Sub(Int(0), Long(min64)), Double(1 << 63)},
		{"small difference of large longs", Sub(Long(max64), Long(max64-1)), Long(1)},
		{"difference with a double", Sub(Long(1<<53+1), Double(0)), Double(1 << 53)},
		{"negation", Neg(Int(7)), Double(-7)},
		{"negation of a long", Neg(Long(1<<53 + 1)), Long(-(1<<53 + 1))},
		{"negation of the least long", Neg(Long(min64)), Double(1 << 63)},
		{"negation of a double", Neg(Double(1.5)), Double(-1.5)},
		{"negation of 0", Neg(Int(0)), Double(minus)},
		{"product of nothing", productOf(), Double(1)},
		{"integers", product(Int(6), Int(7)), Double(42)},
		{"large integers", product(Int(2147483647), Int(2147483645)), Long(2147483647 * 2147483645)},
		{"product within 64 bits", product(Long(3037000499), Long(3037000499)), Long(9223372030926249001)},
		{"product beyond 64 bits", product(Long(3037000500), Long(3037000500)), Double(3037000500.0 * 3037000500.0)},
		{"2^62 * 4", product(Long(1<<62), Int(4)), Double(1 << 64)},
		{"2^62 * 2 * -1", productOf(Long(1<<62), Int(2), Int(-1)), Double(min64)},
		{"-1 * the least long", product(Int(-1), Long(min64+1)), Long(max64)},
		{"0 after an overflow", productOf(Long(max64), Long(max64), Int(0)), Double(0)},
		{"0 before", productOf(Int(0), Long(max64), Long(max64)), Double(0)},
		{"after 0 nothing is too large", productOf(Long(max64), Long(max64), Int(0), Long(max64), Long(max64)), Double(0)},
		{"a double factor", product(Long(1<<53+1), Double(1)), Double(1 << 53)},
		{"negative 0", product(Int(-1), Int(0)), Double(minus)},
		{"0 * Infinity", product(Int(0), Double(math.Inf(1))), Double(math.NaN())},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !tt.got.Strict(tt.want) {
				t.Errorf("got %s\nwant %s", show(tt.got), show(tt.want))
			}
		})
	}
}

// A product of so many longs that the double is infinite, and 0 times that NaN, is still 0.
func TestZeroTimesInfiniteProductOfLongs(t *testing.T) {
	p := NewProduct()
	for range 40 {
		p.Mul(Long(math.MaxInt64))
	}
	if got, want := p.Value(), Double(math.Inf(1)); !got.Strict(want) {
		t.Errorf("without 0\n got %s\nwant %s", show(got), show(want))
	}
	p.Mul(Int(0))
	if got, want := p.Value(), Long(0); !got.Strict(want) {
		t.Errorf("with 0\n got %s\nwant %s", show(got), show(want))
	}
}

// The rule itself, over random operands of all magnitudes, against package big.
func TestArithmeticFollowsTheExactRule(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	operand := func() Value {
		switch n := int64(r.Uint64()) >> r.IntN(64); {
		case r.IntN(20) == 0:
			return Double(float64(n) / 2)
		case r.IntN(3) == 0:
			return Long(n)
		default:
			return Whole(n)
		}
	}
	operations := map[string]struct {
		start  float64
		double func(a, b float64) float64
		exact  func(z, x, y *big.Int) *big.Int
		of     func(vs ...Value) Value
	}{
		"+": {0, func(a, b float64) float64 { return a + b }, (*big.Int).Add, sumOf},
		"*": {1, func(a, b float64) float64 { return a * b }, (*big.Int).Mul, productOf},
		"-": {0, func(a, b float64) float64 { return a - b }, (*big.Int).Sub, func(vs ...Value) Value {
			return Sub(vs[0], vs[1])
		}},
	}
	for name, op := range operations {
		for range 100_000 {
			vs := make([]Value, 1+r.IntN(4))
			if name == "-" {
				vs = make([]Value, 2)
			}
			d, exact, whole := op.start, big.NewInt(int64(op.start)), true
			for i := range vs {
				vs[i] = operand()
				f, _ := vs[i].AsDouble()
				n := new(big.Int)
				if vs[i].IsDouble() {
					whole = false
				} else {
					m, _ := vs[i].Truncate()
					n.SetInt64(m)
				}
				if name == "-" && i == 0 {
					d, exact = f, n
					continue
				}
				d = op.double(d, f)
				op.exact(exact, exact, n)
			}
			want := Double(d)
			if whole && new(big.Float).SetInt(exact).Cmp(big.NewFloat(d)) != 0 && exact.IsInt64() {
				want = Long(exact.Int64())
			}
			if got := op.of(vs...); !got.Strict(want) {
				t.Fatalf("(%s %s)\n got %s\nwant %s", name, show(ListOf(vs).Value()), show(got), show(want))
			}
		}
	}
}
