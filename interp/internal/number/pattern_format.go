package number

import (
	"math"
	"strconv"

	"github.com/bpl-lang/bpl/interp/internal/locale"
)

// AppendDouble appends f in the form of p with the marks of l, rounded half to
// even on the exact value of f. NaN is "NaN", an infinity "∞" between prefix
// and suffix. A negative number keeps its sign when it rounds to zero.
func (p *Pattern) AppendDouble(dst []byte, f float64, l *locale.Locale) []byte {
	if f != f {
		return append(dst, "NaN"...)
	}
	negative := math.Signbit(f)
	if negative {
		f = -f
	}
	around := p.around(negative)
	dst = append(dst, around.prefix...)
	shift := 0
	if p.percent {
		if scaled := f * 100; math.IsInf(scaled, 0) {
			shift = 2 // beyond the doubles unless f itself is infinite
		} else {
			f = scaled
		}
	}
	if math.IsInf(f, 0) {
		dst = append(dst, "∞"...)
		return append(dst, around.suffix...)
	}
	var (
		space [32]byte
		d     decimal
	)
	if p.exponent {
		d.setFloat(space[:0], f, p.significant(), true)
	} else {
		d.setFloat(space[:0], f, p.maxFraction, false)
	}
	if len(d.digits) > 0 {
		d.point += shift
	}
	return append(p.appendDecimal(dst, &d, l), around.suffix...)
}

// AppendLong appends n in the form of p with the marks of l. All digits are
// exact, however large n is.
func (p *Pattern) AppendLong(dst []byte, n int64, l *locale.Locale) []byte {
	around := p.around(n < 0)
	dst = append(dst, around.prefix...)
	magnitude := uint64(n)
	if n < 0 {
		magnitude = -magnitude
	}
	var (
		space [24]byte
		d     decimal
	)
	d.setUint(space[:0], magnitude)
	if p.percent && len(d.digits) > 0 {
		d.point += 2
	}
	if p.exponent {
		d.roundHalfEven(p.significant())
	}
	return append(p.appendDecimal(dst, &d, l), around.suffix...)
}

func (p *Pattern) around(negative bool) *affixes {
	if negative {
		return &p.negative
	}
	return &p.positive
}

// significant is the number of digits that are shown beside an exponent. The
// syntax of patterns makes it at least 1.
func (p *Pattern) significant() int { return p.maxInteger + p.maxFraction }

func (p *Pattern) appendDecimal(dst []byte, d *decimal, l *locale.Locale) []byte {
	if p.exponent {
		return p.appendScientific(dst, d, l)
	}
	start := len(dst)
	whole := max(p.minInteger, d.point)
	for i := range whole {
		dst = append(dst, d.digit(i-whole+d.point))
		if left := whole - i - 1; p.group > 0 && left > 0 && left%p.group == 0 {
			dst = append(dst, l.Group...)
		}
	}
	fraction := max(p.minFraction, len(d.digits)-d.point)
	if fraction <= 0 && len(dst) == start {
		dst = append(dst, '0')
	}
	if fraction > 0 || p.point {
		dst = append(dst, l.Decimal...)
	}
	for i := range fraction {
		dst = append(dst, d.digit(d.point+i))
	}
	return dst
}

func (p *Pattern) appendScientific(dst []byte, d *decimal, l *locale.Locale) []byte {
	exponent, minInteger := d.point, p.minInteger
	if p.maxInteger > 1 && p.maxInteger > p.minInteger {
		// The exponent is a multiple of the digits before the point.
		minInteger = 1
		exponent = floorDiv(exponent-1, p.maxInteger) * p.maxInteger
	} else {
		exponent -= minInteger
	}
	whole := d.point - exponent
	if len(d.digits) == 0 {
		whole, exponent = minInteger, 0
	}
	total := max(len(d.digits), p.minInteger+p.minFraction, whole)
	for i := range total {
		if i == whole {
			dst = append(dst, l.Decimal...)
		}
		dst = append(dst, d.digit(i))
	}
	if p.point && total == whole {
		dst = append(dst, l.Decimal...)
	}
	dst = append(dst, 'E')
	if exponent < 0 {
		dst = append(dst, '-')
		exponent = -exponent
	}
	digits := strconv.Itoa(exponent)
	for range p.minExponent - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// digit returns the digit with index i, '0' outside the digits.
func (d *decimal) digit(i int) byte {
	if 0 <= i && i < len(d.digits) {
		return d.digits[i]
	}
	return '0'
}

func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}
