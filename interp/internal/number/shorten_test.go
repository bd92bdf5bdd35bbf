package number

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestShorten(t *testing.T) {
	zeros, nines := strings.Repeat("0", 5000), strings.Repeat("9", 5000)
	halfway := "9007199254740993" // between two doubles
	for _, tt := range []struct{ name, text string }{
		{"short", "12"},
		{"many digits", nines},
		{"many digits, negative", "-" + nines},
		{"leading zeros", zeros + "12"},
		{"leading zeros, long", "+" + zeros + "9223372036854775807"},
		{"leading zeros, beyond long", zeros + "9223372036854775808"},
		{"zeros", zeros},
		{"negative zeros", "-" + zeros},
		{"zeros behind the point", "0." + zeros + "12e5010"},
		{"zeros before the point", "12" + zeros + ".5e-5000"},
		{"no digits before the point", "." + zeros + "7e5001"},
		{"no digits behind the point", nines + "."},
		{"point and zeros", "5." + zeros},
		{"halfway", halfway + "." + zeros},
		{"a little above halfway", halfway + "." + zeros + "1"},
		{"a little below halfway", "9007199254740992." + nines},
		{"far digits", "1." + zeros + "1e-300"},
		{"long exponent", "1e" + zeros + "5"},
		{"long negative exponent", "-1e-" + zeros + "5"},
		{"huge exponent", "1e" + nines},
		{"huge negative exponent", "1e-" + nines},
		{"exponent that makes up for zeros", "0." + zeros + "1e+5001"},
		{"near the smallest", "0." + strings.Repeat("0", 323) + "24703282292062327208" + zeros + "1"},
		{"hexadecimal", "0x" + zeros + "1f"},
		{"no number", nines + "x"},
		{"no digits", "." + strings.Repeat("e", 5000)},
		{"two points", nines + ".5.5"},
		{"sign alone", "-" + strings.Repeat("-", 5000)},
		{"no exponent", nines + "e"},
		{"sign of an exponent alone", nines + "e+"},
		{"letter in the exponent", nines + "e5x"},
		{"underscore", nines + "_000"},
	} {
		t.Run(tt.name, func(t *testing.T) { checkShorten(t, tt.text) })
	}
}

func TestShortenRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var b strings.Builder
		for range 1 + r.IntN(3) {
			b.WriteString(strings.Repeat(string(rune('0'+r.IntN(10))), r.IntN(3000)))
		}
		if r.IntN(2) == 0 {
			b.WriteString("." + strings.Repeat(string(rune('0'+r.IntN(10))), r.IntN(6000)))
		}
		if r.IntN(2) == 0 {
			b.WriteString([]string{"e", "E-", "e+", "e-2", "E3"}[r.IntN(5)])
			b.WriteString(strings.Repeat("0", r.IntN(3000)))
			b.WriteString([]string{"0", "17", "3000", "5999"}[r.IntN(4)])
		}
		checkShorten(t, b.String())
	}
}

// oracle reads a number with so many bits that the one rounding to a double is right.
func oracle(text string) (f float64, isNumber bool) {
	x, _, err := big.ParseFloat(text, 10, 60_000, big.ToNearestEven)
	if err != nil {
		return 0, false
	}
	f, _ = x.Float64()
	return f, true
}

func checkShorten(t *testing.T, text string) {
	t.Helper()
	kind, n, f, ok := Parse(text)
	short, shortOK, err := Shorten(text, nil)
	if err != nil {
		t.Fatal(err)
	}
	if shortOK {
		var shortKind Kind
		var m int64
		var g float64
		shortKind, m, g, shortOK = Parse(short)
		if ok && (shortKind != kind || m != n || math.Float64bits(f) != math.Float64bits(g)) {
			t.Errorf("%.30s… of %d bytes\n got %v %d %v\nwant %v %d %v", text, len(text), shortKind, m, g, kind, n, f)
		}
	}
	if ok != shortOK {
		t.Errorf("%.30s… of %d bytes is a number\n got %v\nwant %v", text, len(text), shortOK, ok)
	}
	if len(short) >= LongText && !strings.HasPrefix(text, "0x") {
		t.Errorf("the short text has %d bytes", len(short))
	}
	if want, isNumber := oracle(text); ok && isNumber && kind == Double && f != want {
		t.Errorf("%.30s… of %d bytes\n got %v\nwant %v", text, len(text), f, want)
	}
}

func TestShortenTicks(t *testing.T) {
	stop := errors.New("stop")
	digits := strings.Repeat("7", 1<<20)
	for _, text := range []string{digits, "0." + digits, "1e" + digits} {
		ticks := 0
		_, _, err := Shorten(text, func(int) error {
			if ticks++; ticks == 3 {
				return stop
			}
			return nil
		})
		if err != stop {
			t.Errorf("%.10s…\n got %v\nwant %v", text, err, stop)
		}
	}
}
