package regex

import "strings"

// A prefilter finds the positions where a match can begin. Immutable.
type prefilter struct {
	literal string     // every match begins with this text, unless it is empty
	bytes   *[256]bool // every match begins with one of these bytes, unless nil
	atBegin bool       // every match begins at the beginning of the text
}

func newPrefilter(n *node) prefilter {
	f := prefilter{atBegin: n.startsAtBegin()}
	f.literal, _ = n.literalPrefix()
	if first := n.first(openSet); f.literal == "" && !first.open {
		f.bytes = new([256]bool)
		for c := range f.bytes {
			f.bytes[c] = first.has(byte(c))
		}
	}
	return f
}

// admits tells whether a match could begin at offset i of s; it looks at one byte only.
func (f *prefilter) admits(s string, i int) bool {
	switch {
	case f.atBegin:
		return i == 0
	case f.literal != "":
		return i < len(s) && s[i] == f.literal[0]
	case f.bytes != nil:
		return i < len(s) && f.bytes[s[i]]
	}
	return true
}

// chunk is the number of bytes that are searched for a literal between two counts of work.
const chunk = 1 << 17

// next returns the first position from on where a match can begin, -1 if there is none. The position from
// lies between two symbols, and so does the result.
func (f *prefilter) next(s string, from int, p *pace) (int, error) {
	switch {
	case f.atBegin && from > 0:
		return -1, nil
	case f.literal != "":
		return indexLiteral(s, f.literal, from, p)
	case f.bytes == nil:
		return from, nil
	}
	for start := from; from < len(s); {
		if f.bytes[s[from]] {
			return from, p.spend((from - start) >> 3)
		}
		from += sizeAt(s, from)
		if from-start >= tickEvery {
			if err := p.spend(tickEvery >> 3); err != nil {
				return -1, err
			}
			start = from
		}
	}
	return -1, nil
}

// indexLiteral finds literal in s from offset from on.
func indexLiteral(s, literal string, from int, p *pace) (int, error) {
	for {
		end := min(len(s), from+chunk+len(literal)-1)
		if i := strings.Index(s[from:end], literal); i >= 0 {
			return from + i, p.spend(1 + i>>5)
		}
		if end == len(s) {
			return -1, nil
		}
		from = end - len(literal) + 1
		if err := p.spend((chunk + len(literal)) >> 5); err != nil {
			return -1, err
		}
	}
}
