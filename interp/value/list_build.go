package value

// This file makes lists at one go. Its methods are for lists that nobody else has seen
// elements of yet.

// Fill gives an empty list its elements; it takes over the slice.
func (l *List) Fill(elems []Value) {
	l.touch()
	l.elems = elems
}

// NameAll gives the elements of a list without names their names; it takes over the slice.
// names[i] is the name of element i, nil for none; the slice may be shorter than the list.
// No name may occur twice.
func (l *List) NameAll(names []*Text) {
	l.touch()
	l.named(nil)
	t := &Names{slots: names}
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
	l.named(nil)
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
	l, room := MakeList(len(elems))
	copy(room, elems)
	return l
}

// MakeList returns a list of n elements and the elements themselves, for a caller who sets
// every one before anybody else sees the list: until then they are no proper values.
func MakeList(n int) (*List, []Value) {
	var l *List
	var elems []Value
	switch n {
	case 0:
		l = new(List)
	case 1:
		x := new(listOf1)
		l, elems = &x.List, x.e[:]
	case 2:
		x := new(listOf2)
		l, elems = &x.List, x.e[:]
	case 3:
		x := new(listOf3)
		l, elems = &x.List, x.e[:]
	case 4:
		x := new(listOf4)
		l, elems = &x.List, x.e[:]
	case 5:
		x := new(listOf5)
		l, elems = &x.List, x.e[:]
	case 6:
		x := new(listOf6)
		l, elems = &x.List, x.e[:]
	default:
		l, elems = new(List), MakeSlice(n)
	}
	l.kind = KindList
	l.elems = elems
	return l, elems
}
