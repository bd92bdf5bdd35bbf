package regex

import "unicode/utf8"

// A symbol is one character of a text as the matchers see it: a code point, or, for a byte b that is
// not part of valid UTF-8, firstRaw+b. Raw bytes lie above all code points, so that no range of code
// points contains them while every negated set does.
type symbol = rune

const (
	firstRaw  symbol = utf8.MaxRune + 1
	lastRaw   symbol = firstRaw + 0xff
	maxSymbol symbol = lastRaw
)

// decode returns the symbol at byte offset i of s and its size in bytes; i must be below len(s) and
// at a character boundary.
func decode(s string, i int) (symbol, int) {
	if c := s[i]; c < utf8.RuneSelf {
		return symbol(c), 1
	}
	r, size := utf8.DecodeRuneInString(s[i:])
	if size == 1 {
		return firstRaw + symbol(s[i]), 1
	}
	return r, size
}

// sizeAt is the size in bytes of the symbol at offset i of s, which must be below len(s).
func sizeAt(s string, i int) int {
	if s[i] < utf8.RuneSelf {
		return 1
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return size
}

// sizeBefore is the size in bytes of the symbol that ends at offset i of s, which must be above 0.
func sizeBefore(s string, i int) int {
	if s[i-1] < utf8.RuneSelf {
		return 1
	}
	_, size := utf8.DecodeLastRuneInString(s[:i])
	return size
}

// isBoundary tells whether offset i of s lies between two symbols, not inside a code point.
func isBoundary(s string, i int) bool {
	if i <= 0 || i >= len(s) || utf8.RuneStart(s[i]) {
		return true
	}
	for back := 1; back < utf8.UTFMax && back <= i; back++ {
		if utf8.RuneStart(s[i-back]) {
			return sizeAt(s, i-back) <= back
		}
	}
	return true
}

// appendSymbol appends the bytes of r to b.
func appendSymbol(b []byte, r symbol) []byte {
	if r >= firstRaw {
		return append(b, byte(r-firstRaw))
	}
	return utf8.AppendRune(b, r)
}

// firstByte is the first byte of the encoding of r.
func firstByte(r symbol) byte {
	var buf [utf8.UTFMax]byte
	return appendSymbol(buf[:0], r)[0]
}
