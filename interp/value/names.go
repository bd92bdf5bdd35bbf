package value

// Names is the name table of a list: which positions have which names. A list without
// any named element has none (nil).
//
// A frozen table is shared by several lists, perhaps of several sessions, and never
// changes; a list that needs a change copies it first. Sharing is invisible unless the
// table is marked visible, which clone and the reader's tags do: then printing shows
// that the lists share it (spec/language.md, Sharing) until one of them changes its shape or names.
type Names struct {
	slots   []*Text    // the name of each position, nil for none; may be shorter than the list
	index   *nameIndex // where names were when it was made; nil while not needed
	moves   int        // insertions and removals since then: no name is farther away
	named   int        // number of names
	next    int        // behind the name that was found last: whoever goes through a list asks for the next one
	frozen  bool
	visible bool
}

// indexAbove is the number of positions up to which a name is searched without an index.
const indexAbove = 8

// movesAbove is the number of insertions and removals after which the index is made anew.
// Making it for each would let every removal from a large table cost an index.
const movesAbove = 256

// find returns the position of the name, or -1.
func (t *Names) find(name string) int { return t.findText(nil, name) }

// findText is find for a name whose object is known, or nil: most names that are found
// are the very object that is there, and then no text is looked into.
func (t *Names) findText(object *Text, name string) int {
	if t == nil {
		return -1
	}
	if len(t.slots) <= indexAbove {
		for i, s := range t.slots {
			if s != nil && (s == object || s.s == name) {
				return i
			}
		}
		return -1
	}
	if t.index == nil {
		t.buildIndex()
	}
	if t.has(t.next-1, object, name) { // a get is often followed by a put
		return t.next - 1
	}
	if t.has(t.next, object, name) {
		return t.found(t.next)
	}
	hash := hashName(name)
	entries := t.index.entries
	mask := uint32(len(entries) - 1)
	for i := hash & mask; ; i = (i + 1) & mask {
		switch e := entries[i]; {
		case e.place == freePlace:
			return -1
		case e.hash == hash && e.place > freePlace:
			if at := t.near(int(e.place)-1, object, name); at >= 0 {
				return t.found(at)
			}
		}
	}
}

// found notes where a name was found, unless others may be looking, too.
func (t *Names) found(at int) int {
	if !t.frozen {
		t.next = at + 1
	}
	return at
}

// near returns the position of a name if it is at most t.moves from there, or -1.
func (t *Names) near(there int, object *Text, name string) int {
	for d := 0; d <= t.moves; d++ {
		if t.has(there-d, object, name) {
			return there - d
		}
		if t.has(there+d, object, name) {
			return there + d
		}
	}
	return -1
}

func (t *Names) has(i int, object *Text, name string) bool {
	if i < 0 || i >= len(t.slots) {
		return false
	}
	there := t.slots[i]
	return there != nil && (there == object || there.s == name)
}

// width is the number of positions up to the last one that may have a name.
func (t *Names) width() int {
	if t == nil {
		return 0
	}
	return len(t.slots)
}

func (t *Names) buildIndex() {
	t.moves = 0
	t.index = newNameIndex(t.named)
	for i, s := range t.slots {
		if s != nil {
			t.index.add(hashName(s.s), i)
		}
	}
}

// forget takes a name that goes away out of the index.
func (t *Names) forget(name *Text) {
	if t.index != nil && !t.index.remove(hashName(name.s)) {
		t.index = nil
	}
}

// at returns the name of position i, nil for none.
func (t *Names) at(i int) *Text {
	if t == nil || i >= len(t.slots) {
		return nil
	}
	return t.slots[i]
}

// set gives position i the name, which must not be in the table, or removes its name if
// name is nil. The table must be owned by one list.
func (t *Names) set(i int, name *Text) {
	for len(t.slots) <= i {
		t.slots = append(t.slots, nil)
	}
	if old := t.slots[i]; old != nil {
		t.named--
		t.forget(old)
	}
	t.slots[i] = name
	if name != nil {
		t.named++
		if t.index != nil {
			t.index.add(hashName(name.s), i)
		}
	}
}

// insert makes room at position i: names from there on move up by one.
func (t *Names) insert(i int) {
	if i >= len(t.slots) {
		return
	}
	t.slots = append(t.slots, nil)
	copy(t.slots[i+1:], t.slots[i:])
	t.slots[i] = nil
	t.moved()
}

// moved notes that names moved by one position.
func (t *Names) moved() {
	if t.moves++; t.moves > movesAbove {
		t.index = nil
	}
}

// remove takes position i out: names behind it move down by one.
func (t *Names) remove(i int) {
	if i >= len(t.slots) {
		return
	}
	last := len(t.slots) - 1
	if s := t.slots[i]; s != nil {
		t.named--
		t.forget(s)
	}
	if i != last {
		t.moved()
	}
	copy(t.slots[i:], t.slots[i+1:])
	t.slots[last] = nil
	t.slots = t.slots[:last]
}

// truncate forgets the positions from n on.
func (t *Names) truncate(n int) {
	for i := n; i < len(t.slots); i++ {
		if t.slots[i] != nil {
			t.named--
			t.forget(t.slots[i])
			t.slots[i] = nil
		}
	}
	if n < len(t.slots) {
		t.slots = t.slots[:n]
	}
}

// copy returns a table of its own with the same names.
func (t *Names) copy() *Names {
	c := &Names{slots: make([]*Text, len(t.slots), len(t.slots)+1), named: t.named}
	copy(c.slots, t.slots)
	return c
}

// slice returns a table of its own with the names of the positions from (inclusive) to to
// (exclusive), from among those that may have names.
func (t *Names) slice(from, to int) *Names {
	c := &Names{slots: append([]*Text(nil), t.slots[from:min(to, len(t.slots))]...)}
	for _, s := range c.slots {
		if s != nil {
			c.named++
		}
	}
	return c
}

// freeze makes the table safe for sharing: its index exists from now on, so that no reader
// writes to it.
func (t *Names) freeze() {
	if !t.frozen {
		if len(t.slots) > indexAbove && (t.index == nil || t.moves > 0) {
			t.buildIndex()
		}
		t.frozen = true
	}
}

// Visible reports whether lists that share the table print so.
func (t *Names) Visible() bool { return t != nil && t.visible }

// A Shape is a prepared, immutable name table for many lists of the same form. It is safe
// for concurrent use.
type Shape struct{ names *Names }

// NewShape returns the shape of these names; "" stands for an element without a name. Of
// a repeated name the first position counts.
func NewShape(names ...string) *Shape {
	t := &Names{}
	for i, name := range names {
		if name != "" && t.find(name) < 0 {
			t.set(i, NewText(name))
		}
	}
	for len(t.slots) < len(names) {
		t.slots = append(t.slots, nil)
	}
	t.freeze()
	return &Shape{names: t}
}

// ShapeOf returns a shape with the names that l has now, sharing l's table invisibly.
func ShapeOf(l *List) *Shape {
	if l.names == nil {
		return &Shape{}
	}
	if l.names.visible {
		t := l.names.copy()
		t.freeze()
		return &Shape{names: t}
	}
	l.names.freeze()
	return &Shape{names: l.names}
}

// Len returns the number of positions that the shape was made for.
func (s *Shape) Len() int {
	if s.names == nil {
		return 0
	}
	return len(s.names.slots)
}
