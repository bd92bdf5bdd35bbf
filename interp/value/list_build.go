package value

// This file makes lists at one go. Its methods are for lists that nobody else has seen
// elements of yet.

// Fill gives an empty list its elements; it takes over the slice.
func (l *List) Fill(elems []Value) {
	l.touch()
	l.elems = elems
}

// NameAll gives the elements of a list without names their names; it takes over the slice
// and the map. names[i] is the name of element i, nil for none; the slice may be shorter
// than the list. No name may occur twice. index, which may be nil, leads from each name to
// its position.
func (l *List) NameAll(names []*Text, index map[string]int32) {
	l.touch()
	t := &Names{slots: names, index: index}
	for _, name := range names {
		if name != nil {
			t.named++
		}
	}
	l.names = t
	l.dropEmptyNames()
}

// NameByShape gives a list without names, with as many elements as the shape has
// positions, the names of the shape, without visible sharing.
func (l *List) NameByShape(shape *Shape) {
	l.touch()
	l.names = shape.names
}

// Lists that are made whole lie in one piece of memory with their elements, if these are
// few.
type (
	listOf1 struct {
		List
		e [1]Value
	}
	listOf2 struct {
		List
		e [2]Value
	}
	listOf3 struct {
		List
		e [3]Value
	}
	listOf4 struct {
		List
		e [4]Value
	}
	listOf5 struct {
		List
		e [5]Value
	}
	listOf6 struct {
		List
		e [6]Value
	}
)

// CopyOf returns a list without names of copies of these elements, with room for no more.
func CopyOf(elems []Value) *List {
	var l *List
	switch len(elems) {
	case 0:
		return NewList(0)
	case 1:
		x := &listOf1{e: [1]Value(elems)}
		l, elems = &x.List, x.e[:]
	case 2:
		x := &listOf2{e: [2]Value(elems)}
		l, elems = &x.List, x.e[:]
	case 3:
		x := &listOf3{e: [3]Value(elems)}
		l, elems = &x.List, x.e[:]
	case 4:
		x := &listOf4{e: [4]Value(elems)}
		l, elems = &x.List, x.e[:]
	case 5:
		x := &listOf5{e: [5]Value(elems)}
		l, elems = &x.List, x.e[:]
	case 6:
		x := &listOf6{e: [6]Value(elems)}
		l, elems = &x.List, x.e[:]
	default:
		l, elems = new(List), append([]Value(nil), elems...)
	}
	l.kind = KindList
	l.elems = elems
	return l
}
