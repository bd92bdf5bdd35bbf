package value

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestTruncate(t *testing.T) {
	tests := []struct {
		name string
		v    Value
		want int64
		ok   bool
	}{
		{"integer", Int(-7), -7, true},
		{"long", Long(math.MinInt64), math.MinInt64, true},
		{"up", Double(-1.9), -1, true},
		{"down", Double(1.9), 1, true},
		{"-0.0", Double(math.Copysign(0, -1)), 0, true},
		{"NaN", Double(math.NaN()), 0, true},
		{"least", Double(-1 << 63), math.MinInt64, true},
		{"below the least", Double(-9.3e18), math.MinInt64, false},
		{"greatest", Double(math.Nextafter(1<<63, 0)), 1<<63 - 1024, true},
		{"above the greatest", Double(1 << 63), math.MaxInt64, false},
		{"infinite", Double(math.Inf(-1)), math.MinInt64, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got, ok := tt.v.Truncate(); got != tt.want || ok != tt.ok {
				t.Errorf("got %d, %v\nwant %d, %v", got, ok, tt.want, tt.ok)
			}
		})
	}
}

func TestWholeNumberOperations(t *testing.T) {
	type result struct {
		v   Value
		err error
	}
	of := func(v Value, err error) result { return result{v, err} }
	const min64, max64 = math.MinInt64, math.MaxInt64
	tests := []struct {
		name string
		got  result
		want result
	}{
		{"7 / 2", of(Div(7, 2)), result{v: Int(3)}},
		{"-7 / 2", of(Div(-7, 2)), result{v: Int(-3)}},
		{"7 / -2", of(Div(7, -2)), result{v: Int(-3)}},
		{"1 / 0", of(Div(1, 0)), result{err: ErrDivisionByZero}},
		{"wide / 0", of(Div(1<<40, 0)), result{err: ErrDivisionByZero}},
		{"-2^31 / -1", of(Div(math.MinInt32, -1)), result{v: Int(math.MinInt32)}},
		{"2^31 / -1", of(Div(1<<31, -1)), result{v: Long(-1 << 31)}},
		{"-2^63 / -1", of(Div(min64, -1)), result{err: ErrQuotient}},
		{"-2^63 / 1", of(Div(min64, 1)), result{v: Long(min64)}},
		{"7 / 2^31", of(Div(7, 1<<31)), result{v: Long(0)}},
		{"2^32 / 2^32", of(Div(1<<32, 1<<32)), result{v: Long(1)}},
		{"7 % 3", of(Remainder(7, 3)), result{v: Int(1)}},
		{"-7 % 3", of(Remainder(-7, 3)), result{v: Int(-1)}},
		{"7 % -3", of(Remainder(7, -3)), result{v: Int(1)}},
		{"7 % 0", of(Remainder(7, 0)), result{err: ErrDivisionByZero}},
		{"-2^31 % -1", of(Remainder(math.MinInt32, -1)), result{v: Int(0)}},
		{"-2^63 % -1", of(Remainder(min64, -1)), result{v: Long(0)}},
		{"2^53+1 % 10", of(Remainder(1<<53+1, 10)), result{v: Long(3)}},
		{"16 >> 1", result{v: Shift(16, 1)}, result{v: Int(8)}},
		{"-16 >> 2", result{v: Shift(-16, 2)}, result{v: Int(-4)}},
		{"-1 >> 31", result{v: Shift(-1, 31)}, result{v: Int(-1)}},
		{"1 >> 32", result{v: Shift(1, 32)}, result{v: Int(1)}},
		{"1 << 33", result{v: Shift(1, -33)}, result{v: Int(2)}},
		{"1 << 31", result{v: Shift(1, -31)}, result{v: Int(math.MinInt32)}},
		{"3 << 31", result{v: Shift(3, -31)}, result{v: Int(math.MinInt32)}},
		{"1 << 2^31", result{v: Shift(1, math.MinInt32)}, result{v: Int(1)}},
		{"2^32 >> 64", result{v: Shift(1<<32, 64)}, result{v: Long(1 << 32)}},
		{"2^32 << 31", result{v: Shift(1<<32, -31)}, result{v: Long(min64)}},
		{"1 << 2^32+1", result{v: Shift(1, -(1<<32 + 1))}, result{v: Long(2)}},
		{"1 << 2^63", result{v: Shift(1, min64)}, result{v: Long(1)}},
		{"max >> 62", result{v: Shift(max64, 62)}, result{v: Long(1)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if !errors.Is(tt.got.err, tt.want.err) {
				t.Fatalf("error\n got %v\nwant %v", tt.got.err, tt.want.err)
			}
			if tt.want.err == nil && !tt.got.v.Strict(tt.want.v) {
				t.Errorf("got %s\nwant %s", show(tt.got.v), show(tt.want.v))
			}
		})
	}
}

func TestRound(t *testing.T) {
	tests := []struct {
		v    Value
		want int64
	}{
		{Double(0.5), 1}, {Double(1.5), 2}, {Double(2.5), 3},
		{Double(-0.5), 0}, {Double(-1.5), -1}, {Double(-2.5), -2},
		{Double(0.49999999999999994), 0}, {Double(-0.49999999999999994), 0}, {Double(-0.5000000000000001), -1},
		{Double(-5e-324), 0}, {Double(math.Copysign(0, -1)), 0},
		{Double(1<<52 - 0.5), 1 << 52}, {Double(1<<52 + 1), 1<<52 + 1}, {Double(-(1<<52 - 0.5)), -(1<<52 - 1)},
		{Double(1e30), math.MaxInt64}, {Double(-1e30), math.MinInt64},
		{Double(math.Inf(1)), math.MaxInt64}, {Double(math.Inf(-1)), math.MinInt64}, {Double(math.NaN()), 0},
		{Int(-3), -3}, {Long(1<<53 + 1), 1<<53 + 1},
	}
	for _, tt := range tests {
		if got := Round(tt.v); !got.Strict(Long(tt.want)) {
			t.Errorf("Round(%s)\n got %s\nwant long %d", show(tt.v), show(got), tt.want)
		}
	}
}

// Halves up is floor(x + 1/2), computed without rounding.
func TestRoundIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		f := math.Ldexp(float64(r.Int64N(1<<54)-1<<53), -r.IntN(60))
		x := new(big.Rat).SetFloat64(f)
		x.Add(x, big.NewRat(1, 2))
		want := new(big.Int).Div(x.Num(), x.Denom()) // Euclidean, and Denom is positive: floor
		if got := Round(Double(f)); !got.Strict(Long(want.Int64())) {
			t.Fatalf("Round(%v)\n got %s\nwant %s", f, show(got), want)
		}
	}
}
