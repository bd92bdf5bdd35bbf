package value

import (
	"sync/atomic"
	"unicode/utf8"
	"unsafe"
)

// A Text is the object behind a string: bytes, UTF-8 by convention, never changed. It
// remembers how many code points it has, and for long texts that are not one byte a code
// point where every 128th begins, so that indexing does not start from the beginning.
//
// A byte that is not part of valid UTF-8 counts as one code point. A Text is safe for
// concurrent use: what is computed late is stored atomically.
type Text struct {
	header
	s    string
	more unsafe.Pointer // *textMore, read and written atomically once others know the text
}

// extension returns what the text has in addition, nil for nothing.
func (t *Text) extension() *textMore { return (*textMore)(atomic.LoadPointer(&t.more)) }

// textMore is what few texts need.
type textMore struct {
	growth  *growth // spare capacity behind s, shared with the texts it grew from
	offsets atomic.Pointer[[]int32]
}

// growth is the buffer of a text that Concat built. Only the text that ends where used
// ends may extend it, and the exchange of used makes sure that one does.
type growth struct {
	bytes []byte // the whole buffer
	used  atomic.Int64
	more  textMore // of all texts in the buffer that have no offsets
}

// flagBuilt marks a text that Concat made.
const flagBuilt = 1

const (
	offsetStep   = 128 // code points between two entries of the offset table
	offsetsAbove = 256 // texts up to this many bytes are scanned
	growthFrom   = 64  // Concat keeps spare capacity from this many bytes on
)

// NewText returns the object of the string s.
func NewText(s string) *Text { return &Text{header: header{kind: KindString}, s: s} }

// String returns a string value.
func String(s string) Value { return NewText(s).Value() }

// Bytes returns a string value with a copy of these bytes.
func Bytes(b []byte) Value { return NewText(string(b)).Value() }

// Value returns t as a value.
func (t *Text) Value() Value { return Value{p: unsafe.Pointer(t)} }

// String returns the bytes as a Go string.
func (t *Text) String() string { return t.s }

// IsString reports whether v is a string.
func (v Value) IsString() bool { return v.Kind() == KindString }

// Text returns the string object of v, or nil if v is no string.
func (v Value) Text() *Text {
	if v.Kind() != KindString {
		return nil
	}
	return (*Text)(v.p)
}

// AsString returns the Go string, and whether v is a string.
func (v Value) AsString() (string, bool) {
	if v.Kind() != KindString {
		return "", false
	}
	return (*Text)(v.p).s, true
}

// Len returns the number of code points.
func (t *Text) Len() int {
	if n := atomic.LoadUint32(&t.count); n != 0 {
		return int(n - 1)
	}
	n := utf8.RuneCountInString(t.s)
	t.keepCount(n)
	return n
}

func (t *Text) counted() bool { return atomic.LoadUint32(&t.count) != 0 }

func (t *Text) keepCount(n int) {
	if uint64(n) < 1<<32-1 {
		atomic.StoreUint32(&t.count, uint32(n)+1)
	}
}

// Offset returns the byte offset of code point i, 0 <= i <= Len().
func (t *Text) Offset(i int) int { return t.OffsetTick(i, nil) }

// OffsetTick is Offset with ticks where a long text is looked through. Near the ends of the
// text that is not done, so that taking off a little again and again stays cheap.
func (t *Text) OffsetTick(i int, tick Tick) int {
	n := t.Count(tick)
	switch {
	case n == len(t.s):
		return i
	case n-i <= offsetStep:
		at := len(t.s)
		for ; i < n; i++ {
			_, w := utf8.DecodeLastRuneInString(t.s[:at])
			at -= w
		}
		return at
	}
	at, from := 0, 0
	if i > offsetStep && len(t.s) > offsetsAbove {
		table := t.offsets(tick)
		at, from = int(table[i/offsetStep]), i/offsetStep*offsetStep
	}
	for ; from < i; from++ {
		at += runeWidth(t.s[at:])
	}
	return at
}

// Position returns the index of the code point that begins at (or contains) the byte
// offset.
func (t *Text) Position(offset int) int { return t.PositionTick(offset, nil) }

// PositionTick is Position with ticks where a long text is looked through.
func (t *Text) PositionTick(offset int, tick Tick) int {
	at, n := 0, 0
	if offset > offsetsAbove || t.counted() {
		if t.Count(tick) == len(t.s) {
			return offset
		}
	}
	if offset > offsetsAbove {
		table := t.offsets(tick)
		lo, hi := 0, len(table) // the last entry at or before offset
		for hi-lo > 1 {
			mid := (lo + hi) / 2
			if int(table[mid]) <= offset {
				lo = mid
			} else {
				hi = mid
			}
		}
		at, n = int(table[lo]), lo*offsetStep
	}
	for at < len(t.s) {
		w := runeWidth(t.s[at:])
		if at+w > offset {
			break
		}
		at += w
		n++
	}
	return n
}

// Slice returns the code points from (inclusive) to to (exclusive);
// 0 <= from <= to <= Len().
func (t *Text) Slice(from, to int) string { return t.s[t.Offset(from):t.Offset(to)] }

func (t *Text) offsets(tick Tick) []int32 {
	m := t.extra()
	if table := m.offsets.Load(); table != nil {
		return *table
	}
	table := make([]int32, 0, t.Len()/offsetStep+1)
	work := meter{tick: tick}
	n := 0
	for at := 0; at < len(t.s); at += runeWidth(t.s[at:]) {
		if n%offsetStep == 0 {
			table = append(table, int32(at))
			work.add(offsetStep)
		}
		n++
	}
	if n%offsetStep == 0 {
		table = append(table, int32(len(t.s)))
	}
	m.offsets.Store(&table)
	return table
}

// extra returns what the text has in addition and shares with no other text.
func (t *Text) extra() *textMore {
	m := t.extension()
	own := new(textMore)
	if m != nil {
		if m.growth == nil || m != &m.growth.more {
			return m
		}
		own.growth = m.growth
	}
	atomic.CompareAndSwapPointer(&t.more, unsafe.Pointer(m), unsafe.Pointer(own))
	return t.extension()
}

func runeWidth(s string) int {
	if s[0] < utf8.RuneSelf {
		return 1
	}
	_, w := utf8.DecodeRuneInString(s)
	return w
}

// stringOf returns the bytes as a string without copying; they must not change again.
func stringOf(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	return unsafe.String(&b[0], len(b))
}
