package interchange

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// number returns the number that a word stands for; ok is false if it is none in JSON.
func (r *jsonReader) number(word string) (v value.Value, ok bool, err error) {
	if len(word) < number.LongText {
		ok = isJSONNumber(word)
	} else if ok = beginsJSONNumber(word); ok {
		word, ok, err = number.Shorten(word, func(bytes int) error { return r.gauge.add(bytes, 0) })
	}
	if err != nil || !ok {
		return value.Null(), false, err
	}
	kind, n, f, _ := number.Parse(word)
	if kind == number.Double {
		return value.Double(f), true, nil
	}
	return value.Whole(n), true, nil
}

// beginsJSONNumber tells whether a number of the language meets the rules that only JSON
// has: no plus sign and no leading zero, and digits on both sides of the point.
func beginsJSONNumber(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "" || !isDigit(s[0]) || len(s) > 1 && s[0] == '0' && isAlnum(s[1]) && s[1]|0x20 != 'e' {
		return false
	}
	point := strings.IndexByte(s, '.')
	return point < 0 || point+1 < len(s) && isDigit(s[point+1])
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isAlnum(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'z' }

// isJSONNumber tells whether a word that is not empty is a number by the grammar of JSON.
func isJSONNumber(s string) bool {
	digits := func() bool {
		i := 0
		for i < len(s) && isDigit(s[i]) {
			i++
		}
		s = s[i:]
		return i > 0
	}
	if s[0] == '-' {
		s = s[1:]
	}
	if len(s) > 1 && s[0] == '0' && isDigit(s[1]) || !digits() {
		return false
	}
	if s != "" && s[0] == '.' {
		if s = s[1:]; !digits() {
			return false
		}
	}
	if s != "" && s[0]|0x20 == 'e' {
		s = s[1:]
		if s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		return digits() && s == ""
	}
	return s == ""
}
