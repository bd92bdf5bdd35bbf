package syntax

import "github.com/bpl-lang/bpl/interp/value"

// sharing tells which lists need an identifier when they are printed: those that are met
// again, and the first owners of name tables that are met again.
type sharing struct {
	ids    map[*value.List]int // 0 while the identifier was not needed
	owners map[*value.Names]*value.List
	last   int
}

// findShared walks over a list in printing order, if limit is not 0 over about as many
// elements. It returns nil if nothing is shared, and takes no memory for a list without
// lists in it.
func findShared(root *value.List, limit int, g *gauge) (*sharing, error) {
	var (
		s      sharing
		seen   listSet
		room   [8]place
		open   = append(room[:0], place{list: root})
		walked int
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
	for len(open) > 0 && (limit == 0 || walked <= limit) {
		top := &open[len(open)-1]
		elems := top.list.Elements()
		if top.next >= len(elems) {
			open = open[:len(open)-1]
			continue
		}
		i := top.next
		stop := min(len(elems), i+tickEvery)
		for i < stop && !elems[i].IsList() {
			i++
		}
		walked += i - top.next
		g.elements += i - top.next
		top.next = i
		if i == stop {
			if err := g.step(0); err != nil {
				return nil, err
			}
			continue
		}
		top.next++
		walked++
		if err := g.step(0); err != nil {
			return nil, err
		}
		if seen.used == 0 {
			meet(root)
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
