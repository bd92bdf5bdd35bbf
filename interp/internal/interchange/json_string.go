package interchange

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/value"
)

// text reads the string literal at the position as a value.
func (r *jsonReader) text() (*value.Text, error) {
	s, err := r.string()
	if err != nil {
		return nil, err
	}
	if err := r.gauge.add(0, textBytes+int64(len(s))); err != nil {
		return nil, err
	}
	if r.escaped {
		return value.NewText(s), nil
	}
	return r.texts.Part(s), nil
}

// string reads the string literal at the position. Unless it is escaped the result is a
// part of the text.
func (r *jsonReader) string() (string, error) {
	r.pos++
	start := r.pos
	end, err := r.plain()
	if err != nil {
		return "", err
	}
	if r.escaped = end == '\\'; !r.escaped {
		return r.src[start : r.pos-1], nil
	}
	text := append(r.scratch[:0], r.src[start:r.pos-1]...)
	for end == '\\' {
		if text, err = r.escape(text); err != nil {
			return "", err
		}
		start = r.pos
		if end, err = r.plain(); err != nil {
			return "", err
		}
		if err := r.gauge.add(0, int64(r.pos-start)); err != nil {
			return "", err
		}
		text = append(text, r.src[start:r.pos-1]...)
	}
	r.scratch = text
	return string(text), nil
}

// plain moves the position behind the next quote or backslash, which it returns.
func (r *jsonReader) plain() (byte, error) {
	for start := r.pos; ; {
		limit := min(start+pieceBytes, len(r.src))
		for r.pos < limit {
			c := r.src[r.pos]
			if c >= ' ' && c != '"' && c != '\\' {
				r.pos++
				continue
			}
			if c < ' ' {
				return 0, r.fail(r.pos, fmt.Sprintf("Invalid character: %#x", c))
			}
			r.pos++
			return c, r.gauge.add(r.pos-start, 0)
		}
		if limit == len(r.src) {
			return 0, r.cutString()
		}
		if err := r.gauge.add(pieceBytes, 0); err != nil {
			return 0, err
		}
		start = limit
	}
}

func (r *jsonReader) cutString() error { return r.fail(len(r.src), "Unexpected end of file") }

// escape appends what the escape behind the backslash stands for.
func (r *jsonReader) escape(text []byte) ([]byte, error) {
	if r.pos == len(r.src) {
		return text, r.cutString()
	}
	c := r.src[r.pos]
	switch c {
	case '"', '\\', '/':
	case 'b':
		c = '\b'
	case 'f':
		c = '\f'
	case 'n':
		c = '\n'
	case 'r':
		c = '\r'
	case 't':
		c = '\t'
	case 'u':
		return r.unicodeEscape(text)
	default:
		_, size := utf8.DecodeRuneInString(r.src[r.pos:])
		return text, r.fail(r.pos-1, "Invalid character: "+r.src[r.pos-1:r.pos+size])
	}
	r.pos++
	return append(text, c), nil
}

// unicodeEscape appends the character of the \u escape whose u is at the position, of a
// surrogate pair that of both escapes. A surrogate without its partner becomes U+FFFD.
func (r *jsonReader) unicodeEscape(text []byte) ([]byte, error) {
	c, err := r.hex()
	if err != nil {
		return text, err
	}
	if utf16.IsSurrogate(c) {
		high := c
		c = utf8.RuneError
		if back := r.pos; r.pos+1 < len(r.src) && r.src[r.pos] == '\\' && r.src[r.pos+1] == 'u' {
			r.pos++
			low, err := r.hex()
			if err != nil {
				return text, err
			}
			if c = utf16.DecodeRune(high, low); c == utf8.RuneError {
				r.pos = back
			}
		}
	}
	return utf8.AppendRune(text, c), nil
}

// hex reads a u and four hexadecimal digits.
func (r *jsonReader) hex() (c rune, err error) {
	start := r.pos - 1
	r.pos++
	for range 4 {
		if r.pos == len(r.src) {
			return 0, r.cutString()
		}
		d := r.src[r.pos]
		switch {
		case '0' <= d && d <= '9':
			c = c<<4 | rune(d-'0')
		case 'a' <= d|0x20 && d|0x20 <= 'f':
			c = c<<4 | rune(d|0x20-'a'+10)
		default:
			return 0, r.failAt(start, "Invalid character: %s, want four hexadecimal digits", r.src[start:r.pos])
		}
		r.pos++
	}
	return c, nil
}
