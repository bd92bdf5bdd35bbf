package syntax

import (
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/value"
)

// cutDepth is how many nested lists Cut shows the contents of.
const cutDepth = 40

// Cut returns the printed form of v if it has at most about limit characters. Of a longer
// one it returns the beginning: lists, strings and names that are not shown whole end in
// "… n more", n being the number of elements or characters left out. It looks at no more
// elements of v than it shows.
func Cut(v value.Value, limit int) string {
	c := cutter{max: limit}
	l := v.List()
	if l == nil {
		c.atom(v)
		return bytesAsString(c.dst)
	}
	c.shared, _ = findShared(l, limit+2, &c.gauge) // without a meter nothing fails
	c.list(l)
	return bytesAsString(c.dst)
}

// A cutter is a writer that stops when it has printed enough.
type cutter struct {
	writer
	max int
}

func (c *cutter) list(l *value.List) {
	c.printer = new(Printer)
	c.begin(l)
	for len(c.open) > 0 {
		top := &c.open[len(c.open)-1]
		l, i := top.list, top.next
		if i >= l.Len() {
			c.dst = append(c.dst, ')')
			c.open = c.open[:len(c.open)-1]
			continue
		}
		if c.dst[len(c.dst)-1] != '(' || i > 0 {
			c.dst = append(c.dst, ' ')
		}
		if len(c.dst) >= c.max || len(c.open) > cutDepth {
			c.dst = appendMore(c.dst, l.Len()-i)
			c.dst = append(c.dst, ')')
			c.open = c.open[:len(c.open)-1]
			continue
		}
		top.next++
		if name := l.NameText(i); name != nil {
			c.text(name.String())
			c.dst = append(c.dst, " => "...)
		}
		if inner := l.At(i).List(); inner != nil {
			c.begin(inner)
		} else {
			c.atom(l.At(i))
		}
	}
}

// atom prints a value that is no list.
func (c *cutter) atom(v value.Value) {
	switch {
	case v.IsString():
		c.text(v.Text().String())
	case v.Ref() != nil && len(v.Ref().Text()) > c.left():
		text := v.Ref().Text()
		at := cutAt(text, c.left())
		c.dst = append(c.dst, text[:at]...)
		c.dst = appendMore(c.dst, utf8.RuneCountInString(text[at:]))
	default:
		c.dst = new(Printer).appendAtom(c.dst, v)
	}
}

// text prints a string or a name.
func (c *cutter) text(s string) {
	if len(s) <= c.left() {
		c.dst = appendQuoted(c.dst, s)
		return
	}
	at := cutAt(s, c.left())
	c.dst = appendQuoted(c.dst, s[:at])
	c.dst = appendMore(c.dst[:len(c.dst)-1], utf8.RuneCountInString(s[at:]))
	c.dst = append(c.dst, '"')
}

// left is how many bytes of a text may be printed: some in any case.
func (c *cutter) left() int { return max(c.max-len(c.dst), 10) }

// cutAt returns where s can be cut near n: not inside a code point.
func cutAt(s string, n int) int {
	for i := n; i > n-utf8.UTFMax && i > 0; i-- {
		if utf8.RuneStart(s[i]) {
			return i
		}
	}
	return n
}

const moreMark = "…"

func appendMore(dst []byte, n int) []byte {
	dst = append(dst, moreMark+" "...)
	dst = appendInt(dst, int64(n))
	return append(dst, " more"...)
}
