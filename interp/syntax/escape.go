package syntax

import "unicode/utf8"

// A verdict says whether a piece of text can be part of a token.
type verdict uint8

const (
	good verdict = iota
	bad          // no continuation makes it right
	cut          // right so far, but it ends too early
)

// unescape appends what s, the contents of a string literal, stands for. Raw line ends
// and tabs do not occur in s.
func unescape(dst []byte, s string) ([]byte, verdict) {
	for i := 0; i < len(s); {
		c := s[i]
		if c != '\\' {
			dst = append(dst, c)
			i++
			continue
		}
		if i+1 == len(s) {
			return dst, cut
		}
		if s[i+1] == 'u' {
			r, n, v := unescapeRune(s[i:])
			if v != good {
				return dst, v
			}
			dst = utf8.AppendRune(dst, r)
			i += n
			continue
		}
		plain, ok := escapes[s[i+1]]
		if !ok {
			return dst, bad
		}
		dst = append(dst, plain)
		i += 2
	}
	return dst, good
}

var escapes = map[byte]byte{
	'n': '\n', 'r': '\r', 't': '\t', 'b': '\b', 'f': '\f', '\\': '\\', '\'': '\'', '"': '"',
}

// unescapeRune reads the \u escape that s begins with, of a surrogate pair both escapes,
// and returns its length. A surrogate without its partner is bad.
func unescapeRune(s string) (r rune, n int, v verdict) {
	high, v := hexEscape(s)
	if v != good || high < 0xD800 || high > 0xDFFF {
		return high, 6, v
	}
	if high > 0xDBFF {
		return 0, 0, bad
	}
	low, v := hexEscape(s[6:])
	switch {
	case v != good:
		return 0, 0, v
	case low < 0xDC00 || low > 0xDFFF:
		return 0, 0, bad
	}
	return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), 12, good
}

// hexEscape reads one \u escape at the beginning of s.
func hexEscape(s string) (rune, verdict) {
	var r rune
	for i := range 6 {
		if i == len(s) {
			return 0, cut
		}
		c := s[i]
		switch {
		case i == 0 && c == '\\', i == 1 && c == 'u':
		case i < 2:
			return 0, bad
		case isDigit(c):
			r = r<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, bad
		}
	}
	return r, good
}

// appendQuoted appends s as a string literal.
func appendQuoted(dst []byte, s string) []byte {
	return append(appendEscaped(append(dst, '"'), s), '"')
}

// appendEscaped appends s as it stands between the quotes of a string literal. Pieces of a
// string may be appended one by one.
func appendEscaped(dst []byte, s string) []byte {
	from := 0
	for i := 0; i < len(s); i++ {
		var letter byte
		switch s[i] {
		case '"', '\\':
			letter = s[i]
		case '\n':
			letter = 'n'
		case '\r':
			letter = 'r'
		case '\t':
			letter = 't'
		default:
			continue
		}
		dst = append(dst, s[from:i]...)
		dst = append(dst, '\\', letter)
		from = i + 1
	}
	return append(dst, s[from:]...)
}
