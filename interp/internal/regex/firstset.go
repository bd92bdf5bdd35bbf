package regex

import "unicode/utf8"

// A firstSet says which bytes may stand at a position if a part of a pattern is to match there. With
// open set any byte may, and the end of the text. It may be too large, never too small.
type firstSet struct {
	bits [4]uint64
	open bool
}

// openSet admits everything.
var openSet = firstSet{open: true}

func (f *firstSet) add(c byte) { f.bits[c>>6] |= 1 << (c & 63) }

func (f *firstSet) has(c byte) bool { return f.open || f.bits[c>>6]&(1<<(c&63)) != 0 }

func (f firstSet) union(g firstSet) firstSet {
	for i := range f.bits {
		f.bits[i] |= g.bits[i]
	}
	f.open = f.open || g.open
	return f
}

func (f firstSet) intersect(g firstSet) firstSet {
	switch {
	case f.open:
		return g
	case g.open:
		return f
	}
	for i := range f.bits {
		f.bits[i] &= g.bits[i]
	}
	return f
}

// firstBytes is the set of the first bytes of the symbols of the set.
func (set *charSet) firstBytes() firstSet {
	var f firstSet
	for _, r := range set.ranges {
		if r.lo < firstRaw {
			// The first byte never decreases from one code point to the next.
			lo, hi := firstByte(r.lo), firstByte(min(r.hi, utf8.MaxRune))
			for c := int(lo); c <= int(hi); c++ {
				f.add(byte(c))
			}
		}
		for c := max(r.lo, firstRaw); c <= r.hi; c++ {
			f.add(byte(c - firstRaw))
		}
	}
	return f
}

// first is the firstSet of n followed by something whose firstSet is next.
func (n *node) first(next firstSet) firstSet {
	switch n.kind {
	case nodeLiteral:
		var f firstSet
		f.add(firstByte(n.runes[0]))
		return f
	case nodeSet:
		return n.set.firstBytes()
	case nodeBackref:
		return openSet
	case nodeConcat:
		for i := len(n.subs) - 1; i >= 0; i-- {
			next = n.subs[i].first(next)
		}
		return next
	case nodeAlternate:
		var f firstSet
		for _, sub := range n.subs {
			f = f.union(sub.first(next))
		}
		return f
	case nodeCapture, nodeAtomic:
		return n.subs[0].first(next)
	case nodeRepeat:
		f := n.subs[0].first(next)
		if n.min == 0 {
			f = f.union(next)
		}
		return f
	case nodeLook:
		if !n.negative && !n.behind {
			return next.intersect(n.subs[0].first(openSet))
		}
	}
	return next // the empty pattern, assertions
}

// A choiceTable tells for the next byte (index 256: the end of the text) which of two ways can match.
type choiceTable [257]uint8

const (
	choiceFirst  = 1
	choiceSecond = 2
	choiceBoth   = choiceFirst | choiceSecond
)

// choiceAt is the entry of the table for the text s at offset i.
func (t *choiceTable) choiceAt(s string, i int) uint8 {
	if i < len(s) {
		return t[s[i]]
	}
	return t[256]
}

// maxTables bounds the choice tables of one program; decisions beyond it try both ways.
const maxTables = 4096

// tableSet collects the different choice tables of a program.
type tableSet struct {
	tables []*choiceTable
	index  map[[2]firstSet]int32
}

// add returns the index of the table that decides between two ways, -1 if a table would not help.
func (ts *tableSet) add(first, second firstSet) int32 {
	if first.open && second.open {
		return -1
	}
	key := [2]firstSet{first, second}
	if i, ok := ts.index[key]; ok {
		return i
	}
	if len(ts.tables) == maxTables {
		return -1
	}
	t := new(choiceTable)
	for c := range 256 {
		if first.has(byte(c)) {
			t[c] |= choiceFirst
		}
		if second.has(byte(c)) {
			t[c] |= choiceSecond
		}
	}
	if first.open {
		t[256] |= choiceFirst
	}
	if second.open {
		t[256] |= choiceSecond
	}
	if ts.index == nil {
		ts.index = map[[2]firstSet]int32{}
	}
	i := int32(len(ts.tables))
	ts.tables = append(ts.tables, t)
	ts.index[key] = i
	return i
}
