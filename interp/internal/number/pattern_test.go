package number

import (
	"errors"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/internal/locale"
)

// witness reads a table of testdata. Its rows were measured on
// java.text.DecimalFormat, whose patterns ours follow.
func witness(t *testing.T, name string) [][]string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]string
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		for i, field := range fields {
			if strings.HasPrefix(field, `"`) {
				if fields[i], err = strconv.Unquote(field); err != nil {
					t.Fatalf("%s: %v", line, err)
				}
			}
		}
		rows = append(rows, fields)
	}
	if len(rows) < 100 {
		t.Fatalf("rows of %s\n got %d\nwant at least 100", name, len(rows))
	}
	return rows
}

// write formats the number that text stands for: a double if it begins with a d.
func write(t *testing.T, p *Pattern, text string, l *locale.Locale) string {
	t.Helper()
	if double, ok := strings.CutPrefix(text, "d"); ok {
		_, _, f, ok := ParseWord(double)
		if !ok {
			t.Fatalf("bad double %q", double)
		}
		return string(p.AppendDouble(nil, f, l))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return string(p.AppendLong(nil, n, l))
}

func TestPatternWriteWitness(t *testing.T) {
	for _, row := range witness(t, "write.tsv") {
		p, err := ParsePattern(row[0])
		got := "error"
		if err == nil {
			got = write(t, p, row[2], locale.Lookup(row[1]))
		}
		if got != row[3] {
			t.Errorf("pattern %q, %s, %s\n got %q (%v)\nwant %q", row[0], row[1], row[2], got, err, row[3])
		}
	}
}

func TestPatternReadWitness(t *testing.T) {
	for _, row := range witness(t, "read.tsv") {
		p, err := ParsePattern(row[0])
		if err != nil {
			t.Errorf("pattern %q\n got %v\nwant no error", row[0], err)
			continue
		}
		if got := read(p, row[2], locale.Lookup(row[1])); got != row[3] {
			t.Errorf("pattern %q, %s, %q\n got %s\nwant %s", row[0], row[1], row[2], got, row[3])
		}
	}
}

// read parses text and names the result: doubles begin with a d.
func read(p *Pattern, text string, l *locale.Locale) string {
	kind, n, f, err := p.Parse(text, l)
	switch {
	case err != nil:
		return "error"
	case kind != Double:
		return strconv.FormatInt(n, 10)
	case f == 0 && math.Signbit(f):
		return "d-0.0"
	case f == math.Trunc(f) && math.Abs(f) < 1e7:
		return "d" + strconv.FormatFloat(f, 'f', 1, 64)
	default:
		return "d" + string(AppendDouble(nil, f))
	}
}

// Here ours and the witness part, on purpose.
func TestPatternDifferences(t *testing.T) {
	tests := []struct {
		name, pattern, language, number, want string
	}{
		{"ties beside an exponent go to the even digit too", "##0.#E0", "en", "d12345.0", "12.34E3"},
		{"ties beside an exponent, one digit", "0E0", "en", "d85.0", "8E1"},
		{"ties beside an exponent, odd", "0E0", "en", "d75.0", "8E1"},
		{"no digits after the suffix", "0E0E0", "en", "d7.5", "error"},
		{"no digits after literal text", "000-000", "en", "5", "error"},
		{"per mille is a character", "0‰", "en", "5", "5‰"},
		{"currency sign is a character", "0 ¤", "en", "5", "5 ¤"},
		{"percent of the largest double", "0.#E0%", "en", "d1.7976931348623157E308", "1.8E310%"},
	}
	for _, c := range tests {
		p, err := ParsePattern(c.pattern)
		got := "error"
		if err == nil {
			got = write(t, p, c.number, locale.Lookup(c.language))
		}
		if got != c.want {
			t.Errorf("%s: pattern %q of %s\n got %s\nwant %s", c.name, c.pattern, c.number, got, c.want)
		}
	}
	reads := []struct {
		name, pattern, language, text, want string
	}{
		{"only ASCII digits", "0", "en", "\u0663", "error"},
		{"a percentage is exact", "0.#%", "en", "1.1%", "d0.011"},
		{"huge exponents overflow", "0E0", "en", "1E99999999999999999999", "dInfinity"},
		{"huge negative exponents vanish", "0E0", "en", "-1E-99999999999999999999", "d-0.0"},
		{"blanks that people type as group marks", "#,##0.0", "fr", "1 234\u00a0567,5", "d1234567.5"},
		{"no such blank at the start", "#,##0.0", "fr", " 5", "error"},
		{"no such blank elsewhere", "#,##0.0", "de", "1 234", "1"},
		{"a pending group mark ends the number", "#,##0", "en", "12,E5", "12"},
	}
	for _, c := range reads {
		p, err := ParsePattern(c.pattern)
		if err != nil {
			t.Fatal(err)
		}
		if got := read(p, c.text, locale.Lookup(c.language)); got != c.want {
			t.Errorf("%s: %q by %q\n got %s\nwant %s", c.name, c.text, c.pattern, got, c.want)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	tests := map[string]string{
		"0.0.0":      `bad number pattern "0.0.0": a second point at byte 3`,
		"'abc":       `bad number pattern "'abc": a quote is not closed`,
		"0E":         `bad number pattern "0E": no 0 after E at byte 2`,
		".E0":        `bad number pattern ".E0": no digits before the exponent`,
		"%0%":        `bad number pattern "%0%": more than one %`,
		"0;0;0":      `bad number pattern "0;0;0": unexpected ';' at byte 3, put it in quotes to mean the character itself`,
		";0":         `bad number pattern ";0": no digits before ';'`,
		"#0#":        `bad number pattern "#0#": # after 0`,
		"0.#0":       `bad number pattern "0.#0": 0 after # at byte 3`,
		"0,":         `bad number pattern "0,": no digit after ','`,
		"0.0,0":      `bad number pattern "0.0,0": ',' after the point at byte 3`,
		"0 \u20ac 0": `bad number pattern "0 € 0": unexpected '0' at byte 6, put it in quotes to mean the character itself`,
	}
	for pattern, want := range tests {
		_, err := ParsePattern(pattern)
		var problem *PatternError
		if !errors.As(err, &problem) || problem.Pattern != pattern {
			t.Errorf("ParsePattern(%q)\n got %v\nwant a *PatternError", pattern, err)
			continue
		}
		if got := err.Error(); got != want {
			t.Errorf("ParsePattern(%q)\n got %s\nwant %s", pattern, got, want)
		}
	}
}

func TestPatternParseError(t *testing.T) {
	p, err := ParsePattern("0.0")
	if err != nil {
		t.Fatal(err)
	}
	_, _, _, err = p.Parse(`a"b`, locale.Lookup("en"))
	var failed *ParseError
	if want := `Unparseable number: "a"b"`; !errors.As(err, &failed) || err.Error() != want {
		t.Errorf("error\n got %v\nwant %s", err, want)
	}
}

func TestPatternKinds(t *testing.T) {
	p, err := ParsePattern("#,##0.##")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]Kind{
		"5": Integer, "5.0": Integer, "-2,147,483,648": Integer, "2,147,483,648": Long, "5.5": Double, "-0": Double, "1E30": Double,
	} {
		if got, _, _, err := p.Parse(text, locale.Lookup("en")); err != nil || got != want {
			t.Errorf("kind of %q\n got %v %v\nwant %v", text, got, err, want)
		}
	}
}

func FuzzPattern(f *testing.F) {
	for _, pattern := range []string{"", "0", "#,##0.00", "##0.##E0", "0%;(#)", "'a'0''", ".", "#,#.", "0.0;;"} {
		f.Add(pattern, uint64(0x4093480000000000), "-1.234,5E3%", "de")
	}
	f.Fuzz(func(t *testing.T, pattern string, bits uint64, text, language string) {
		p, err := ParsePattern(pattern)
		if err != nil {
			var problem *PatternError
			if !errors.As(err, &problem) {
				t.Errorf("error\n got %T\nwant a *PatternError", err)
			}
			return
		}
		l := locale.Lookup(language)
		p.AppendDouble(nil, math.Float64frombits(bits), l)
		_, _, _, _ = p.Parse(text, l) // text that is no number is fine; a panic is not
		if p.percent || p.positive == p.negative || strings.Contains(pattern, "'") {
			return
		}
		written := string(p.AppendLong(nil, int64(bits), l))
		kind, n, _, err := p.Parse(written, l)
		if !p.exponent && clean(p) && (err != nil || kind == Double || n != int64(bits)) {
			t.Errorf("%d by %q as %q\n got %v %d %v\nwant the same number", int64(bits), pattern, written, kind, n, err)
		}
	})
}

// clean tells whether the affixes of p cannot be taken for a part of a number.
func clean(p *Pattern) bool {
	return !strings.ContainsAny(p.positive.prefix+p.positive.suffix+p.negative.suffix, "0123456789.,E \u00a0\u202f\u221e") &&
		!strings.Contains(p.positive.prefix, "N") && p.negative.prefix == "-"+p.positive.prefix && !strings.Contains(p.positive.prefix, "-")
}

func BenchmarkPatternAppendDouble(b *testing.B) {
	p, err := ParsePattern("#,##0.00")
	if err != nil {
		b.Fatal(err)
	}
	l := locale.Lookup("de")
	buffer := make([]byte, 0, 64)
	for b.Loop() {
		buffer = p.AppendDouble(buffer[:0], 1234567.891, l)
	}
}
