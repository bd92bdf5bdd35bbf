package date

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// A ParseError reports a text that does not begin with a date in the form of a
// pattern, or with one that is outside 64 bits.
type ParseError struct{ Text string }

// Error returns the message that the language gives to such an error.
func (e *ParseError) Error() string { return fmt.Sprintf(`Unparseable date: "%s"`, e.Text) }

// Parse reads the date at the beginning of text in the form of p and returns its
// milliseconds. Text behind the date is ignored. The error is a *[ParseError].
//
// Fields may have more or fewer digits than the pattern has letters, unless
// another number follows directly; blanks and tabs before numbers are skipped.
// Names are those of the locale of c, short or full and in any case. Values
// outside the range of a field lead into the neighbouring years, months and
// days. Fields that the pattern leaves out are those of 1 January 1970, 0:00.
// A year written with one or two letters in the pattern and exactly two digits
// in text is that of the hundred years that began 80 years before now. The
// clock is that of c unless the text gives an offset.
func (p *Pattern) Parse(text string, c Calendar, now time.Time) (int64, error) {
	c = c.complete()
	r := reader{text: text, calendar: c, now: now, found: found{year: 1970}}
	for i, part := range p.parts {
		if part.letter == 0 {
			if !strings.HasPrefix(r.rest(), part.text) {
				return 0, &ParseError{text}
			}
			r.pos += len(part.text)
			continue
		}
		adjacent := i+1 < len(p.parts) && p.parts[i+1].isNumber()
		if !r.field(part, adjacent) {
			return 0, &ParseError{text}
		}
	}
	ms, ok := r.found.millis(c)
	if ok && r.ambiguous && ms < r.century {
		r.found.year += 100
		ms, ok = r.found.millis(c)
	}
	if !ok || r.pos == 0 {
		return 0, &ParseError{text}
	}
	return ms, nil
}

// reader holds the state of one call of Parse.
type reader struct {
	text      string
	pos       int
	calendar  Calendar
	now       time.Time
	century   int64 // the beginning of the hundred years that two digits refer to
	ambiguous bool  // whether the year may be their first as well as their last
	found     found
}

func (r *reader) rest() string { return r.text[r.pos:] }

// field reads one field. If adjacent, a number has exactly as many characters
// as the pattern has letters.
func (r *reader) field(p part, adjacent bool) bool {
	switch {
	case p.letter == 'E':
		return r.weekday()
	case p.letter == 'Z':
		return r.offset()
	case p.letter == 'M' && p.count > 2:
		return r.month()
	}
	end := len(r.text)
	if adjacent {
		if end-r.pos < p.count {
			return false
		}
		end = r.pos + p.count
	}
	r.skipBlanks()
	start := r.pos
	n, ok := r.number(end)
	if !ok {
		return false
	}
	if p.letter == 'y' && p.count < 3 && r.pos-start == 2 && r.text[start] != '-' {
		n = r.fullYear(n)
	}
	r.found.set(p.letter, n)
	return true
}

func (r *reader) skipBlanks() {
	for r.pos < len(r.text) && (r.text[r.pos] == ' ' || r.text[r.pos] == '\t') {
		r.pos++
	}
}

// number reads digits, and a minus sign before them, up to an end.
func (r *reader) number(end int) (int64, bool) {
	i, negative := r.pos, false
	if i < end && r.text[i] == '-' {
		negative = true
		i++
	}
	start := i
	var n int64
	for ; i < end && isDigit(r.text[i]); i++ {
		if n > math.MaxInt64/10-1 {
			return 0, false
		}
		n = n*10 + int64(r.text[i]-'0')
	}
	if i == start {
		return 0, false
	}
	r.pos = i
	if negative {
		n = -n
	}
	return n, true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// fullYear returns the year that two digits of it stand for: a year of the
// hundred that began 80 years ago.
func (r *reader) fullYear(n int64) int64 {
	c, now := r.calendar, r.now.UnixMilli()
	start, err := c.Add(now, Year, -80)
	if err != nil {
		start = now
	}
	year := civilOf(momentOf(start, offsetAt(c.Zone, floorDiv(start, second))).day).year
	first := floorMod(year, 100)
	r.century, r.ambiguous = start, n == first
	year += n - first
	if n < first {
		year += 100
	}
	return year
}
