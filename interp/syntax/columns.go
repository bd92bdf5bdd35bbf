package syntax

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Columns returns how many columns of a terminal s takes: two for each wide character of
// East Asian scripts and emoji, none for marks that combine with the one before.
func Columns(s string) int {
	n := len(s)
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		i += size
		n += runeColumns(r) - size
	}
	return n
}

func runeColumns(r rune) int {
	if unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}
