package regex

// An assertion is a condition on a position of the text.
type assertion uint8

const (
	beginText    assertion = iota
	endText                // the very end
	endLastLine            // the end, or before a line terminator that ends the text
	beginLine              // after a line terminator unless the text ends there, or the beginning
	endLine                // before a line terminator, or the end
	wordBoundary           // between a word character and another or none
	noWordBoundary
	noPair // not between CR and LF
)

// holds tells whether the assertion is true at offset i of s. Between CR and LF no line begins or ends.
func (a assertion) holds(s string, i int) bool {
	switch a {
	case beginText:
		return i == 0
	case endText:
		return i == len(s)
	case endLastLine:
		return i == len(s) || i+terminatorAt(s, i) == len(s) && !insideCRLF(s, i)
	case beginLine:
		return i == 0 || i < len(s) && terminatorBefore(s, i) && !insideCRLF(s, i)
	case endLine:
		return i == len(s) || terminatorAt(s, i) > 0 && !insideCRLF(s, i)
	case wordBoundary:
		return isWordAt(s, i-1) != isWordAt(s, i)
	case noWordBoundary:
		return isWordAt(s, i-1) == isWordAt(s, i)
	default:
		return !insideCRLF(s, i)
	}
}

// terminatorAt is the size of the line terminator at offset i of s, 0 if there is none.
func terminatorAt(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	switch s[i] {
	case '\n':
		return 1
	case '\r':
		if i+1 < len(s) && s[i+1] == '\n' {
			return 2
		}
		return 1
	case 0xc2: // U+0085
		if i+1 < len(s) && s[i+1] == 0x85 {
			return 2
		}
	case 0xe2: // U+2028, U+2029
		if i+2 < len(s) && s[i+1] == 0x80 && s[i+2]|1 == 0xa9 {
			return 3
		}
	}
	return 0
}

// terminatorBefore tells whether a line terminator ends at offset i of s.
func terminatorBefore(s string, i int) bool {
	switch c := s[i-1]; {
	case c == '\n' || c == '\r':
		return true
	case c == 0x85:
		return i >= 2 && s[i-2] == 0xc2
	default:
		return c|1 == 0xa9 && i >= 3 && s[i-3] == 0xe2 && s[i-2] == 0x80
	}
}

func insideCRLF(s string, i int) bool {
	return i > 0 && i < len(s) && s[i-1] == '\r' && s[i] == '\n'
}

// isWordAt tells whether the byte at offset i of s is a word character; there is none outside of s.
func isWordAt(s string, i int) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	c := s[i]
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
