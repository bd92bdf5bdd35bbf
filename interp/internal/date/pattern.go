package date

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A Pattern writes and reads dates in a form described by letters such as
// "yyyy-MM-dd". It is made by [ParsePattern] and never changes, so it is safe for
// concurrent use.
type Pattern struct {
	parts []part
	alone bool // the only field is a month, whose name then stands for itself
}

// A part is a field or, without a letter, literal text.
type part struct {
	letter byte
	count  int // how often the letter was written
	text   string
}

// letters are the pattern letters:
//
//	y  year, in two digits if written twice
//	M  month: number, short name (MMM) or full name (MMMM)
//	d  day of the month
//	D  day of the year
//	E  day of the week: short name or full name (EEEE)
//	H  hour, 0 to 23
//	k  hour, 1 to 24
//	h  hour of the half day, 1 to 12
//	m  minute
//	s  second
//	S  millisecond
//	Z  offset of the zone
const letters = "yMdDEHkhmsSZ"

// A PatternError says why a text is no date pattern.
type PatternError struct {
	Pattern string
	Problem string // what is wrong, and where
}

// Error describes the problem together with the pattern.
func (e *PatternError) Error() string {
	return fmt.Sprintf("bad date pattern %q: %s", e.Pattern, e.Problem)
}

// ParsePattern reads a date pattern. The error is a *[PatternError].
//
// The letters y M d D E H k h m s S Z are fields; how often one is written in a
// row is the least number of its digits or chooses a form. Other letters of the
// alphabet are refused. Everything else stands for itself, as does text in
// single quotes; two single quotes are one.
func ParsePattern(pattern string) (*Pattern, error) {
	p := &Pattern{}
	var literal []byte
	flush := func() {
		if len(literal) > 0 {
			p.parts = append(p.parts, part{text: string(literal)})
			literal = literal[:0]
		}
	}
	quote := -1
	for i := 0; i < len(pattern); {
		c := pattern[i]
		switch {
		case c == '\'':
			if i+1 < len(pattern) && pattern[i+1] == '\'' {
				literal = append(literal, '\'')
				i++
			} else if quote < 0 {
				quote = i
			} else {
				quote = -1
			}
			i++
		case quote >= 0 || !isLetter(c):
			size := 1
			if c >= utf8.RuneSelf {
				_, size = utf8.DecodeRuneInString(pattern[i:])
			}
			literal = append(literal, pattern[i:i+size]...)
			i += size
		case strings.IndexByte(letters, c) < 0:
			return nil, &PatternError{pattern, fmt.Sprintf("unknown letter %q at byte %d, want one of %s or quotes around text", c, i, letters)}
		default:
			flush()
			start := i
			for i < len(pattern) && pattern[i] == c {
				i++
			}
			p.parts = append(p.parts, part{letter: c, count: i - start})
		}
	}
	if quote >= 0 {
		return nil, &PatternError{pattern, fmt.Sprintf("the quote at byte %d is not closed", quote)}
	}
	flush()
	p.alone = p.onlyMonth()
	return p, nil
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

func (p *Pattern) onlyMonth() bool {
	fields := 0
	for _, part := range p.parts {
		if part.letter != 0 {
			fields++
			if part.letter != 'M' {
				return false
			}
		}
	}
	return fields == 1
}

// isNumber reports whether a part is a field written in digits alone.
func (p part) isNumber() bool {
	switch p.letter {
	case 0, 'E', 'Z':
		return false
	case 'M':
		return p.count < 3
	}
	return true
}
