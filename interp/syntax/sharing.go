package syntax

import "github.com/bpl-lang/bpl/interp/value"

// sharing tells which lists need an identifier when they are printed: those that are met
// again, and the first owners of name tables that are met again.
type sharing struct {
	ids    map[*value.List]int // 0 while the identifier was not needed
	owners map[*value.Names]*value.List
	last   int
}

// findShared walks over a list in printing order. It returns nil if nothing is shared.
func findShared(root *value.List, g *gauge) (*sharing, error) {
	if !hasLists(root) {
		return nil, g.step(0)
	}
	var (
		s    sharing
		seen listSet
		open []place
	)
	meet := func(l *value.List) (again bool) {
		if !seen.add(l) {
			s.share(l)
			return true
		}
		if t := l.Names(); t.Visible() {
			s.meetNames(t, l)
		}
		return false
	}
	meet(root)
	open = append(open, place{list: root})
	for len(open) > 0 {
		top := &open[len(open)-1]
		elems := top.list.Elements()
		i := top.next
		for i < len(elems) && !elems[i].IsList() {
			i++
		}
		g.elements += i - top.next
		top.next = i + 1
		if i >= len(elems) {
			open = open[:len(open)-1]
			continue
		}
		if err := g.step(0); err != nil {
			return nil, err
		}
		if l := elems[i].List(); !meet(l) && l.Len() > 0 {
			open = append(open, place{list: l})
		}
	}
	if s.ids == nil {
		return nil, nil
	}
	return &s, nil
}

func hasLists(l *value.List) bool {
	for _, v := range l.Elements() {
		if v.IsList() {
			return true
		}
	}
	return false
}

// share notes that a list needs an identifier.
func (s *sharing) share(l *value.List) {
	if s.ids == nil {
		s.ids = make(map[*value.List]int)
	}
	s.ids[l] = 0
}

// meetNames notes that l has a name table whose sharing is visible.
func (s *sharing) meetNames(t *value.Names, l *value.List) {
	if s.owners == nil {
		s.owners = make(map[*value.Names]*value.List)
	}
	if owner, ok := s.owners[t]; ok {
		s.share(owner)
		return
	}
	s.owners[t] = l
}

// printed returns the identifier of a list that was printed before, else 0.
func (s *sharing) printed(l *value.List) int { return s.ids[l] }

// identify returns the identifier of a list, the next one if it has none yet.
func (s *sharing) identify(l *value.List) int {
	if s.ids[l] == 0 {
		s.last++
		s.ids[l] = s.last
	}
	return s.ids[l]
}

// appendTag appends the tag that follows the opening parenthesis of a list, if any.
func (s *sharing) appendTag(dst []byte, l *value.List) []byte {
	_, own := s.ids[l]
	var owner *value.List
	if t := l.Names(); t.Visible() {
		if first := s.owners[t]; first != l {
			owner = first
		}
	}
	if !own && owner == nil {
		return dst
	}
	dst = append(dst, "<#"...)
	if own {
		dst = appendInt(dst, int64(s.identify(l)))
	}
	if owner != nil {
		dst = append(dst, ':')
		dst = appendInt(dst, int64(s.identify(owner)))
	}
	return append(dst, '>')
}
