package date

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// month reads the name of a month.
func (r *reader) month() bool {
	l := r.calendar.Locale
	month, ok := r.name(l.Months, l.ShortMonths, l.StandaloneMonths, l.StandaloneShortMonths)
	if ok {
		r.found.set('M', int64(month+1))
	}
	return ok
}

// weekday reads the name of a day of the week.
func (r *reader) weekday() bool {
	day, ok := r.name(r.calendar.Locale.Weekdays, r.calendar.Locale.ShortWeekdays)
	if ok {
		r.found.set('E', int64(day))
	}
	return ok
}

// name reads the longest of some names and returns its index in its list. The
// point of an abbreviation may be missing.
func (r *reader) name(lists ...[]string) (index int, ok bool) {
	longest := 0
	for _, names := range lists {
		for i, name := range names {
			size := prefixSize(r.rest(), name)
			if short, dot := strings.CutSuffix(name, "."); dot && size == 0 {
				size = prefixSize(r.rest(), short)
				if next, _ := utf8.DecodeRuneInString(r.rest()[size:]); unicode.IsLetter(next) {
					size = 0 // the beginning of another word
				}
			}
			if size > longest {
				longest, index = size, i
			}
		}
	}
	r.pos += longest
	return index, longest > 0
}

// prefixSize returns the bytes of the prefix of text that is name in any case, 0
// if there is none.
func prefixSize(text, name string) int {
	rest := text
	for _, want := range name {
		got, size := utf8.DecodeRuneInString(rest)
		if got != want && fold(got) != fold(want) {
			return 0
		}
		rest = rest[size:]
	}
	return len(text) - len(rest)
}

// fold makes letters alike that differ in case, and the two apostrophes.
func fold(r rune) rune {
	if r == '’' {
		return '\''
	}
	return unicode.ToLower(r)
}
