package value

import (
	"math/bits"
	"strings"
)

// A TextMaker makes many texts of parts of a larger one. Short ones lie together in small
// chunks, with their objects, so that they cost little and that one of them which is kept
// does not hold much of the others, nor all of the larger one. It is not safe for
// concurrent use.
type TextMaker struct {
	shared bool    // parts may hold the larger text
	size   int     // bytes of the larger text
	recent []*Text // the last text of each hash; nil while there are few
	parts  int
	chars  []byte
	texts  []Text
	chunk  int // objects of the last chunk
}

const (
	wholeUpTo  = 4096 // bytes of a text that any part of it may hold
	makerChars = 4096 // bytes of a chunk; parts of more than an eighth stand alone
	makerTexts = 32   // objects of the largest chunks

	recentParts = 16384 // texts that a maker remembers at most, a power of two
	recentPer   = 32    // bytes of the larger text for each of them
	recentAfter = 256   // parts that a maker of a large text makes before it begins to
	recentUpTo  = 32    // bytes of a part that is worth it
)

// NewTextMaker returns a maker of texts that are parts of one of size bytes.
func NewTextMaker(size int) TextMaker { return TextMaker{shared: size <= wholeUpTo, size: size} }

// Part returns a text of s, a part of the larger text. A large text that repeats itself,
// as words do, often gets the same text object again.
func (m *TextMaker) Part(s string) *Text {
	if m.shared {
		return m.text(s)
	}
	m.parts++
	if m.parts <= recentAfter || len(s) > recentUpTo {
		return m.text(m.copy(s))
	}
	if m.recent == nil {
		m.recent = make([]*Text, min(recentParts, 1<<bits.Len(uint(m.size/recentPer))))
	}
	at := &m.recent[hashName(s)&uint32(len(m.recent)-1)]
	if *at == nil || (*at).s != s {
		*at = m.text(m.copy(s))
	}
	return *at
}

// Copy returns a text of a copy of b, which may change afterwards.
func (m *TextMaker) Copy(b []byte) *Text {
	if len(b) > makerChars/8 {
		return m.text(string(b))
	}
	m.room(len(b))
	from := len(m.chars)
	m.chars = append(m.chars, b...)
	return m.text(stringOf(m.chars[from:]))
}

func (m *TextMaker) copy(s string) string {
	if len(s) > makerChars/8 {
		return strings.Clone(s)
	}
	m.room(len(s))
	from := len(m.chars)
	m.chars = append(m.chars, s...)
	return stringOf(m.chars[from:])
}

// room makes sure that n bytes fit the chunk.
func (m *TextMaker) room(n int) {
	if n > cap(m.chars)-len(m.chars) {
		m.chars = make([]byte, 0, makerChars)
	}
}

func (m *TextMaker) text(s string) *Text {
	if len(m.texts) == 0 {
		m.chunk = min(max(2*m.chunk, 2), makerTexts)
		m.texts = make([]Text, m.chunk)
	}
	t := &m.texts[0]
	m.texts = m.texts[1:]
	t.kind, t.s = KindString, s
	return t
}
