package regex

import "strings"

// class reads a class from its "[" on. Intersection binds weaker than union, negation weakest.
func (p *parser) class() (*charSet, error) {
	start := p.pos
	p.nesting++
	defer func() { p.nesting-- }()
	if p.nesting > maxNesting {
		return nil, p.failf(start, "classes nested more than %d deep", maxNesting)
	}
	p.pos++
	negated := p.skip("^")
	var result *charSet // of the operands of && before the current one
	var ranges []symbolRange
	some, empty := false, true // there was an operand; the current one is empty
	intersect := func() {
		if empty {
			return
		}
		set := newSet(ranges)
		if some {
			set = result.intersect(set)
		}
		result, ranges, some, empty = set, nil, true, true
	}
	for {
		if !p.more() {
			return nil, p.failf(start, `class without its "]"`)
		}
		if !p.quoted {
			if p.src[p.pos] == ']' && (some || !empty) {
				break
			}
			if p.skip("&&") {
				intersect()
				continue
			}
		}
		before := len(ranges)
		var err error
		if ranges, err = p.classItem(ranges); err != nil {
			return nil, err
		}
		empty = false
		if p.ranges += len(ranges) - before; p.ranges > maxRanges {
			return nil, p.failf(start, "classes with more than %d ranges", maxRanges)
		}
	}
	p.pos++
	intersect()
	if negated {
		return result.negate(), nil
	}
	return result, nil
}

// bracketName returns the end of a construct such as [:alpha:] at offset start of s, 0 if there is none.
func bracketName(s string, start int) int {
	if !strings.HasPrefix(s[start:], "[:") {
		return 0
	}
	end := start + 2
	for end < len(s) && (isNameByte(s[end], false) || s[end] == '^') {
		end++
	}
	if end == start+2 || !strings.HasPrefix(s[end:], ":]") {
		return 0
	}
	return end + 2
}

// classItem reads a nested class, a class escape, a character or a range.
func (p *parser) classItem(ranges []symbolRange) ([]symbolRange, error) {
	start := p.pos
	if !p.quoted {
		if end := bracketName(p.src, start); end > 0 {
			return nil, p.failf(start, `unsupported construct "%s", write \p{Alpha} and the like`, p.src[start:end])
		}
		if p.has("[") {
			set, err := p.class()
			if err != nil {
				return nil, err
			}
			return append(ranges, set.ranges...), nil
		}
		set, err := p.classEscape()
		if err != nil {
			return nil, err
		}
		if set != nil {
			return append(ranges, set.ranges...), nil
		}
	}
	lo, err := p.classSymbol()
	if err != nil {
		return nil, err
	}
	hi := lo
	if p.at('-') {
		dash := p.pos
		p.pos++
		// A "-" before the end of the class or before a nested class stands for itself.
		if !p.more() || !p.quoted && (p.has("]") || p.has("[")) {
			p.pos = dash
		} else {
			if hi, err = p.classSymbol(); err != nil {
				return nil, err
			}
			if hi < lo || (lo >= firstRaw) != (hi >= firstRaw) {
				return nil, p.failf(start, "range %s with its ends in the wrong order", p.src[start:p.pos])
			}
		}
	}
	if p.flags.ignoreCase {
		return appendFolded(ranges, lo, hi), nil
	}
	return append(ranges, symbolRange{lo, hi}), nil
}

// classSymbol reads one character of a class.
func (p *parser) classSymbol() (symbol, error) {
	if p.quoted || p.src[p.pos] != '\\' {
		return p.take(), nil
	}
	start := p.pos
	if set, err := p.classEscape(); set != nil || err != nil {
		if err == nil {
			err = p.failf(start, "range that ends with the class %s", p.src[start:p.pos])
		}
		return 0, err
	}
	if start+1 < len(p.src) && '1' <= p.src[start+1] && p.src[start+1] <= '9' {
		return 0, p.failf(start, `back reference \%c in a class`, p.src[start+1])
	}
	return p.escapedSymbol()
}

// classEscape reads \d, \p{…} and the like; if the next thing is none of them it reads nothing and gives nil.
func (p *parser) classEscape() (*charSet, error) {
	start := p.pos
	if start+1 >= len(p.src) || p.src[start] != '\\' {
		return nil, nil
	}
	c := p.src[start+1]
	var set *charSet
	switch lower(c) {
	case 'd':
		set = digitSet
	case 'w':
		set = wordSet
	case 's':
		set = spaceSet
	case 'h':
		set = horizontalSet
	case 'v':
		set = verticalSet
	case 'p':
		p.pos += 2
		return p.property(start)
	default:
		return nil, nil
	}
	p.pos += 2
	if c < 'a' {
		return oppositeSets[set], nil
	}
	return set, nil
}

// The fixed sets; like all sets they never change.
var (
	anySet        = setOf(0, maxSymbol)
	dotSet        = setOf('\n', '\n', '\r', '\r', 0x85, 0x85, 0x2028, 0x2029).negate()
	digitSet      = setOf('0', '9')
	wordSet       = setOf('0', '9', 'A', 'Z', '_', '_', 'a', 'z')
	spaceSet      = setOf('\t', '\r', ' ', ' ')
	verticalSet   = setOf('\n', '\r', 0x85, 0x85, 0x2028, 0x2029)
	horizontalSet = setOf('\t', '\t', ' ', ' ', 0xa0, 0xa0, 0x1680, 0x1680, 0x180e, 0x180e,
		0x2000, 0x200a, 0x202f, 0x202f, 0x205f, 0x205f, 0x3000, 0x3000)
)

var oppositeSets = map[*charSet]*charSet{
	digitSet: digitSet.negate(), wordSet: wordSet.negate(), spaceSet: spaceSet.negate(),
	verticalSet: verticalSet.negate(), horizontalSet: horizontalSet.negate(),
}
