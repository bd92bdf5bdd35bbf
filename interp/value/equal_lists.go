package value

import "math/rand/v2"

// Equality of lists is structural: two lists are equal if the trees that they unfold to
// are, however large or endless these are. The walk over pairs of lists keeps its own
// stack and begins as a plain walk over the trees, which is all that small data needs and
// allocates nothing. Data with much sharing or cycles would keep such a walk busy for
// ever, so after some hundred pairs it takes turns with a walk that unites lists found (or
// assumed) equal in classes: pairs within a class need no second look. Short random
// stretches of the one between the other bound the work by the number of lists, and spare
// most of the bookkeeping where nothing is shared (Adams and Dybvig, "Efficient
// nondestructive equality checking for trees and graphs", 2008).
type comparison struct {
	meter
	names   bool     // names count
	left    int      // pairs until the next turn; see known
	classes *classes // lists united so far; nil while unused
	united  bool     // a class stood in for a pair that was not compared itself
	zeros   zeroPairs
	pairs   map[listPair]struct{} // not nil: the exact walk
}

// zeroPairs tells whether a whole 0 was found equal to 0.0 and to -0.0. These two are not
// equal to each other, the one place where = is not transitive.
type zeroPairs struct{ plus, minus bool }

type listPair struct{ a, b *List }

const (
	treePairs  = 400 // pairs of the first turn on trees, mean of the later ones
	classPairs = 40  // pairs of a turn on classes that meets nothing known
)

func sameLists(a, b *List, names bool, tick Tick) bool {
	if a == b {
		return true
	}
	c := comparison{meter: meter{tick: tick}, names: names, left: treePairs}
	if !c.walk(a, b) {
		return false
	}
	if c.united && c.zeros.plus && c.zeros.minus {
		// Classes need a transitive relation: where zeros of all three kinds are about,
		// look at every pair itself. What walk refused above is refused in any case.
		c = comparison{meter: c.meter, names: names, pairs: map[listPair]struct{}{}}
		return c.walk(a, b)
	}
	return true
}

// step is a pair of lists whose elements before next are equal.
type step struct {
	a, b *List
	next int
}

func (c *comparison) walk(a, b *List) bool {
	var room [8]step
	stack := append(room[:0], step{a: a, b: b})
	if !c.sameShape(a, b) {
		return false
	}
	c.known(a, b) // it is not yet, but what comes may lead back to it
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		a, b, equal := c.advance(top)
		switch {
		case !equal:
			return false
		case a == nil:
			stack = stack[:len(stack)-1]
		case !c.sameShape(a, b):
			return false
		case c.known(a, b):
		case top.next == len(top.a.elems): // the last element needs no step below it
			*top = step{a: a, b: b}
		default:
			stack = append(stack, step{a: a, b: b})
		}
	}
	return true
}

// advance compares elements up to the next pair of different list objects, which it
// returns, or to the end.
func (c *comparison) advance(s *step) (a, b *List, equal bool) {
	for s.next < len(s.a.elems) {
		from := s.next
		to := min(len(s.a.elems), from+tickEvery)
		for i := from; i < to; i++ {
			v, w := s.a.elems[i], s.b.elems[i]
			if v.Identical(w) {
				continue
			}
			if v.IsList() && w.IsList() {
				s.next = i + 1
				c.add(s.next - from)
				return (*List)(v.p), (*List)(w.p), true
			}
			if !sameLeaf(v, w) {
				return nil, nil, false
			}
			c.zeros.see(v, w)
		}
		s.next = to
		c.add(to - from)
	}
	return nil, nil, true
}

// see notes zeros of different subtypes that were found equal.
func (z *zeroPairs) see(v, w Value) {
	if !v.IsNumber() || v.IsDouble() == w.IsDouble() || v.Truth() {
		return
	}
	if w.IsDouble() {
		v = w
	}
	if v.n == 0 {
		z.plus = true
	} else {
		z.minus = true
	}
}

// sameShape reports whether the sizes agree and, where they count, the names.
func (c *comparison) sameShape(a, b *List) bool {
	if len(a.elems) != len(b.elems) {
		return false
	}
	if !c.names || a.names == b.names {
		return true
	}
	n := max(a.names.width(), b.names.width())
	for i := range n {
		s, t := a.names.at(i), b.names.at(i)
		if s != t && (s == nil || t == nil || s.s != t.s) {
			return false
		}
		c.add(1)
	}
	return true
}

// known reports whether the pair needs no comparison of its elements, since it was
// compared before or is being compared. While it counts left down to 0 the walk is one
// over trees and nothing is known; from there to -classPairs pairs are looked up in
// classes, and each success prolongs this turn.
func (c *comparison) known(a, b *List) bool {
	if c.pairs != nil {
		p := listPair{a, b}
		if _, ok := c.pairs[p]; ok {
			return true
		}
		c.pairs[p] = struct{}{}
		return false
	}
	c.left--
	if c.left >= 0 {
		return false
	}
	if c.left < -classPairs {
		c.left = rand.IntN(2 * treePairs)
		return false
	}
	if c.classes == nil {
		c.classes = &classes{ids: map[*List]int32{}}
	}
	if c.classes.unite(a, b) {
		c.united = true
		c.left = 0
		return true
	}
	return false
}

// classes are disjoint sets of lists.
type classes struct {
	ids  map[*List]int32
	link []int32 // of a representative: minus the size of its class; else the next towards it
}

// unite joins the classes of a and b and reports whether they were one before.
func (c *classes) unite(a, b *List) bool {
	i, j := c.find(a), c.find(b)
	if i == j {
		return true
	}
	if c.link[i] > c.link[j] { // i is the larger class
		i, j = j, i
	}
	c.link[i] += c.link[j]
	c.link[j] = i
	return false
}

// find returns the representative of the class of l.
func (c *classes) find(l *List) int32 {
	i, ok := c.ids[l]
	if !ok {
		i = int32(len(c.link))
		c.ids[l] = i
		c.link = append(c.link, -1)
		return i
	}
	for c.link[i] >= 0 {
		if up := c.link[i]; c.link[up] >= 0 { // halve the way for the next time
			c.link[i] = c.link[up]
		}
		i = c.link[i]
	}
	return i
}
