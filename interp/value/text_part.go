package value

import (
	"sync/atomic"
	"unicode/utf8"
)

// This file takes parts of texts, and looks at long ones in steps.

// sharedUpTo is the size of a text whose memory any part of it may keep alive. Of larger
// ones a part shares the memory only if it is at least half of it, so that taking off the
// beginning again and again stays cheap and a small part does not hold a large text.
const sharedUpTo = 256

// Cut returns the text of the bytes from (inclusive) to to (exclusive), which must not
// split a code point; t itself if that is all.
func (t *Text) Cut(from, to int) *Text {
	if from == 0 && to == len(t.s) {
		return t
	}
	part := t.s[from:to]
	if len(t.s) > sharedUpTo && len(part) < len(t.s)/2 {
		part = string([]byte(part))
	}
	return NewText(part)
}

// Sub returns the text of the code points from (inclusive) to to (exclusive);
// 0 <= from <= to <= Len(). The tick, which may be nil, is for long texts.
func (t *Text) Sub(from, to int, tick Tick) *Text {
	first, end := t.OffsetTick(from, tick), t.OffsetTick(to, tick)
	if end-first == 1 && t.s[first] < utf8.RuneSelf && len(t.s) > 1 {
		return &letters[t.s[first]]
	}
	part := t.Cut(first, end)
	if part != t {
		part.keepCount(to - from)
	}
	return part
}

// letters are the texts of one ASCII character each.
var letters = func() (texts [utf8.RuneSelf]Text) {
	var bytes [utf8.RuneSelf]byte
	for i := range bytes {
		bytes[i] = byte(i)
	}
	all := string(bytes[:])
	for i := range texts {
		texts[i] = Text{header: header{kind: KindString}, s: all[i : i+1]}
		texts[i].keepCount(1)
	}
	return texts
}()

// CountAtOnce returns the number of code points if that needs no look at a long text.
func (t *Text) CountAtOnce() (int, bool) {
	if n := atomic.LoadUint32(&t.count); n != 0 {
		return int(n - 1), true
	}
	if len(t.s) > countPiece {
		return 0, false
	}
	return t.Len(), true
}

// countPiece is how many bytes are counted between two ticks.
const countPiece = 1 << 16

// Count is Len, with a tick for each piece of a long text that is counted the first time.
func (t *Text) Count(tick Tick) int {
	if tick == nil || len(t.s) <= countPiece || t.counted() {
		return t.Len()
	}
	n := 0
	for rest := t.s; len(rest) > 0; {
		end := PieceEnd(rest, countPiece)
		n += utf8.RuneCountInString(rest[:end])
		rest = rest[end:]
		tick(end)
	}
	t.keepCount(n)
	return n
}

// PieceEnd returns where the first piece of s ends, of about size bytes, so that the cut
// splits no code point: at most 3 bytes before size, or where s ends.
func PieceEnd(s string, size int) int {
	if len(s) <= size {
		return len(s)
	}
	for back := range min(utf8.UTFMax, size) {
		if utf8.RuneStart(s[size-back]) {
			return size - back
		}
	}
	return size // bytes that are no part of any code point
}

// Boundary reports whether offset i of s is between two code points, 0 <= i <= len(s).
func Boundary(s string, i int) bool {
	if i == 0 || i == len(s) || utf8.RuneStart(s[i]) {
		return true
	}
	for back := 1; back < utf8.UTFMax && back <= i; back++ {
		if utf8.RuneStart(s[i-back]) {
			_, width := utf8.DecodeRuneInString(s[i-back:])
			return width <= back
		}
	}
	return true
}
