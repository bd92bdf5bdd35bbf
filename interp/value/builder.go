package value

// A ListBuilder makes many lists of one shape, for example the records of a poll, without
// an allocation per element: lists, elements and texts come out of chunks. Chunks are
// small, so that one list that is kept does not hold all the others in memory.
//
// Give the elements of a list in the order of the shape, then call List. A ListBuilder is
// not safe for concurrent use.
type ListBuilder struct {
	shape  *Shape
	width  int // elements of a list
	expect int // lists to come, as far as the caller said
	bytes  int // bytes of text to come

	current []Value // of the list that is being built; nil before its first element
	lists   []List
	elems   []Value
	texts   []Text
	chars   []byte
}

const (
	mostLists = 64       // of a chunk
	mostTexts = 256      // of a chunk
	mostChars = 16 << 10 // bytes of a chunk; texts of more than an eighth stand alone
)

// NewListBuilder returns a builder of lists of that shape. It takes memory for as many
// lists and bytes of text as are announced, at most a chunk at a time; more may follow.
func NewListBuilder(shape *Shape, lists, textBytes int) *ListBuilder {
	return &ListBuilder{shape: shape, width: shape.Len(), expect: lists, bytes: textBytes}
}

// chunk returns how much to take at once when n are needed, expect are announced and most
// is the largest chunk; it takes them off what is announced.
func chunk(n, most int, expect *int) int {
	size := most
	if *expect > 0 && *expect < most {
		size = *expect
	}
	size = max(size, n)
	*expect = max(*expect-size, 0)
	return size
}

// Value adds an element.
func (b *ListBuilder) Value(v Value) {
	if b.current == nil {
		b.begin()
	}
	b.current = append(b.current, v)
}

// begin takes the room for the elements of the next list.
func (b *ListBuilder) begin() {
	if len(b.lists) == 0 {
		n := chunk(1, mostLists, &b.expect)
		b.lists = make([]List, n)
		b.elems = MakeSlice(n * b.width)
	}
	b.current = b.elems[0:0:b.width]
	b.elems = b.elems[b.width:]
}

// Null adds null.
func (b *ListBuilder) Null() { b.Value(Null()) }

// Bool adds a boolean.
func (b *ListBuilder) Bool(x bool) { b.Value(Bool(x)) }

// Int adds an integer.
func (b *ListBuilder) Int(n int32) { b.Value(Int(n)) }

// Long adds a long.
func (b *ListBuilder) Long(n int64) { b.Value(Long(n)) }

// Double adds a double.
func (b *ListBuilder) Double(f float64) { b.Value(Double(f)) }

// Bytes adds a string of these bytes, which are copied.
func (b *ListBuilder) Bytes(s []byte) {
	if len(s) > mostChars/8 {
		b.Value(b.text(string(s)))
		return
	}
	if len(s) > cap(b.chars)-len(b.chars) {
		b.chars = make([]byte, 0, chunk(len(s), mostChars, &b.bytes))
	}
	from := len(b.chars)
	b.chars = append(b.chars, s...)
	b.Value(b.text(stringOf(b.chars[from:])))
}

func (b *ListBuilder) text(s string) Value {
	if len(b.texts) == 0 {
		n := b.width * max(len(b.lists), 1) // as if all elements to come were texts
		b.texts = make([]Text, min(n, mostTexts)+1)
	}
	t := &b.texts[0]
	b.texts = b.texts[1:]
	t.kind, t.s = KindString, s
	return t.Value()
}

// List ends the list and returns it. Elements that are missing are null; what goes beyond
// the shape has no names.
func (b *ListBuilder) List() *List {
	if b.current == nil {
		b.begin()
	}
	l := &b.lists[0]
	b.lists = b.lists[1:]
	l.kind = KindList
	l.names = b.shape.names
	if n := len(b.current); n < b.width {
		b.current = b.current[:b.width] // the room holds nulls
	}
	if len(b.current) > 0 {
		l.elems = b.current
	}
	if l.names != nil && l.names.named == 0 {
		l.names = nil
	}
	b.current = nil
	return l
}
