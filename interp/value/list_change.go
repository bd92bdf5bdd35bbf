package value

import (
	"math/bits"
	"slices"
)

// This file owns the elements and names of lists: every change goes through one of its
// methods. Each begins by telling the compiled code that was made from the list, if any,
// that it no longer holds; lists of plain data pay one branch for that.

// touch makes the code that depends on the list stale.
func (l *List) touch() {
	if l.aux != nil {
		l.unshare()
		l.aux.dirty()
	}
}

// unshare gives a list of ListSharing elements of its own.
func (l *List) unshare() {
	if l.aux.shared {
		l.aux.shared = false
		l.elems = append(room(len(l.elems)), l.elems...)
		l.aux.moved()
	}
}

// replacing is what SetAt does first for a list with extra data: it gives the list elements
// of its own, and tells the code that relies on element i.
func (l *List) replacing(i int) {
	l.unshare()
	a := l.aux
	a.grown()
	if i < len(a.watched) && a.watched[i] != nil {
		a.watched[i].stale = true
		a.watched[i] = nil
	}
}

// dirty tells all code that relies on the list or one of its elements.
func (a *Aux) dirty() {
	a.grown()
	a.moved()
	for i, w := range a.watched {
		if w != nil {
			w.stale = true
			a.watched[i] = nil
		}
	}
}

// moved tells the code that relies on the places of elements.
func (a *Aux) moved() {
	if a.places != nil {
		a.places.stale = true
		a.places = nil
	}
}

// grown tells the code that was made from the list; what relies on a single element need
// not know that others were added.
func (a *Aux) grown() {
	for i, d := range a.deps {
		d.stale = true
		a.deps[i] = nil
	}
	a.deps = a.deps[:0]
}

// named tells the code that relies on the absence of a name which an element is given now;
// nil stands for any.
func (l *List) named(name *Text) {
	if l.aux == nil {
		return
	}
	for absent, v := range l.aux.absences {
		if name == nil || name.s == absent {
			v.stale = true
			delete(l.aux.absences, absent)
		}
	}
}

// ownNames gives the list a name table that it alone uses, empty if it had none.
func (l *List) ownNames() *Names {
	switch {
	case l.names == nil:
		l.names = &Names{}
	case l.names.frozen:
		l.names = l.names.copy()
	}
	return l.names
}

// reshape ends the visible sharing of the name table, which a change of the shape does
// even where no name changes.
func (l *List) reshape() {
	if l.names != nil && l.names.visible {
		l.names = l.names.copy()
	}
}

func (l *List) dropEmptyNames() {
	if l.names != nil && l.names.named == 0 {
		l.names = nil
	}
}

// grow makes room for n more elements, doubling the capacity.
func (l *List) grow(n int) {
	need, double := len(l.elems)+n, 2*cap(l.elems)
	switch {
	case need <= cap(l.elems):
	case double < largeList:
		l.move(max(double, need, 4))
	default:
		l.elems = moreRoom(l.elems, max(double, need)+1-len(l.elems))
		l.relocated()
	}
}

// largeList is the number of elements from which growing as append does it saves more by
// clearing less than it wastes by rounding up.
const largeList = 1 << 17

// move gives the elements a new array of that size.
func (l *List) move(size int) {
	elems := room(size)[:len(l.elems)]
	copy(elems, l.elems)
	l.elems = elems
	l.relocated()
}

// relocated notes that the elements have a new array.
func (l *List) relocated() {
	l.flags = 0
	if l.aux != nil {
		l.aux.moved()
	}
}

// SetAt replaces element i, its name stays; it panics like a slice when i is outside.
func (l *List) SetAt(i int, v Value) {
	if l.aux != nil {
		l.replacing(i)
	}
	l.elems[i] = v
}

// Push adds an element without a name.
func (l *List) Push(v Value) {
	if l.aux != nil {
		l.aux.grown()
	}
	if l.names != nil {
		l.reshape()
	}
	if len(l.elems) == cap(l.elems) {
		l.grow(1)
	}
	n := len(l.elems)
	l.elems = l.elems[:n+1]
	l.elems[n] = v
}

// Append adds elements without names.
func (l *List) Append(vs ...Value) {
	l.touch()
	if len(vs) == 0 {
		return
	}
	l.reshape()
	l.grow(len(vs))
	l.elems = append(l.elems, vs...)
}

// Pad adds nulls until the list has n elements.
func (l *List) Pad(n int) {
	add := n - len(l.elems)
	if add <= 0 {
		return
	}
	l.touch()
	l.reshape()
	l.grow(add)
	for ; add > 0; add-- {
		l.elems = append(l.elems, Null())
	}
}

// Put replaces the element with that name, or adds one at the end.
func (l *List) Put(name string, v Value) {
	if i := l.Find(name); i >= 0 {
		l.SetAt(i, v)
		return
	}
	l.addNamed(NewText(name), v)
}

// PutText is Put with the name as a string object, which the list keeps.
func (l *List) PutText(name *Text, v Value) {
	if i := l.FindText(name); i >= 0 {
		l.SetAt(i, v)
		return
	}
	l.addNamed(name, v)
}

func (l *List) addNamed(name *Text, v Value) {
	l.named(name)
	l.Push(v)
	l.ownNames().set(len(l.elems)-1, name)
}

// Insert puts v before element i (0 <= i <= Len()); names move with their elements.
func (l *List) Insert(i int, v Value) {
	l.touch()
	l.grow(1)
	n := len(l.elems)
	l.elems = l.elems[:n+1]
	copy(l.elems[i+1:], l.elems[i:n])
	l.elems[i] = v
	if l.names != nil {
		l.ownNames().insert(i)
	}
}

// Remove takes element i out and returns it; names move with their elements.
func (l *List) Remove(i int) Value {
	l.touch()
	v := l.elems[i]
	if n := len(l.elems) - 1; i == 0 && n >= queueFrom {
		l.takeFirst()
	} else {
		copy(l.elems[i:], l.elems[i+1:])
		l.elems[n] = Null()
		l.elems = l.elems[:n]
		l.shrink()
	}
	if l.names != nil {
		if !l.names.visible && i >= len(l.names.slots) {
			return v
		}
		l.ownNames().remove(i)
		l.dropEmptyNames()
	}
	return v
}

// queueFrom is the size from which the first element is taken out without moving the
// others, so that a list serves as a queue.
const queueFrom = 32

// takeFirst drops the first element. The array then begins with unused space; flags keeps
// its size when that began, as the number of bits, so that the elements can move to a new
// one when they use less than about a quarter.
func (l *List) takeFirst() {
	if l.flags == 0 {
		l.flags = uint8(bits.Len(uint(cap(l.elems))))
	}
	l.elems[0] = Null()
	l.elems = l.elems[1:]
	if len(l.elems) < 1<<l.flags/8 {
		l.move(len(l.elems))
	}
}

// shrinkAbove is the capacity from which a list that is mostly empty gives memory back.
const shrinkAbove = 1024

// shrink halves the capacity when less than a quarter of it is used, so that growing and
// shrinking stay amortised constant.
func (l *List) shrink() {
	if c := cap(l.elems); c > shrinkAbove && len(l.elems) < c/4 {
		l.move(c / 2)
	}
}

// Pop takes the last element out and returns it, null from an empty list.
func (l *List) Pop() Value {
	if len(l.elems) == 0 {
		return Null()
	}
	return l.Remove(len(l.elems) - 1)
}

// Clear removes all elements and names.
func (l *List) Clear() {
	l.touch()
	l.elems = nil
	l.flags = 0
	l.names = nil
}

// Truncate keeps the first n elements.
func (l *List) Truncate(n int) {
	if n >= len(l.elems) {
		return
	}
	l.touch()
	for i := n; i < len(l.elems); i++ {
		l.elems[i] = Null()
	}
	l.elems = l.elems[:n]
	l.shrink()
	if l.names != nil {
		l.ownNames().truncate(n)
		l.dropEmptyNames()
	}
}

// Reverse turns the order of the values around; names stay where they are.
func (l *List) Reverse() {
	l.touch()
	slices.Reverse(l.elems)
}

// SetName gives element i the name, or takes its name away if name is nil. An element
// that had the name loses it. Visible sharing of the name table ends in any case.
func (l *List) SetName(i int, name *Text) {
	l.touch()
	if name == nil && l.names == nil {
		return
	}
	t := l.ownNames()
	if name != nil {
		l.named(name)
		if at := t.find(name.s); at >= 0 && at != i {
			t.set(at, nil)
		}
	}
	t.set(i, name)
	l.dropEmptyNames()
}

// AppendFrom adds element i of m at the end with its name; an element of l with the same
// name is replaced instead.
func (l *List) AppendFrom(m *List, i int) {
	v := m.elems[i]
	if name := m.names.at(i); name != nil {
		l.PutText(name, v)
		return
	}
	l.Push(v)
}

// ShareNames makes l use the name table of owner, visibly, and pads l with null or cuts
// it to owner's size; without names in owner, l loses its own and keeps its elements.
func (l *List) ShareNames(owner *List) {
	l.touch()
	l.named(nil)
	if owner.names == nil {
		l.names = nil
		return
	}
	l.names = nil
	l.Pad(len(owner.elems))
	l.Truncate(len(owner.elems))
	l.names = owner.visibleNames()
}

// visibleNames returns the name table of l as one whose sharing is visible, nil if l has
// no names.
func (l *List) visibleNames() *Names {
	t := l.names
	switch {
	case t == nil || t.visible: // perhaps shared with other sessions: do not write to it
	case t.frozen: // others share it invisibly: an identity of its own
		t = &Names{slots: t.slots, index: t.index, named: t.named, frozen: true, visible: true}
		l.names = t
	default:
		t.freeze()
		t.visible = true
	}
	return t
}

// Copy returns a list with the same elements and, visibly shared, the same names: what
// clone makes of one list.
func (l *List) Copy() *List {
	c := &List{header: header{kind: KindList, source: l.source, count: l.count}, names: l.visibleNames()}
	if len(l.elems) > 0 {
		c.elems = append(room(len(l.elems)), l.elems...)
	}
	return c
}

// Sublist returns a list of the elements from (inclusive) to to (exclusive) with their
// names; 0 <= from <= to <= Len().
func (l *List) Sublist(from, to int) *List {
	s := &List{header: header{kind: KindList}}
	if from == to {
		return s
	}
	s.elems = append(MakeSlice(to - from)[:0], l.elems[from:to]...)
	if from < l.names.width() {
		s.names = l.names.slice(from, to)
		s.dropEmptyNames()
	}
	return s
}
