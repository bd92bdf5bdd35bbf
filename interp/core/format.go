package core

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// formatTable holds format.
var formatTable = []eval.Builtin{
	{
		Name: "format", Min: 1, Plain: plainFormat,
		Help: eval.Help{
			Signature: "(format pattern x…)",
			Summary: "Puts values into a text. In the pattern %s stands for the text form of the next value, %q for what is printed, %d for a whole number " +
				"(a fraction is cut off), %x for the same in hexadecimal digits, %f for a decimal number with 6 digits after the point, %.2f with 2, " +
				"and %% for a percent sign. A number before the letter is the least width: %8s pads on the left, %-8s on the right, %08d with zeros.",
			Args: []eval.HelpArg{
				{"pattern", "string", "the text with its placeholders"},
				{"x", "anything", "a value; those beyond the placeholders do not count"},
			},
			Result: "a string",
			Errors: []string{
				"IllegalArgumentException if a value is missing or no number where one is wanted, and for a placeholder of another form",
				"ArithmeticException for a number outside 64 bits under %d or %x",
			},
			Related: []string{"string", "concat", "pretty", "format-date"},
			Examples: []eval.HelpExample{
				{"(format \"%s has %d\" \"a\" 2.9)", "\"a has 2\""},
				{"(format \"[%-4s|%4s|%04d|%.2f]\" \"a\" \"b\" 7 3.14159)", "\"[a   |   b|0007|3.14]\""},
				{"(format \"%q and %s: %x\" \"a\" \"a\" -255)", "\"\\\"a\\\" and a: -ff\""},
				{"(format \"100%%\")", "\"100%\""},
				{"(format \"%d\")", "! IllegalArgumentException"},
			},
		},
	},
}

// A placeholder is one % of a pattern.
type placeholder struct {
	letter     rune
	left, zero bool
	width      int64
	digits     int64 // after the point, -1 if not given
}

func plainFormat(f *eval.Frame, l *value.List) value.Value {
	pattern := f.TextArg(l, 1).String()
	var values []value.Value
	for i := 2; i < l.Len(); i++ {
		values = append(values, f.Eval(l.At(i)))
	}
	w := formatter{frame: f, values: values}
	for rest := pattern; rest != ""; {
		at := strings.IndexByte(rest, '%')
		if at < 0 {
			at = len(rest)
		}
		w.append(rest[:at])
		if rest = rest[at:]; rest != "" {
			p, size := parsePlaceholder(rest)
			w.place(p)
			rest = rest[size:]
		}
	}
	return value.String(stringOf(w.out))
}

// parsePlaceholder reads the placeholder that s begins with, and returns its size.
func parsePlaceholder(s string) (placeholder, int) {
	p := placeholder{digits: -1}
	i := 1
	for ; i < len(s) && (s[i] == '-' || s[i] == '0'); i++ {
		p.left = p.left || s[i] == '-'
		p.zero = p.zero || s[i] == '0'
	}
	p.width, i = parseCount(s, i)
	if i < len(s) && s[i] == '.' {
		start := i + 1
		if p.digits, i = parseCount(s, start); i == start {
			p.digits = 0
			badPlaceholder(s, i, "digits after the point")
		}
	}
	if i == len(s) {
		badPlaceholder(s, i, "a letter")
	}
	letter, size := utf8.DecodeRuneInString(s[i:])
	p.letter = letter
	end := i + size
	switch {
	case !strings.ContainsRune("sqdxf%", letter), letter == '%' && i > 1:
		badPlaceholder(s, end, "one of %s, %q, %d, %x, %f or %%")
	case p.digits >= 0 && letter != 'f':
		badPlaceholder(s, end, "digits after a point only for %f")
	}
	return p, end
}

// parseCount reads digits from s[i] on; what is too large for any text stays so.
func parseCount(s string, i int) (n int64, end int) {
	for ; i < len(s) && '0' <= s[i] && s[i] <= '9'; i++ {
		if n < math.MaxInt32 {
			n = n*10 + int64(s[i]-'0')
		}
	}
	return n, i
}

func badPlaceholder(s string, end int, want string) {
	eval.Throw(eval.IllegalArgument, "format: got %q, want %s", s[:end], want)
}

// A formatter builds the text.
type formatter struct {
	frame  *eval.Frame
	values []value.Value
	used   int
	out    []byte
}

func (w *formatter) append(s string) { w.out = appendText(w.frame, w.out, s) }

// place writes one placeholder.
func (w *formatter) place(p placeholder) {
	if p.letter == '%' {
		w.append("%")
		return
	}
	if w.used == len(w.values) {
		eval.Throw(eval.IllegalArgument, "format: got %d values, want one more for %%%c", w.used, p.letter)
	}
	v := w.values[w.used]
	w.used++
	start := len(w.out)
	switch p.letter {
	case 's':
		if s, ok := v.AsString(); ok {
			w.append(s)
		} else {
			w.out = appendPrinted(w.frame, w.out, v)
		}
	case 'q':
		w.out = appendPrinted(w.frame, w.out, v)
	case 'f':
		w.decimal(p, v)
	default:
		w.whole(p, v)
	}
	w.pad(p, start)
}

func (w *formatter) wrongType(p placeholder, v value.Value) {
	eval.Throw(eval.IllegalArgument, "format: got %s for %%%c, want number", eval.TypeName(v), p.letter)
}

func (w *formatter) whole(p placeholder, v value.Value) {
	if !v.IsNumber() {
		w.wrongType(p, v)
	}
	n, ok := v.Truncate()
	if !ok {
		eval.Throw(eval.Arithmetic, "format: %v", value.ErrNotWhole)
	}
	radix := 10
	if p.letter == 'x' {
		radix = 16
	}
	w.out = number.AppendRadix(w.out, n, radix)
}

// mostFraction is the number of digits after the point of the smallest double.
const mostFraction = 1074

// decimal writes a number with digits after the point. Integers and longs are exact.
func (w *formatter) decimal(p placeholder, v value.Value) {
	if !v.IsNumber() {
		w.wrongType(p, v)
	}
	digits := p.digits
	if digits < 0 {
		digits = 6
	}
	w.frame.CheckTextLen(int64(len(w.out)) + digits)
	if v.IsDouble() {
		d, _ := v.AsDouble()
		w.out = number.AppendFixed(w.out, d, int(min(digits, mostFraction)))
		if math.IsNaN(d) || math.IsInf(d, 0) {
			return
		}
		digits -= mostFraction
	} else {
		n, _ := v.AsInt()
		w.out = number.AppendLong(w.out, n)
		if digits > 0 {
			w.out = append(w.out, '.')
		}
	}
	w.fill("0", max(digits, 0))
}

// fill appends a character n times.
func (w *formatter) fill(c string, n int64) {
	if n > 0 {
		w.frame.CheckTextLen(int64(len(w.out)) + n)
		w.out = slices.Grow(w.out, int(n))
		piece := strings.Repeat(c, int(min(n, 1<<16)))
		for ; n > 0; n -= int64(len(piece)) {
			w.append(piece[:min(n, int64(len(piece)))])
			w.frame.TickWork(len(piece))
		}
	}
}

// pad brings what was written from start on to its width.
func (w *formatter) pad(p placeholder, start int) {
	missing := p.width - int64(utf8.RuneCount(w.out[start:]))
	switch {
	case missing <= 0:
	case p.left:
		w.fill(" ", missing)
	default:
		written := bytes.Clone(w.out[start:])
		w.out = w.out[:start]
		special := p.letter == 'f' && written[len(written)-1] > '9' // NaN and the infinities
		if !p.zero || special {
			w.fill(" ", missing)
		} else {
			if p.isNumber() && written[0] == '-' {
				w.out = append(w.out, '-')
				written = written[1:]
			}
			w.fill("0", missing)
		}
		w.append(stringOf(written))
	}
}

// isNumber reports whether a sign stands before the zeros of the padding.
func (p placeholder) isNumber() bool { return p.letter == 'd' || p.letter == 'x' || p.letter == 'f' }
