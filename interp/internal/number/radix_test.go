package number

import (
	"math"
	"strings"
	"testing"
)

func TestParseRadix(t *testing.T) {
	tests := []struct {
		text  string
		radix int
		want  int64
		ok    bool
	}{
		{"ff", 16, 255, true},
		{"FF", 16, 255, true},
		{"-ff", 16, -255, true},
		{"+ff", 16, 255, true},
		{"101", 2, 5, true},
		{"777", 8, 511, true},
		{"zz", 36, 1295, true},
		{"Zz", 36, 1295, true},
		{"-0", 10, 0, true},
		{"9223372036854775807", 10, math.MaxInt64, true},
		{"-9223372036854775808", 10, math.MinInt64, true},
		{"-" + strings.Repeat("0", 80) + "1", 2, -1, true},
		{"-1" + strings.Repeat("0", 63), 2, math.MinInt64, true},
		{"1y2p0ij32e8e7", 36, math.MaxInt64, true},
		{"1y2p0ij32e8e8", 36, 0, false},
		{"9223372036854775808", 10, 0, false},
		{"-9223372036854775809", 10, 0, false},
		{"99999999999999999999999", 10, 0, false},
		{"zzzzzzzzzzzzzzzzzzzzzzzzz", 36, 0, false},
		{"", 10, 0, false},
		{"-", 10, 0, false},
		{"1.5", 10, 0, false},
		{"2", 2, 0, false},
		{"0x1f", 16, 0, false},
		{" 1", 10, 0, false},
		{"1_0", 10, 0, false},
		{"\u0661", 10, 0, false},
		{"1", 1, 0, false},
		{"1", 37, 0, false},
		{"1", -16, 0, false},
	}
	for _, c := range tests {
		if got, ok := ParseRadix(c.text, c.radix); got != c.want || ok != c.ok {
			t.Errorf("ParseRadix(%q, %d)\n got %d %v\nwant %d %v", c.text, c.radix, got, ok, c.want, c.ok)
		}
	}
}

func TestAppendRadix(t *testing.T) {
	tests := []struct {
		n     int64
		radix int
		want  string
	}{
		{255, 16, "ff"},
		{-255, 16, "-ff"},
		{3000000000, 16, "b2d05e00"},
		{5, 2, "101"},
		{1295, 36, "zz"},
		{15, 1, "15"},
		{15, 99, "15"},
		{15, -2, "15"},
		{math.MinInt64, 16, "-8000000000000000"},
	}
	for _, c := range tests {
		if got := string(AppendRadix(nil, c.n, c.radix)); got != c.want {
			t.Errorf("AppendRadix(%d, %d)\n got %s\nwant %s", c.n, c.radix, got, c.want)
		}
	}
}

func TestAppendUnsigned(t *testing.T) {
	tests := []struct {
		n           int64
		radix, bits int
		want        string
	}{
		{-1, 16, 32, "ffffffff"},
		{-1, 16, 64, "ffffffffffffffff"},
		{255, 16, 32, "ff"},
		{-1, 10, 64, "18446744073709551615"},
		{-1, 0, 32, "4294967295"},
		{math.MinInt32, 2, 32, "1" + strings.Repeat("0", 31)},
	}
	for _, c := range tests {
		if got := string(AppendUnsigned(nil, c.n, c.radix, c.bits)); got != c.want {
			t.Errorf("AppendUnsigned(%d, %d, %d)\n got %s\nwant %s", c.n, c.radix, c.bits, got, c.want)
		}
	}
}
