package value

import (
	"iter"
	"unsafe"
)

// A List is the list of the language: a mutable sequence whose elements may have names,
// unique in the list. Host and script share the same object. It is not safe for
// concurrent use: look at it only while holding the lock of its session.
//
// All changes go through the methods of list_change.go, which keep names, compiled code
// and sharing right.
type List struct {
	header
	elems []Value
	names *Names
	aux   *Aux
}

// Aux is what few lists need: the compiled code of this list, the codes that depend on
// its elements, its monitor. The evaluator owns the contents of Code and Monitor; a change
// of the list leaves Code, which remembers how often that happened, and makes what was
// compiled from the list stale.
type Aux struct {
	Code      any
	Monitor   any
	Owner     any // the evaluator's mark of the session that read the list or gave it out
	Exception any // what a handler was given as this list, so that throwing it again keeps all
	deps      []*Validity
	watched   []*Validity // by element, nil for those that nobody watches
	places    *Validity   // of the places of all elements and names; nil if nobody asked
	absences  map[string]*Validity
	shared    bool // others read the elements: the first change makes a copy
}

// A Validity tells whether compiled code still says what its lists say.
type Validity struct{ stale bool }

// Invalidate makes the code stale, as a change of one of its lists does.
func (v *Validity) Invalidate() { v.stale = true }

// Valid reports whether no list that the code was made from has changed since.
func (v *Validity) Valid() bool { return !v.stale }

// NewList returns a list of n nulls.
func NewList(n int) *List {
	l := &List{header: header{kind: KindList}}
	if n > 0 {
		l.elems = MakeSlice(n)
	}
	return l
}

// NewListCap returns an empty list with room for n elements.
func NewListCap(n int) *List {
	l := &List{header: header{kind: KindList}}
	if n > 0 {
		l.elems = room(n)
	}
	return l
}

// ListOf returns a list without names that takes over the slice elems.
func ListOf(elems []Value) *List {
	return &List{header: header{kind: KindList}, elems: elems}
}

// ListSharing returns a list without names of elements that others read too, and may add
// to behind them, but not change. The list copies them when it is changed.
func ListSharing(elems []Value) *List {
	l := &List{header: header{kind: KindList}, elems: elems[:len(elems):len(elems)]}
	l.aux = &Aux{shared: len(elems) > 0}
	return l
}

// ListOfShape returns a list that takes over elems and has the names of the shape.
func ListOfShape(shape *Shape, elems []Value) *List {
	l := &List{header: header{kind: KindList}, elems: elems, names: shape.names}
	if t := shape.names; t != nil && (t.named == 0 || len(t.slots) > len(elems)) {
		l.names = nil
		if t.named > 0 {
			l.names = t.copy()
			l.names.truncate(len(elems))
			l.dropEmptyNames()
		}
	}
	return l
}

// FromList returns l as a value.
func FromList(l *List) Value { return Value{p: unsafe.Pointer(l)} }

// Value returns l as a value.
func (l *List) Value() Value { return Value{p: unsafe.Pointer(l)} }

// IsList reports whether v is a list.
func (v Value) IsList() bool { return v.Kind() == KindList }

// List returns the list object of v, or nil if v is no list.
func (v Value) List() *List {
	if v.Kind() != KindList {
		return nil
	}
	return (*List)(v.p)
}

// IsThe reports whether v is this very list.
func (v Value) IsThe(l *List) bool { return v.p == unsafe.Pointer(l) }

// AsList returns the list, and whether v is one.
func (v Value) AsList() (*List, bool) {
	l := v.List()
	return l, l != nil
}

// Len returns the number of elements.
func (l *List) Len() int { return len(l.elems) }

// At returns element i; it panics like a slice when i is outside.
func (l *List) At(i int) Value { return l.elems[i] }

// Elements returns the elements for reading. The slice is the list's own: it must not be
// changed, and holds only until the list changes.
func (l *List) Elements() []Value { return l.elems }

// Name returns the name of element i, "" if it has none (or has the empty name).
func (l *List) Name(i int) string {
	if t := l.names.at(i); t != nil {
		return t.s
	}
	return ""
}

// NameText returns the name of element i as a string object, nil if it has none.
func (l *List) NameText(i int) *Text { return l.names.at(i) }

// Names returns the name table, nil if no element is named. Two lists share their table
// if these are the same and Visible.
func (l *List) Names() *Names { return l.names }

// Named reports whether any element has a name.
func (l *List) Named() bool { return l.names != nil }

// AllNamed reports whether the list is not empty and every element has a name.
func (l *List) AllNamed() bool {
	return l.names != nil && l.names.named == len(l.elems)
}

// Find returns the position of the element with that name, or -1.
func (l *List) Find(name string) int {
	if l.names == nil {
		return -1
	}
	return l.names.find(name)
}

// FindText is Find with the name as a string object.
func (l *List) FindText(name *Text) int {
	if l.names == nil {
		return -1
	}
	return l.names.findText(name, name.s)
}

// Get returns the element with that name, and whether there is one; null if not.
func (l *List) Get(name string) (Value, bool) {
	if i := l.Find(name); i >= 0 {
		return l.elems[i], true
	}
	return Null(), false
}

// All iterates over names ("" for none) and elements, by index, looking at the length
// again before each element.
func (l *List) All() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		for i := 0; i < len(l.elems); i++ {
			if !yield(l.Name(i), l.elems[i]) {
				return
			}
		}
	}
}

// Aux returns the extra data of the list, nil if it has none.
func (l *List) Aux() *Aux { return l.aux }

// MakeAux returns the extra data of the list, made if it has none.
func (l *List) MakeAux() *Aux {
	if l.aux == nil {
		l.aux = new(Aux)
	}
	return l.aux
}

// DependOn records that the code of v was made from the elements of the list: the next
// change of the list makes v stale.
func (l *List) DependOn(v *Validity) {
	a := l.MakeAux()
	if n := len(a.deps); n > 0 && a.deps[n-1] == v {
		return
	}
	kept := a.deps[:0] // stale ones need no further word
	for _, d := range a.deps {
		if !d.stale {
			kept = append(kept, d)
		}
	}
	a.deps = append(kept, v)
}

// Watch returns a Validity that holds as long as element i and its name are what they are
// now: for code that relies on the value of a variable.
func (l *List) Watch(i int) *Validity {
	a := l.MakeAux()
	for len(a.watched) <= i {
		a.watched = append(a.watched, nil)
	}
	if a.watched[i] == nil {
		a.watched[i] = new(Validity)
	}
	return a.watched[i]
}

// Place returns where element i is kept, and a Validity that holds as long as every
// element and name stays at its place. Meanwhile the element may be read there; it is
// assigned by SetAt, or there while Quiet holds.
func (l *List) Place(i int) (*Value, *Validity) {
	a := l.MakeAux()
	if a.places == nil {
		a.places = new(Validity)
	}
	return &l.elems[i], a.places
}

// Absence returns a Validity that holds until an element of that name, which the list does
// not have, is there.
func (l *List) Absence(name string) *Validity {
	a := l.MakeAux()
	if v := a.absences[name]; v != nil {
		return v
	}
	if a.absences == nil {
		a.absences = map[string]*Validity{}
	}
	v := new(Validity)
	a.absences[name] = v
	return v
}

// Quiet reports whether no code relies on the value of element i.
func (a *Aux) Quiet(i int) bool {
	return len(a.deps) == 0 && (i >= len(a.watched) || a.watched[i] == nil)
}

// HasNameAt reports whether element i has the very name object t: the check of a
// remembered position. It answers false where the name has moved or gone, and for nil.
func (l *List) HasNameAt(i int, t *Text) bool {
	n := l.names
	return n != nil && uint(i) < uint(len(n.slots)) && n.slots[i] == t && t != nil
}
