// Package chain has lists whose members carry their places themselves: joining
// and leaving allocates nothing, and takes the same time wherever a member stands.
package chain

import "iter"

// A List has its members in the order in which they joined. Its zero value is
// empty. It is not safe for concurrent use, and is not copied once it has members.
type List[T any] struct {
	first, last *Place[T]
	n           int
}

// A Place is where a member stands in a list. It is a field of the member, one for
// each list in which it may be at a time; its zero value is in none.
type Place[T any] struct {
	list           *List[T]
	before, behind *Place[T]
	member         *T
}

// Add adds a member behind all others, at a place of it that is in no list.
func (l *List[T]) Add(member *T, at *Place[T]) {
	*at = Place[T]{list: l, before: l.last, member: member}
	if l.last == nil {
		l.first = at
	} else {
		l.last.behind = at
	}
	l.last = at
	l.n++
}

// Leave takes the member at the place out of its list. It does nothing where it is
// in none.
func (p *Place[T]) Leave() {
	l := p.list
	if l == nil {
		return
	}
	if p.before == nil {
		l.first = p.behind
	} else {
		p.before.behind = p.behind
	}
	if p.behind == nil {
		l.last = p.before
	} else {
		p.behind.before = p.before
	}
	l.n--
	*p = Place[T]{}
}

// Len returns the number of members.
func (l *List[T]) Len() int { return l.n }

// First returns the first member, or nil.
func (l *List[T]) First() *T {
	if l.first == nil {
		return nil
	}
	return l.first.member
}

// Take returns the first member, or nil, and takes it out.
func (l *List[T]) Take() *T {
	first := l.First()
	if first != nil {
		l.first.Leave()
	}
	return first
}

// All returns the members in order. The one that is looked at may leave.
func (l *List[T]) All() iter.Seq[*T] {
	return func(yield func(*T) bool) {
		for p := l.first; p != nil; {
			behind := p.behind
			if !yield(p.member) {
				return
			}
			p = behind
		}
	}
}
