package date

import "strconv"

// Format returns the date at ms as p shows it with the clock of c.
func (p *Pattern) Format(ms int64, c Calendar) string {
	return string(p.Append(nil, ms, c))
}

// Append appends the date at ms as p shows it with the clock of c.
func (p *Pattern) Append(dst []byte, ms int64, c Calendar) []byte {
	c = c.complete()
	offset := offsetAt(c.Zone, floorDiv(ms, second))
	m := momentOf(ms, offset)
	d := civilOf(m.day)
	for _, part := range p.parts {
		switch part.letter {
		case 0:
			dst = append(dst, part.text...)
		case 'y':
			year := d.year
			if year <= 0 {
				year = 1 - year
			}
			if part.count == 2 {
				year %= 100
			}
			dst = appendPadded(dst, year, part.count)
		case 'M':
			if part.count < 3 {
				dst = appendPadded(dst, int64(d.month+1), part.count)
			} else {
				dst = append(dst, c.Locale.MonthName(d.month, part.count == 3, p.alone)...)
			}
		case 'E':
			names := c.Locale.Weekdays
			if part.count < 4 {
				names = c.Locale.ShortWeekdays
			}
			dst = append(dst, names[weekday(m.day)]...)
		case 'Z':
			dst = appendOffset(dst, offset)
		default:
			dst = appendPadded(dst, m.number(part.letter, d), part.count)
		}
	}
	return dst
}

// number returns the value of a field that is written in digits.
func (m moment) number(letter byte, d civil) int64 {
	switch letter {
	case 'd':
		return int64(d.day)
	case 'D':
		return m.day - newYear(d.year) + 1
	case 'H':
		return m.time / hour
	case 'k':
		return oneBased(m.time/hour, 24)
	case 'h':
		return oneBased(m.time/hour%12, 12)
	case 'm':
		return m.time / minute % 60
	case 's':
		return m.time / second % 60
	default: // 'S'
		return m.time % second
	}
}

// oneBased returns an hour, with the highest one for 0.
func oneBased(n, highest int64) int64 {
	if n == 0 {
		return highest
	}
	return n
}

// appendPadded appends n >= 0 with zeros before it up to a width.
func appendPadded(dst []byte, n int64, width int) []byte {
	var space [20]byte
	digits := strconv.AppendInt(space[:0], n, 10)
	for range width - len(digits) {
		dst = append(dst, '0')
	}
	return append(dst, digits...)
}

// appendOffset appends an offset as sign, two digits of hours and two of minutes.
func appendOffset(dst []byte, offset int64) []byte {
	if offset < 0 {
		dst = append(dst, '-')
		offset = -offset
	} else {
		dst = append(dst, '+')
	}
	minutes := offset / minute
	return appendPadded(dst, minutes/60*100+minutes%60, 4)
}
