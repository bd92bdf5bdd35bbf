package number

import (
	"math"
	"strconv"
	"strings"
)

const (
	// LongText is the size from which [Shorten] shortens. Package strconv is wrong about
	// decimal texts with more than 800 digits before the point.
	LongText = 800
	// decisive is the number of significant digits that, with the knowledge whether any
	// other follows, decide which double is nearest: no point halfway between two doubles
	// has more than 767.
	decisive = 768
	// shortenEvery is how many bytes are read between two calls of tick.
	shortenEvery = 1 << 16
)

// Shorten returns a text shorter than LongText for which [Parse] has the same result as for
// a very long text, in one pass that can be ended: tick, which may be nil, is called with
// the number of bytes read since the last call. ok is false if the text is no number. Texts
// with a prefix, 0x or 0b, are returned as they are.
func Shorten(text string, tick func(bytes int) error) (short string, ok bool, err error) {
	if len(text) < LongText || strings.HasPrefix(text, "0x") || strings.HasPrefix(text, "0b") {
		return text, true, nil
	}
	s := shortener{text: text, tick: tick, digits: make([]byte, 0, decisive+1)}
	sign := ""
	if text[0] == '-' || text[0] == '+' {
		sign = text[:1]
		s.pos++
	}
	whole, err := s.scan(0)
	if err != nil {
		return "", false, err
	}
	if s.pos == len(text) && s.dropped == 0 && len(s.digits) <= 20 {
		return sign + "0" + string(s.digits), whole > 0, nil // perhaps it fits 64 bits
	}
	fraction := 0
	if s.pos < len(text) && text[s.pos] == '.' {
		s.pos++
		if fraction, err = s.scan(1); err != nil {
			return "", false, err
		}
	}
	exponent := s.dropped
	if whole+fraction == 0 {
		return "", false, nil
	}
	if s.pos < len(text) {
		if text[s.pos]|0x20 != 'e' {
			return "", false, nil
		}
		written, ok, err := s.exponent()
		if !ok || err != nil {
			return "", false, err
		}
		exponent += written
	}
	if s.sticky {
		s.digits = append(s.digits, '1')
		exponent--
	}
	return sign + "0" + string(s.digits) + "e" + strconv.FormatInt(exponent, 10), true, nil
}

// A shortener walks through the text of a number.
type shortener struct {
	text   string
	pos    int
	tick   func(bytes int) error
	digits []byte // the first significant ones
	// dropped is the power of ten that the digits so far are to be multiplied with.
	dropped int64
	sticky  bool // some digit that was left out is not 0
}

// scan reads digits, of the fraction if places is 1, and returns how many there are, at
// most math.MaxInt32.
func (s *shortener) scan(places int64) (count int, err error) {
	start := s.pos
	for from := s.pos; s.pos < len(s.text) && isDigit(s.text[s.pos]); s.pos++ {
		c := s.text[s.pos]
		switch {
		case len(s.digits) < decisive && (c != '0' || len(s.digits) > 0):
			s.digits = append(s.digits, c)
			s.dropped -= places
		case len(s.digits) == 0: // a leading zero
			s.dropped -= places
		default:
			s.sticky = s.sticky || c != '0'
			s.dropped += 1 - places
		}
		if s.pos-from >= shortenEvery && s.tick != nil {
			if err := s.tick(s.pos - from); err != nil {
				return 0, err
			}
			from = s.pos
		}
	}
	return min(s.pos-start, math.MaxInt32), nil
}

// exponent reads the exponent up to the end of the text; what is out of all reach is cut.
func (s *shortener) exponent() (n int64, ok bool, err error) {
	const enough = 1 << 40 // more than a text has digits
	s.pos++
	negative := false
	if s.pos < len(s.text) && (s.text[s.pos] == '-' || s.text[s.pos] == '+') {
		negative = s.text[s.pos] == '-'
		s.pos++
	}
	start := s.pos
	for from := s.pos; s.pos < len(s.text); s.pos++ {
		c := s.text[s.pos]
		if !isDigit(c) {
			return 0, false, nil
		}
		if n < enough {
			n = n*10 + int64(c-'0')
		}
		if s.pos-from >= shortenEvery && s.tick != nil {
			if err := s.tick(s.pos - from); err != nil {
				return 0, false, err
			}
			from = s.pos
		}
	}
	if negative {
		n = -n
	}
	return n, s.pos > start, nil
}
