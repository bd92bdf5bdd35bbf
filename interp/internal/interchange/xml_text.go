package interchange

import (
	"slices"
	"strings"
	"unicode/utf8"
	"unsafe"

	"github.com/bpl-lang/bpl/interp/value"
)

// characters reads text up to the offset end. Outside of elements there may only be blanks.
func (r *xmlReader) characters(end int) error {
	start := r.pos
	if end-start > pieceBytes {
		r.text = slices.Grow(r.text, end-start)
	}
	for r.pos < end {
		switch c := r.src[r.pos]; {
		case isBlank(c):
			if len(r.text) > 0 && !r.blank {
				r.text = append(r.text, ' ')
				r.blank = true
			}
			r.pos++
		case len(r.frames) == 1:
			return r.failAt(r.pos, "Unexpected text outside of elements")
		case c == '&':
			var err error
			if r.text, err = r.entity(r.text, end); err != nil {
				return err
			}
			r.blank = false
		default:
			run := r.pos
			for r.pos < end && r.src[r.pos] != '&' && !isBlank(r.src[r.pos]) && r.pos < run+pieceBytes {
				r.pos++
			}
			r.text = append(r.text, r.src[run:r.pos]...)
			r.blank = false
		}
		if r.pos-start >= pieceBytes {
			if err := r.gauge.add(r.pos-start, int64(r.pos-start)); err != nil {
				return err
			}
			start = r.pos
		}
	}
	return r.gauge.add(r.pos-start, int64(r.pos-start))
}

// endText makes the text that was read a child of the innermost element.
func (r *xmlReader) endText() error {
	if len(r.text) == 0 {
		return nil
	}
	if err := r.gauge.add(0, textBytes); err != nil {
		return err
	}
	r.blank = false
	if len(r.text) > pieceBytes {
		r.elems = append(r.elems, value.String(unsafe.String(&r.text[0], len(r.text))))
		r.text = nil
		return nil
	}
	r.elems = append(r.elems, r.texts.Copy(r.text).Value())
	r.text = r.text[:0]
	return nil
}

// cdata adds the characters of a CDATA section to the text as they are.
func (r *xmlReader) cdata() error {
	const begin, end = "<![CDATA[", "]]>"
	if len(r.frames) == 1 {
		return r.failAt(r.pos, "Unexpected text outside of elements")
	}
	start := r.pos + len(begin)
	if err := r.skipTo(begin, end, "CDATA section"); err != nil {
		return err
	}
	s := r.src[start : r.pos-len(end)]
	if err := r.gauge.add(0, int64(len(s))); err != nil {
		return err
	}
	if s != "" {
		r.text = append(r.text, s...)
		r.blank = false
	}
	return nil
}

// longestEntity is the size of what may stand between & and ;.
const longestEntity = 32

// entity appends what the entity at the position, which ends before the offset end, stands for.
func (r *xmlReader) entity(dst []byte, end int) ([]byte, error) {
	start := r.pos
	rest := r.src[start+1 : min(end, start+2+longestEntity)]
	size := strings.IndexByte(rest, ';')
	if size < 0 {
		return dst, r.failAt(start, "Unexpected &, write &amp; for the character itself")
	}
	name := rest[:size]
	r.pos += size + 2
	switch name {
	case "amp":
		return append(dst, '&'), nil
	case "lt":
		return append(dst, '<'), nil
	case "gt":
		return append(dst, '>'), nil
	case "quot":
		return append(dst, '"'), nil
	case "apos":
		return append(dst, '\''), nil
	}
	c, ok := codePoint(strings.TrimPrefix(name, "#"))
	if !ok {
		return dst, r.failAt(start, "Unknown entity: %s", name)
	}
	return utf8.AppendRune(dst, c), nil
}

// codePoint reads decimal digits, or x and hexadecimal digits.
func codePoint(s string) (rune, bool) {
	base := rune(10)
	if strings.HasPrefix(s, "x") {
		s, base = s[1:], 16
	}
	var c rune
	for i := range len(s) {
		d := rune(s[i])
		switch {
		case '0' <= d && d <= '9':
			d -= '0'
		case base == 16 && 'a' <= d|0x20 && d|0x20 <= 'f':
			d = d | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		if c = c*base + d; c > utf8.MaxRune {
			return 0, false
		}
	}
	return c, c > 0 && utf8.ValidRune(c)
}
