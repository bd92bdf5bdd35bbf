package value

import (
	"strings"
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// BuiltText returns the text of b, which must not change again, as Concat would have made it.
func BuiltText(b []byte) *Text {
	return &Text{header: header{kind: KindString, flags: flagBuilt}, s: stringOf(b)}
}

// Grows reports whether Concat may find room behind t, or makes some, so that extending t
// is cheaper than building a text of its bytes anew.
func (t *Text) Grows() bool { return t.flags&flagBuilt != 0 && len(t.s) >= growthFrom }

// Concat returns the text of t followed by s. A text that Concat built itself gets spare
// capacity when it is extended again, which the next Concat of the result uses: building
// a text piece by piece costs amortised constant time a byte, while joining two texts
// once wastes nothing.
func (t *Text) Concat(s string) *Text { return t.ConcatTick(s, nil) }

// ConcatTick is Concat with a tick for each piece of a long text that is copied.
func (t *Text) ConcatTick(s string, tick Tick) *Text {
	if len(s) == 0 {
		return t
	}
	n := len(t.s) + len(s)
	if n < growthFrom || t.flags&flagBuilt == 0 {
		r := NewText(joined(t.s, s, tick))
		r.flags = flagBuilt
		return r
	}
	if m := t.extension(); m != nil && m.growth != nil {
		g := m.growth
		if n <= len(g.bytes) && g.used.CompareAndSwap(int64(len(t.s)), int64(n)) {
			copyPieces(g.bytes[len(t.s):n], s, tick)
			return t.grown(g, n, s)
		}
	}
	g := &growth{bytes: make([]byte, 2*n)}
	copyPieces(g.bytes, t.s, tick)
	copyPieces(g.bytes[len(t.s):], s, tick)
	g.more.growth = g
	g.used.Store(int64(n))
	return t.grown(g, n, s)
}

// copyBytes is how much is copied between two ticks.
const copyBytes = 1 << 20

func copyPieces(dst []byte, s string, tick Tick) {
	if tick != nil {
		for ; len(s) > copyBytes; dst, s = dst[copyBytes:], s[copyBytes:] {
			copy(dst, s[:copyBytes])
			tick(copyBytes)
		}
	}
	copy(dst, s)
}

func joined(a, b string, tick Tick) string {
	if len(a)+len(b) <= copyBytes || tick == nil {
		return a + b
	}
	var out strings.Builder
	out.Grow(len(a) + len(b))
	for _, s := range [...]string{a, b} {
		for len(s) > 0 {
			piece := s[:min(len(s), copyBytes)]
			out.WriteString(piece)
			s = s[len(piece):]
			tick(len(piece))
		}
	}
	return out.String()
}

// ConcatCost returns how many bytes Concat of a string of n bytes is about to allocate,
// unless another text takes the spare capacity first.
func (t *Text) ConcatCost(n int) int {
	size := len(t.s) + n
	switch {
	case n == 0:
		return 0
	case size < growthFrom || t.flags&flagBuilt == 0:
		return textBytes + size
	}
	if m := t.extension(); m != nil && m.growth != nil {
		if g := m.growth; size <= len(g.bytes) && g.used.Load() == int64(len(t.s)) {
			return textBytes
		}
	}
	return textBytes + 2*size
}

// textBytes is about what the object of a text takes.
const textBytes = 64

// grown makes the text of the first n bytes of g, which are those of t and s. The count
// of code points carries over unless s begins with a byte that may complete a code point
// which t began.
func (t *Text) grown(g *growth, n int, s string) *Text {
	r := &Text{header: header{kind: KindString, flags: flagBuilt}, s: unsafe.String(&g.bytes[0], n), more: unsafe.Pointer(&g.more)}
	if c := atomic.LoadUint32(&t.count); c != 0 && utf8.RuneStart(s[0]) {
		if points := uint64(c-1) + uint64(utf8.RuneCountInString(s)); points < 1<<32-1 {
			r.count = uint32(points) + 1 // nobody else knows r yet
		}
	}
	return r
}
