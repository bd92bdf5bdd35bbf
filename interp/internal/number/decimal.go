package number

import (
	"bytes"
	"strconv"
)

// A decimal is a finite number 0.ddd times ten to the power of point, without
// its sign. There are no zeros at either end of the digits; zero has none.
type decimal struct {
	digits []byte // '0' to '9'
	point  int
}

// set makes d from digits whose decimal point is before the digit with index
// point. It keeps digits.
func (d *decimal) set(digits []byte, point int) {
	for len(digits) > 0 && digits[0] == '0' {
		digits = digits[1:]
		point--
	}
	for len(digits) > 0 && digits[len(digits)-1] == '0' {
		digits = digits[:len(digits)-1]
	}
	if len(digits) == 0 {
		point = 0
	}
	d.digits, d.point = digits, point
}

// setUint makes d from a whole number.
func (d *decimal) setUint(space []byte, n uint64) {
	digits := strconv.AppendUint(space, n, 10)
	d.set(digits, len(digits))
}

// setFloat makes d from a double f >= 0: its shortest digits or, where these are
// too many, those of the exact value of f rounded half to even. The limit is on
// the digits after the point or, if significant is set, on all digits.
func (d *decimal) setFloat(space []byte, f float64, limit int, significant bool) {
	d.setScientific(shortest(space, f))
	if significant {
		if len(d.digits) > limit {
			d.setScientific(strconv.AppendFloat(space, f, 'e', limit-1, 64))
		}
		return
	}
	if len(d.digits)-d.point > limit {
		text := strconv.AppendFloat(space, f, 'f', limit, 64)
		point := bytes.IndexByte(text, '.')
		if point < 0 {
			point = len(text)
		} else {
			text = append(text[:point], text[point+1:]...)
		}
		d.set(text, point)
	}
}

// setScientific makes d from text of the form "d.ddde±dd".
func (d *decimal) setScientific(text []byte) {
	end := bytes.LastIndexByte(text, 'e')
	exponent := 0
	for _, c := range text[end+2:] {
		exponent = exponent*10 + int(c-'0')
	}
	if text[end+1] == '-' {
		exponent = -exponent
	}
	digits := text[:end]
	if len(digits) > 1 { // take the point out
		copy(digits[1:], digits[2:])
		digits = digits[:len(digits)-1]
	}
	d.set(digits, exponent+1)
}

// roundHalfEven rounds d to a number of significant digits above 0.
func (d *decimal) roundHalfEven(count int) {
	if len(d.digits) <= count {
		return
	}
	rest := d.digits[count:]
	kept := d.digits[:count]
	// The last digit is not 0, so a rest longer than one digit is no tie.
	up := rest[0] > '5' || rest[0] == '5' && (len(rest) > 1 || (kept[count-1]-'0')&1 == 1)
	if up {
		i := count - 1
		for i >= 0 && kept[i] == '9' {
			kept[i] = '0'
			i--
		}
		if i < 0 {
			kept[0] = '1'
			d.point++
		} else {
			kept[i]++
		}
	}
	d.set(kept, d.point)
}
