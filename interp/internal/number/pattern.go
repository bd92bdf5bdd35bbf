package number

import (
	"fmt"
	"math"
	"unicode/utf8"
)

// A Pattern writes and reads numbers in a form that a decimal pattern such as
// "#,##0.00" describes. It is made by [ParsePattern] and never changes, so it
// is safe for concurrent use.
type Pattern struct {
	positive, negative affixes

	minInteger  int // least digits before the point
	maxInteger  int // with an exponent: most digits before the point
	minFraction int // least digits after the point
	maxFraction int // most digits after the point
	group       int // digits between two grouping marks, 0 for no marks
	point       bool
	percent     bool
	exponent    bool
	minExponent int // least digits of the exponent
}

// affixes are the texts around the digits.
type affixes struct{ prefix, suffix string }

// A PatternError says why a text is no decimal pattern.
type PatternError struct {
	Pattern string
	Problem string // what is wrong, and where
}

// Error describes the problem together with the pattern.
func (e *PatternError) Error() string {
	return fmt.Sprintf("bad number pattern %q: %s", e.Pattern, e.Problem)
}

// ParsePattern reads a decimal pattern. The error is a *[PatternError].
//
// In a pattern, 0 is a digit, # a digit left out where it is not needed, the
// point and the comma are the places of the decimal and the grouping mark, E
// followed by zeros asks for an exponent with at least so many digits, % before
// or after the digits multiplies by 100, and a semicolon begins a second
// pattern, whose prefix and suffix are those of negative numbers. Other
// characters before and after the digits stand for themselves, as does
// everything in single quotes; two single quotes are one. The empty pattern
// shows all digits, in groups of three. The marks are the same for all
// locales: those of a locale appear in the numbers only.
func ParsePattern(pattern string) (*Pattern, error) {
	if pattern == "" {
		return &Pattern{negative: affixes{prefix: "-"}, maxFraction: math.MaxInt, group: 3}, nil
	}
	p := &Pattern{}
	s := patternScanner{pattern: pattern}
	percent, err := s.affix(&p.positive.prefix)
	if err != nil {
		return nil, err
	}
	digits := isDigitMark(s.peek())
	if err := s.digits(p); err != nil {
		return nil, err
	}
	suffixPercent, err := s.affix(&p.positive.suffix)
	if err != nil {
		return nil, err
	}
	if percent && suffixPercent {
		return nil, s.fail("more than one %%")
	}
	p.percent = percent || suffixPercent
	p.negative = affixes{"-" + p.positive.prefix, p.positive.suffix}
	if s.pos == len(pattern) {
		return p, nil
	}
	if s.peek() != ';' {
		return nil, s.unexpected()
	}
	if !digits {
		return nil, s.fail("no digits before ';'")
	}
	s.pos++
	if s.pos == len(pattern) {
		return p, nil
	}
	negative, err := s.negative()
	if err != nil {
		return nil, err
	}
	if negative != p.positive { // else both signs would look the same
		p.negative = negative
	}
	return p, nil
}

// patternScanner walks through the text of a pattern.
type patternScanner struct {
	pattern string
	pos     int
}

func (s *patternScanner) fail(format string, args ...any) error {
	return &PatternError{s.pattern, fmt.Sprintf(format, args...)}
}

// peek returns the byte at the position, or 0 at the end.
func (s *patternScanner) peek() byte {
	if s.pos < len(s.pattern) {
		return s.pattern[s.pos]
	}
	return 0
}

// affix reads the text around the digits into text, up to a digit mark, an
// unquoted semicolon or the end. It reports whether a % was among it.
func (s *patternScanner) affix(text *string) (percent bool, err error) {
	var out []byte
	quoted := false
	for ; s.pos < len(s.pattern); s.pos++ {
		c := s.pattern[s.pos]
		if c == '\'' {
			if s.pos+1 < len(s.pattern) && s.pattern[s.pos+1] == '\'' {
				s.pos++
			} else {
				quoted = !quoted
				continue
			}
		} else if !quoted {
			if c == ';' || isDigitMark(c) {
				break
			}
			if c == '%' {
				if percent {
					return false, s.fail("more than one %%")
				}
				percent = true
			}
		}
		out = append(out, c)
	}
	if quoted {
		return false, s.fail("a quote is not closed")
	}
	*text = string(out)
	return percent, nil
}

func isDigitMark(c byte) bool { return c == '0' || c == '#' || c == ',' || c == '.' }

// negative reads what follows the semicolon. Only its prefix and suffix count.
func (s *patternScanner) negative() (around affixes, err error) {
	percent, err := s.affix(&around.prefix)
	if err != nil {
		return around, err
	}
	for isDigitMark(s.peek()) || s.peek() == 'E' {
		s.pos++
	}
	suffixPercent, err := s.affix(&around.suffix)
	switch {
	case err != nil:
		return around, err
	case percent && suffixPercent:
		return around, s.fail("more than one %%")
	case s.pos < len(s.pattern):
		return around, s.unexpected()
	}
	return around, nil
}

func (s *patternScanner) unexpected() error {
	r, _ := utf8.DecodeRuneInString(s.pattern[s.pos:])
	return s.fail("unexpected %q at byte %d, put it in quotes to mean the character itself", r, s.pos)
}
