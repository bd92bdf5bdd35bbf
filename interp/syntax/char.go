package syntax

import "strings"

// A class says what one byte means to the scanner.
type class uint8

const (
	classWord  class = iota // part of a word
	classSpace              // U+0000 to U+0020
	classParen              // ( or )
	classQuote              // "
	classSlash              // /
	classC2                 // first byte of U+00A0, if A0 follows; else part of a word
)

var classes = func() (t [256]class) {
	for c := 0; c <= ' '; c++ {
		t[c] = classSpace
	}
	t['('], t[')'] = classParen, classParen
	t['"'] = classQuote
	t['/'] = classSlash
	t[0xC2] = classC2
	return t
}()

// bom is the byte-order mark, which may precede the text of a file.
const bom = "\uFEFF"

// separator returns the length of the separator that s begins with at i, 0 if none.
func separator(s string, i int) int {
	switch classes[s[i]] {
	case classSpace:
		return 1
	case classC2:
		if i+1 < len(s) && s[i+1] == 0xA0 {
			return 2
		}
	}
	return 0
}

// skipSeparators returns the position of the first byte at or after i that belongs to a
// token.
func skipSeparators(s string, i int) int {
	for i < len(s) {
		if s[i] > ' ' && s[i] != 0xC2 {
			return i
		}
		n := separator(s, i)
		if n == 0 {
			return i
		}
		i += n
	}
	return i
}

// hasSeparator reports whether a separator is part of s.
func hasSeparator(s string) bool {
	for i := 0; i < len(s); i++ {
		if separator(s, i) > 0 {
			return true
		}
	}
	return false
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// beginsOperator reports whether s begins with the name operator.
func beginsOperator(s string) bool { return strings.HasPrefix(s, "=>") }
