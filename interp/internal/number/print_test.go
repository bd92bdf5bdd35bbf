package number

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestAppendDouble(t *testing.T) {
	negativeZero := math.Copysign(0, -1)
	tests := []struct {
		f    float64
		want string
		json string // "" where it is the same
	}{
		{0, "0", ""},
		{negativeZero, "0", ""},
		{1, "1", ""},
		{-5, "-5", ""},
		{1.5, "1.5", ""},
		{-0.75, "-0.75", ""},
		{3e9, "3000000000", ""},
		{123456.789, "123456.789", ""},
		{1 << 53, "9007199254740992", ""},
		{-(1 << 53), "-9007199254740992", ""},
		{1<<53 + 2, "9.007199254740994E15", "9.007199254740994e15"},
		{-(1<<53 + 2), "-9.007199254740994E15", "-9.007199254740994e15"},
		{1e16, "1.0E16", "1e16"},
		{-1e16, "-1.0E16", "-1e16"},
		{1e21, "1.0E21", "1e21"},
		{1e100, "1.0E100", "1e100"},
		{1e23, "1.0E23", "1e23"},
		{123456789012345680, "1.2345678901234568E17", "1.2345678901234568e17"},
		{math.MaxFloat64, "1.7976931348623157E308", "1.7976931348623157e308"},
		{0.001, "0.001", ""},
		{0.01, "0.01", ""},
		{0.0010000000000000002, "0.0010000000000000002", ""},
		{0.0009999999999999998, "9.999999999999998E-4", "9.999999999999998e-4"},
		{0.0001, "1.0E-4", "1e-4"},
		{0.00099, "9.9E-4", "9.9e-4"},
		{-2.5e-5, "-2.5E-5", "-2.5e-5"},
		{1.5e-7, "1.5E-7", "1.5e-7"},
		{1e-10, "1.0E-10", "1e-10"},
		{9999999.5, "9999999.5", ""},
		{-9999999.25, "-9999999.25", ""},
		{10000000.5, "1.00000005E7", "1.00000005e7"},
		{12345678.5, "1.23456785E7", "1.23456785e7"},
		{12345678, "12345678", ""},
		{0.30000000000000004, "0.30000000000000004", ""},
		{1.0 / 3, "0.3333333333333333", ""},
		{0.7016570306969449, "0.7016570306969449", ""},
		{2e-3, "0.002", ""},
		{5e-324, "4.9E-324", "4.9e-324"},
		{1e-323, "9.9E-324", "9.9e-324"},
		{1e-322, "9.9E-323", "9.9e-323"},
		{1.5e-323, "1.5E-323", "1.5e-323"},
		{2e-323, "2.0E-323", "2e-323"},
		{-5e-324, "-4.9E-324", "-4.9e-324"},
		{2.2250738585072014e-308, "2.2250738585072014E-308", "2.2250738585072014e-308"},
		{math.NaN(), "NaN", "null"},
		{math.Inf(1), "Infinity", "null"},
		{math.Inf(-1), "-Infinity", "null"},
	}
	for _, c := range tests {
		if got := string(AppendDouble(nil, c.f)); got != c.want {
			t.Errorf("AppendDouble(%v)\n got %s\nwant %s", c.f, got, c.want)
		}
		want := c.json
		if want == "" {
			want = c.want
		}
		if got := string(AppendJSON([]byte("x"), c.f)); got != "x"+want {
			t.Errorf("AppendJSON(%v)\n got %s\nwant x%s", c.f, got, want)
		}
	}
}

func TestAppendFixed(t *testing.T) {
	tests := []struct {
		f      float64
		digits int
		want   string
	}{
		{3.14159, 2, "3.14"},
		{1.5, 6, "1.500000"},
		{2.5, 0, "2"},
		{3.5, 0, "4"},
		{0.125, 2, "0.12"},
		{0.15, 1, "0.1"}, // a little less than the decimal
		{1e21, 1, "1000000000000000000000.0"},
		{-0.001, 2, "-0.00"},
		{7, -3, "7"},
		{math.NaN(), 2, "NaN"},
		{math.Inf(-1), 2, "-Infinity"},
	}
	for _, c := range tests {
		if got := string(AppendFixed(nil, c.f, c.digits)); got != c.want {
			t.Errorf("AppendFixed(%v, %d)\n got %s\nwant %s", c.f, c.digits, got, c.want)
		}
	}
}

func TestRoundTrip(t *testing.T) {
	count := 1_000_000
	if os.Getenv("BPL_LONG_TESTS") != "" {
		count = 10_000_000
	}
	random := rand.New(rand.NewPCG(17, 4))
	var buffer []byte
	for range count {
		bits := random.Uint64()
		buffer = checkRoundTrip(t, math.Float64frombits(bits), buffer)
		// Decimal fractions and whole numbers are rare among random patterns.
		buffer = checkRoundTrip(t, float64(int64(bits)>>(bits&63))/float64(int64(1)<<(bits>>58&31)), buffer)
		if t.Failed() {
			return
		}
	}
}

func FuzzRoundTrip(f *testing.F) {
	for _, seed := range []float64{0, 0.7016570306969449, 5e-324, 1e23, 1<<53 + 2, -1e7, 9.999e-4} {
		f.Add(math.Float64bits(seed))
	}
	f.Fuzz(func(t *testing.T, bits uint64) { checkRoundTrip(t, math.Float64frombits(bits), nil) })
}

// checkRoundTrip prints x in both forms, reads the texts and compares. It
// also checks that the digits are the shortest ones, or two of them where the
// shortest is one digit of a number that is next to zero.
func checkRoundTrip(t *testing.T, x float64, buffer []byte) []byte {
	t.Helper()
	buffer = AppendDouble(buffer[:0], x)
	kind, n, back, ok := ParseWord(string(buffer))
	if kind != Double {
		back = float64(n)
	}
	if !ok || back != x && (x == x || back == back) {
		t.Errorf("bits %#x printed as %s\n got %v %v\nwant %v true", math.Float64bits(x), buffer, back, ok, x)
		return buffer
	}
	if math.IsInf(x, 0) || x != x {
		return buffer
	}
	if digits, shortest := significant(string(buffer)), significant(strconv.FormatFloat(x, 'e', -1, 64)); digits != shortest && (len(shortest) > 1 || math.Abs(x) >= minNormal) {
		t.Errorf("digits of %s\n got %s\nwant %s", buffer, digits, shortest)
	}
	buffer = AppendJSON(buffer[:0], x)
	if back, err := strconv.ParseFloat(string(buffer), 64); err != nil || back != x {
		t.Errorf("bits %#x in JSON as %s\n got %v %v\nwant %v", math.Float64bits(x), buffer, back, err, x)
	}
	return buffer
}

// significant returns the significant digits of a printed number.
func significant(text string) string {
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	mantissa = strings.Replace(strings.TrimPrefix(mantissa, "-"), ".", "", 1)
	return strings.Trim(mantissa, "0")
}

func FuzzParse(f *testing.F) {
	for _, c := range parseCases {
		f.Add(c.text)
	}
	for _, text := range notNumbers {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		kind, n, x, ok := Parse(text)
		if !ok {
			return
		}
		if !IsCandidate(text) {
			t.Errorf("IsCandidate(%q)\n got false\nwant true", text)
		}
		if kind == Double {
			checkRoundTrip(t, x, nil)
		} else if again, m, _, ok := Parse(string(AppendLong(nil, n))); !ok || m != n || again != kind {
			t.Errorf("%q printed and read\n got %v %d %v\nwant %v %d true", text, again, m, ok, kind, n)
		}
	})
}

func BenchmarkAppendDouble(b *testing.B) {
	for _, f := range []float64{7, 1234567, 0.25, math.Pi, 1.5e-10, 1e100} {
		b.Run(strconv.FormatFloat(f, 'g', -1, 64), func(b *testing.B) {
			buffer := make([]byte, 0, 32)
			for b.Loop() {
				buffer = AppendDouble(buffer[:0], f)
			}
		})
	}
}
