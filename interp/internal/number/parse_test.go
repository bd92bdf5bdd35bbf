package number

import (
	"math"
	"strings"
	"testing"
)

type parseCase struct {
	text string
	kind Kind
	n    int64
	f    float64
}

var parseCases = []parseCase{
	{"0", Integer, 0, 0},
	{"-0", Integer, 0, 0},
	{"+0", Integer, 0, 0},
	{"00", Integer, 0, 0},
	{"007", Integer, 7, 0},
	{"+7", Integer, 7, 0},
	{"2147483647", Integer, math.MaxInt32, 0},
	{"2147483648", Long, 2147483648, 0},
	{"-2147483648", Integer, math.MinInt32, 0},
	{"-2147483649", Long, -2147483649, 0},
	{"999999999999999999", Long, 999999999999999999, 0},
	{"1000000000000000000", Long, 1000000000000000000, 0},
	{"9223372036854775807", Long, math.MaxInt64, 0},
	{"-9223372036854775808", Long, math.MinInt64, 0},
	{"9223372036854775808", Double, 0, 9223372036854775808},
	{"-9223372036854775809", Double, 0, -9223372036854775808},
	{"18446744073709551616", Double, 0, 18446744073709551616},
	{"0000000000000000000000000000005", Integer, 5, 0},
	{"-0000000000000000000000000000005", Integer, -5, 0},
	{"9999999999999999999", Double, 0, 1e19},
	{strings.Repeat("9", 400), Double, 0, math.Inf(1)},
	{"-" + strings.Repeat("9", 400), Double, 0, math.Inf(-1)},
	{strings.Repeat("0", 400), Integer, 0, 0},

	{"1.", Double, 0, 1},
	{"3.", Double, 0, 3},
	{".5", Double, 0, 0.5},
	{"+.5", Double, 0, 0.5},
	{"-.5", Double, 0, -0.5},
	{"-0.0", Double, 0, math.Copysign(0, -1)},
	{"-0e5", Double, 0, math.Copysign(0, -1)},
	{"1e5", Double, 0, 1e5},
	{"1E5", Double, 0, 1e5},
	{"1e+5", Double, 0, 1e5},
	{"1e-5", Double, 0, 1e-5},
	{"1.e5", Double, 0, 1e5},
	{".5e1", Double, 0, 5},
	{"1e22", Double, 0, 1e22},
	{"1e23", Double, 0, 1e23},
	{"123456789012345678e-5", Double, 0, 1234567890123.45678},
	{"9007199254740993.0", Double, 0, 9007199254740992},
	{"9007199254740993.00000000000000000001", Double, 0, 9007199254740994},
	{"1.7976931348623157e308", Double, 0, math.MaxFloat64},
	{"5e-324", Double, 0, 5e-324},
	{"2.4703282292062328e-324", Double, 0, 5e-324},
	{"2.4703282292062327e-324", Double, 0, 0},
	{"1e309", Double, 0, math.Inf(1)},
	{"-1e309", Double, 0, math.Inf(-1)},
	{"1e400", Double, 0, math.Inf(1)},
	{"1e-400", Double, 0, 0},
	{"1e99999999999999999999", Double, 0, math.Inf(1)},
	{"1e-99999999999999999999", Double, 0, 0},
	{"0e99999999999999999999", Double, 0, 0},
	{"0.0000000000000000000000001", Double, 0, 1e-25},

	{"0x0", Integer, 0, 0},
	{"0x1f", Integer, 31, 0},
	{"0xFF", Integer, 255, 0},
	{"0xfFfF", Integer, 65535, 0},
	{"0x-1f", Integer, -31, 0},
	{"0x+1f", Integer, 31, 0},
	{"0x1e5", Integer, 0x1e5, 0},
	{"0x000000000000000000000001", Integer, 1, 0},
	{"0x7fffffff", Integer, math.MaxInt32, 0},
	{"0x80000000", Long, 2147483648, 0},
	{"0x-80000000", Integer, math.MinInt32, 0},
	{"0x-80000001", Long, -2147483649, 0},
	{"0xffffffff", Long, 4294967295, 0},
	{"0xFFFFFFFF", Long, 4294967295, 0},
	{"0x7fffffffffffffff", Long, math.MaxInt64, 0},
	{"0x-8000000000000000", Long, math.MinInt64, 0},
	{"0b0", Integer, 0, 0},
	{"0b11", Integer, 3, 0},
	{"0b-11", Integer, -3, 0},
	{"0b111111111111111111111111111111111", Long, 8589934591, 0},
}

var notNumbers = []string{
	"", " ", ".", "+", "-", "-.", "+.", "--5", "+-5", "e", "e5", ".e5", "1e", "1E", "1e+", "1e-", "1e5.",
	"1e5e5", "1.2.3", "1..2", "1,5", "1_000", "0x_1", "1d", "1f", "10f", "1.5f", "15d", "1.5D", "5L", "0x", "0b",
	"0x-", "0x+", "0X1", "0B1", "0xg", "0b2", "0b12", "-0x1", "+0x1", "0x1.8p1", "0x1p4", "0x--1", "0x1-",
	"0x8000000000000000", "0xffffffffffffffff", "0xffffffffffffffffff", "0x-8000000000000001",
	" 5", "5 ", "5\n", "\t5", "1\u0663", "\u0661\u0662", "\uff11", "12abc", "abc", "x", "1/2", "1-2", "1+", "0x 1",
	"NaN", "nan", "Infinity", "+Infinity", "-Infinity", "inf", "Inf", "-NaN", "infinity",
}

func TestParse(t *testing.T) {
	for _, c := range parseCases {
		kind, n, f, ok := Parse(c.text)
		if !ok || kind != c.kind || n != c.n || math.Float64bits(f) != math.Float64bits(c.f) {
			t.Errorf("Parse(%q)\n got %v %d %v %v\nwant %v %d %v true", c.text, kind, n, f, ok, c.kind, c.n, c.f)
		}
		if !IsCandidate(c.text) {
			t.Errorf("IsCandidate(%q)\n got false\nwant true", c.text)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	for _, text := range notNumbers {
		if kind, n, f, ok := Parse(text); ok {
			t.Errorf("Parse(%q)\n got %v %d %v\nwant no number", text, kind, n, f)
		}
	}
}

func TestParseWord(t *testing.T) {
	tests := []struct {
		text string
		want float64
		ok   bool
	}{
		{"NaN", math.NaN(), true},
		{"Infinity", math.Inf(1), true},
		{"-Infinity", math.Inf(-1), true},
		{"2.5", 2.5, true},
		{"+Infinity", 0, false},
		{"-NaN", 0, false},
		{"nan", 0, false},
		{"infinity", 0, false},
		{"Infinity ", 0, false},
	}
	for _, c := range tests {
		kind, _, got, ok := ParseWord(c.text)
		if ok != c.ok || ok && (kind != Double || math.Float64bits(got) != math.Float64bits(c.want)) {
			t.Errorf("ParseWord(%q)\n got %v %v %v\nwant double %v %v", c.text, kind, got, ok, c.want, c.ok)
		}
	}
}

func TestIsCandidate(t *testing.T) {
	tests := map[string]bool{
		"1": true, ".1": true, "+1": true, "-.5x": true, "1abc": true, "0x": true, "5 EUR": true,
		"": false, "+": false, "-": false, ".": false, "...": false, "--5": false, "-x": false, ".x": false,
		"-.": false, "..5": false, "x1": false, "\u0663": false, "NaN": false,
	}
	for text, want := range tests {
		if got := IsCandidate(text); got != want {
			t.Errorf("IsCandidate(%q)\n got %v\nwant %v", text, got, want)
		}
	}
}

func TestKindNames(t *testing.T) {
	for kind, want := range map[Kind]string{Integer: "integer", Long: "long", Double: "double"} {
		if got := kind.String(); got != want {
			t.Errorf("Kind %d\n got %s\nwant %s", kind, got, want)
		}
	}
}

func TestParseDoesNotAllocate(t *testing.T) {
	texts := []string{"42", "-1234567890123", "3.25", "1e-7", "0x1f", "3.141592653589793", "1e300", "word", "9223372036854775807"}
	allocs := testing.AllocsPerRun(100, func() {
		for _, text := range texts {
			Parse(text)
		}
	})
	if allocs != 0 {
		t.Errorf("allocations\n got %v\nwant 0", allocs)
	}
}

func BenchmarkParse(b *testing.B) {
	for _, text := range []string{"7", "1234567", "3.25", "3.141592653589793", "1.5e-10", "0xffff", "word"} {
		b.Run(text, func(b *testing.B) {
			for b.Loop() {
				Parse(text)
			}
		})
	}
}
