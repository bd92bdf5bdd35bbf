package value

// Fill gives a list that is new and empty its elements and their names; it takes over
// both slices and the map. names[i] is the name of element i, nil for none; the slice may
// be shorter than elems. No name may occur twice. index, which may be nil, leads from each
// name to its position.
func (l *List) Fill(elems []Value, names []*Text, index map[string]int32) {
	l.touch()
	l.elems = elems
	t := &Names{slots: names, index: index}
	for _, name := range names {
		if name != nil {
			t.named++
		}
	}
	l.names = t
	l.dropEmptyNames()
}

// FillShape gives a list that is new and empty as many elements as the shape has
// positions, and the shape's names, without visible sharing. It takes over the slice.
func (l *List) FillShape(shape *Shape, elems []Value) {
	l.touch()
	l.elems = elems
	l.names = shape.names
}
