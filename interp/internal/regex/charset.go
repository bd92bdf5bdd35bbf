package regex

import (
	"slices"
	"unicode"
	"unicode/utf8"
)

// symbolRange is an inclusive range of symbols.
type symbolRange struct{ lo, hi symbol }

// A charSet is an immutable set of symbols: sorted ranges that neither overlap nor touch, with a bit
// map of the ASCII part. Safe for concurrent use.
type charSet struct {
	ranges []symbolRange
	ascii  [4]uint32
}

// newSet makes a set of ranges in any order; it keeps and reorders the slice.
func newSet(ranges []symbolRange) *charSet {
	slices.SortFunc(ranges, func(a, b symbolRange) int { return int(a.lo) - int(b.lo) })
	merged := ranges[:0]
	for _, r := range ranges {
		if n := len(merged); n > 0 && r.lo <= merged[n-1].hi+1 {
			merged[n-1].hi = max(merged[n-1].hi, r.hi)
			continue
		}
		merged = append(merged, r)
	}
	set := &charSet{ranges: merged}
	for _, r := range merged {
		for c := r.lo; c <= r.hi && c < utf8.RuneSelf; c++ {
			set.ascii[c>>5] |= 1 << (c & 31)
		}
	}
	return set
}

// setOf makes a set of pairs lo, hi, lo, hi …
func setOf(pairs ...symbol) *charSet {
	ranges := make([]symbolRange, 0, len(pairs)/2)
	for i := 0; i+1 < len(pairs); i += 2 {
		ranges = append(ranges, symbolRange{pairs[i], pairs[i+1]})
	}
	return newSet(ranges)
}

// setOfTables makes the union of Unicode range tables.
func setOfTables(tables ...*unicode.RangeTable) *charSet {
	var ranges []symbolRange
	add := func(lo, hi, stride symbol) {
		if stride == 1 {
			ranges = append(ranges, symbolRange{lo, hi})
			return
		}
		for c := lo; c <= hi; c += stride {
			ranges = append(ranges, symbolRange{c, c})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(symbol(r.Lo), symbol(r.Hi), symbol(r.Stride))
		}
		for _, r := range t.R32 {
			add(symbol(r.Lo), symbol(r.Hi), symbol(r.Stride))
		}
	}
	return newSet(ranges)
}

// has tells whether the set contains r.
func (set *charSet) has(r symbol) bool {
	if r < utf8.RuneSelf {
		return set.ascii[r>>5]&(1<<(r&31)) != 0
	}
	lo, hi := 0, len(set.ranges)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch m := &set.ranges[mid]; {
		case r < m.lo:
			hi = mid
		case r > m.hi:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

// matchAt returns the size of the symbol at offset i of s if the set contains it, else 0.
func (set *charSet) matchAt(s string, i int) int {
	if i >= len(s) {
		return 0
	}
	if c := s[i]; c < utf8.RuneSelf {
		if set.ascii[c>>5]&(1<<(c&31)) != 0 {
			return 1
		}
		return 0
	}
	r, size := decode(s, i)
	if set.has(r) {
		return size
	}
	return 0
}

// negate is the set of all other symbols, raw bytes included.
func (set *charSet) negate() *charSet {
	ranges := make([]symbolRange, 0, len(set.ranges)+1)
	next := symbol(0)
	for _, r := range set.ranges {
		if r.lo > next {
			ranges = append(ranges, symbolRange{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= maxSymbol {
		ranges = append(ranges, symbolRange{next, maxSymbol})
	}
	return newSet(ranges)
}

// intersect is the set of the symbols of both.
func (set *charSet) intersect(other *charSet) *charSet {
	var ranges []symbolRange
	a, b := set.ranges, other.ranges
	for len(a) > 0 && len(b) > 0 {
		if lo, hi := max(a[0].lo, b[0].lo), min(a[0].hi, b[0].hi); lo <= hi {
			ranges = append(ranges, symbolRange{lo, hi})
		}
		if a[0].hi < b[0].hi {
			a = a[1:]
		} else {
			b = b[1:]
		}
	}
	return newSet(ranges)
}

// appendFolded appends the range lo–hi and, for the ASCII letters in it, the letters of the other case.
func appendFolded(ranges []symbolRange, lo, hi symbol) []symbolRange {
	const distance = 'a' - 'A'
	ranges = append(ranges, symbolRange{lo, hi})
	if l, h := max(lo, 'a'), min(hi, 'z'); l <= h {
		ranges = append(ranges, symbolRange{l - distance, h - distance})
	}
	if l, h := max(lo, 'A'), min(hi, 'Z'); l <= h {
		ranges = append(ranges, symbolRange{l + distance, h + distance})
	}
	return ranges
}

// A setTable collects the different sets of a program.
type setTable struct {
	sets  []*charSet
	index map[*charSet]int32
}

// add returns the index of a set in the table.
func (t *setTable) add(set *charSet) int32 {
	if i, ok := t.index[set]; ok {
		return i
	}
	if t.index == nil {
		t.index = map[*charSet]int32{}
	}
	i := int32(len(t.sets))
	t.sets = append(t.sets, set)
	t.index[set] = i
	return i
}
