package number

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/locale"
)

// A ParseError reports a text that does not begin with a number in the form of
// a pattern.
type ParseError struct{ Text string }

// Error returns the message that the language gives to such an error.
func (e *ParseError) Error() string { return fmt.Sprintf(`Unparseable number: "%s"`, e.Text) }

// Parse reads the number at the beginning of text in the form of p and with the
// marks of l. It returns a whole number that fits 64 bits as Integer or Long
// in n, anything else (fractions, -0, "NaN" and "∞") as Double in f. Text behind the
// number is ignored, and the counts of digits in the pattern do not matter;
// prefix and suffix do. The error is a *[ParseError].
func (p *Pattern) Parse(text string, l *locale.Locale) (kind Kind, n int64, f float64, err error) {
	if strings.HasPrefix(text, "NaN") {
		return Double, 0, math.NaN(), nil
	}
	positive := strings.HasPrefix(text, p.positive.prefix)
	negative := strings.HasPrefix(text, p.negative.prefix)
	positive, negative = longer(positive, negative, p.positive.prefix, p.negative.prefix)
	rest := text
	switch {
	case positive:
		rest = rest[len(p.positive.prefix):]
	case negative:
		rest = rest[len(p.negative.prefix):]
	}
	var d decimal
	after, infinite := strings.CutPrefix(rest, "∞")
	if !infinite {
		var digits int
		d, digits = p.scan(rest, l)
		if digits == 0 {
			return Double, 0, 0, &ParseError{text}
		}
		after = rest[digits:]
	}
	positive = positive && strings.HasPrefix(after, p.positive.suffix)
	negative = negative && strings.HasPrefix(after, p.negative.suffix)
	positive, negative = longer(positive, negative, p.positive.suffix, p.negative.suffix)
	if positive == negative {
		return Double, 0, 0, &ParseError{text}
	}
	if infinite {
		return Double, 0, math.Copysign(math.Inf(1), sign(negative)), nil
	}
	if p.percent && len(d.digits) > 0 {
		d.point -= 2
	}
	if n, ok := d.whole(negative); ok {
		return KindOf(n), n, 0, nil
	}
	return Double, 0, math.Copysign(d.float(), sign(negative)), nil
}

func sign(negative bool) float64 {
	if negative {
		return -1
	}
	return 1
}

// longer makes up its mind where both kinds of affix match: the longer wins,
// and of two equally long ones neither.
func longer(positive, negative bool, positiveText, negativeText string) (bool, bool) {
	if positive && negative {
		return len(positiveText) >= len(negativeText), len(positiveText) <= len(negativeText)
	}
	return positive, negative
}

// scan reads digits with grouping marks, fraction and exponent. It returns the
// number of bytes used, 0 if there is no digit.
func (p *Pattern) scan(text string, l *locale.Locale) (d decimal, used int) {
	var digits []byte
	point, pos := -1, 0
	// A grouping mark belongs to the number only if digits follow, so used
	// stays behind while marks are pending.
scanning:
	for pos < len(text) {
		rest := text[pos:]
		switch mark := p.groupMark(rest, l, len(digits) > 0); {
		case isDigit(rest[0]):
			digits = append(digits, rest[0])
			pos++
			used = pos
		case point >= 0:
			break scanning
		case strings.HasPrefix(rest, l.Decimal):
			point = len(digits)
			pos += len(l.Decimal)
			if used == pos-len(l.Decimal) {
				used = pos
			}
		case mark > 0:
			pos += mark
		default:
			break scanning
		}
	}
	if len(digits) == 0 {
		return d, 0
	}
	if point < 0 {
		point = len(digits)
	}
	if exponent, size := scanExponent(text[used:]); size > 0 {
		point += exponent
		used += size
	}
	d.set(digits, point)
	return d, used
}

// groupMark returns the length of the grouping mark with which text begins, 0
// if p has no groups or there is no mark. Variants of the mark count only
// inside a number.
func (p *Pattern) groupMark(text string, l *locale.Locale, inside bool) int {
	if p.group == 0 {
		return 0
	}
	if strings.HasPrefix(text, l.Group) {
		return len(l.Group)
	}
	if inside {
		for _, variant := range l.GroupVariants {
			if strings.HasPrefix(text, variant) {
				return len(variant)
			}
		}
	}
	return 0
}

// scanExponent reads an E with digits after it, and a minus sign between.
func scanExponent(text string) (exponent, size int) {
	if text == "" || text[0] != 'E' {
		return 0, 0
	}
	end := 1
	if end < len(text) && text[end] == '-' {
		end++
	}
	start := end
	for end < len(text) && isDigit(text[end]) {
		end++
	}
	if end == start {
		return 0, 0
	}
	exponent, _ = parseExponent(text[1:end])
	return exponent, end
}

// whole returns the value of d as a long if it is one. A negative zero is not.
func (d *decimal) whole(negative bool) (int64, bool) {
	if len(d.digits) == 0 {
		return 0, !negative
	}
	if len(d.digits) > d.point || d.point > 19 {
		return 0, false
	}
	var space [20]byte
	text := space[:0]
	if negative {
		text = append(text, '-')
	}
	for i := range d.point {
		text = append(text, d.digit(i))
	}
	return ParseRadix(string(text), 10)
}

// float returns the double next to d.
func (d *decimal) float() float64 {
	if len(d.digits) == 0 {
		return 0
	}
	text := append([]byte("."), d.digits...)
	text = append(text, 'e')
	text = strconv.AppendInt(text, int64(d.point), 10)
	f, _ := strconv.ParseFloat(string(text), 64)
	return f
}
