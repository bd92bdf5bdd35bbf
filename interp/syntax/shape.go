package syntax

import "github.com/bpl-lang/bpl/interp/value"

// shapes finds lists that have the same names at the same positions, so that data of many
// equal records has one name table. The first list keeps a table of its own until a
// second one comes.
type shapes map[uint64]*shapeEntry

type shapeEntry struct {
	first *value.List
	size  int
	shape *value.Shape
	texts []*value.Text
}

const (
	shapeUpTo = 64   // elements of a list
	maxShapes = 1024 // data with more kinds of records than that gains little
)

// mixShape continues the hash of the names of a list.
func mixShape(h uint64, position int, id uint32) uint64 {
	h ^= uint64(position)<<32 | uint64(id)
	h *= 0x9E3779B97F4A7C15
	return h ^ h>>29
}

// find returns the shape of a list of so many elements with these names, which may end
// before the last element, or nil.
func (s shapes) find(h uint64, names []*name, size int) *value.Shape {
	e := s[h]
	if e == nil || e.size != size {
		return nil
	}
	for i, n := range names {
		if (n == nil) != (e.texts[i] == nil) || n != nil && n.text != e.texts[i] {
			return nil
		}
	}
	for _, text := range e.texts[len(names):] {
		if text != nil {
			return nil
		}
	}
	if e.shape == nil {
		e.shape = value.ShapeOf(e.first)
	}
	return e.shape
}

// add remembers a list that is the first with its names.
func (s *shapes) add(h uint64, l *value.List) {
	if *s == nil {
		*s = make(shapes)
	}
	if len(*s) >= maxShapes || (*s)[h] != nil {
		return
	}
	e := &shapeEntry{first: l, size: l.Len(), texts: make([]*value.Text, l.Len())}
	for i := range e.texts {
		e.texts[i] = l.NameText(i)
	}
	(*s)[h] = e
}
