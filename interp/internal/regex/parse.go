package regex

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

const (
	maxPattern = 1 << 18 // bytes of a pattern
	maxNesting = 1000    // groups and classes inside each other
	maxCount   = 100_000 // the greatest count in {n,m}
	maxRanges  = 1 << 20 // ranges in all classes of a pattern
)

// flags are the settings that (?imsx) changes.
type flags struct{ ignoreCase, multiLine, dotAll, comments bool }

// A parser turns the text of a pattern into nodes.
type parser struct {
	src     string
	pos     int
	flags   flags
	quoted  bool // between \Q and \E
	nesting int
	ranges  int
	groups  []string         // names of the groups by number, "" if unnamed; [0] is the whole match
	numbers map[string]int32 // group numbers by name
	// farthest is the greatest group number that a back reference names, at offset farthestAt.
	farthest   int32
	farthestAt int
	properties map[propertyKey]*charSet
}

// parse reads a whole pattern.
func parse(pattern string) (*node, *parser, error) {
	p := &parser{src: pattern, groups: []string{""}}
	if len(pattern) > maxPattern {
		return nil, nil, p.failf(0, "pattern of %d bytes, at most %d are possible", len(pattern), maxPattern)
	}
	n, err := p.alternatives()
	if err != nil {
		return nil, nil, err
	}
	if p.pos < len(p.src) {
		return nil, nil, p.failf(p.pos, `")" without a group to close, write \)`)
	}
	if int(p.farthest) >= len(p.groups) {
		return nil, nil, p.failf(p.farthestAt, `back reference \%d to a group that does not exist`, p.farthest)
	}
	return n, p, nil
}

// failf makes a SyntaxError for the construct at byte offset at.
func (p *parser) failf(at int, format string, args ...any) error {
	return &SyntaxError{
		Pattern: p.src, Message: fmt.Sprintf(format, args...), Position: utf8.RuneCountInString(p.src[:at]),
	}
}

// has tells whether the rest of the pattern begins with text.
func (p *parser) has(text string) bool { return strings.HasPrefix(p.src[p.pos:], text) }

// skip moves over text if the rest of the pattern begins with it.
func (p *parser) skip(text string) bool {
	if !p.has(text) {
		return false
	}
	p.pos += len(text)
	return true
}

// take reads one symbol; there must be one.
func (p *parser) take() symbol {
	r, size := decode(p.src, p.pos)
	p.pos += size
	return r
}

// more moves to the next thing that counts and tells whether there is one: it enters and leaves \Q…\E and,
// with the flag x, skips blanks and comments.
func (p *parser) more() bool {
	for p.pos < len(p.src) {
		switch {
		case p.quoted:
			if !p.skip(`\E`) {
				return true
			}
			p.quoted = false
		case p.skip(`\Q`):
			p.quoted = true
		case p.flags.comments && isBlank(p.src[p.pos]):
			p.pos++
		case p.flags.comments && p.src[p.pos] == '#':
			for p.pos < len(p.src) && terminatorAt(p.src, p.pos) == 0 {
				p.pos++
			}
		default:
			return true
		}
	}
	return false
}

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// at tells whether the next thing that counts is the unquoted character c.
func (p *parser) at(c byte) bool { return p.more() && !p.quoted && p.src[p.pos] == c }

// alternatives reads up to the end of the pattern or the ")" of the group around.
func (p *parser) alternatives() (*node, error) {
	var subs []*node
	for {
		sub, err := p.sequence()
		if err != nil {
			return nil, err
		}
		subs = append(subs, sub)
		if !p.at('|') {
			return alternateNode(subs), nil
		}
		p.pos++
	}
}

// sequence reads one alternative.
func (p *parser) sequence() (*node, error) {
	var subs []*node
	open := false // the last node is a literal that may grow
	for p.more() && (p.quoted || p.src[p.pos] != '|' && p.src[p.pos] != ')') {
		start := p.pos
		atom, err := p.atom()
		if err != nil {
			return nil, err
		}
		if atom == nil { // flags
			open = false
			continue
		}
		repeated, err := p.quantified(atom, start)
		if err != nil {
			return nil, err
		}
		literal := repeated == atom && atom.kind == nodeLiteral
		if literal && open {
			last := subs[len(subs)-1]
			last.runes = append(last.runes, atom.runes...)
			last.minWidth++
			last.maxWidth++
			continue
		}
		open = literal
		if repeated.kind != nodeEmpty {
			subs = append(subs, repeated)
		} else {
			open = false
		}
	}
	return concatNode(subs), nil
}

// atom reads what a quantifier can follow; it gives nil for a group that only sets flags.
func (p *parser) atom() (*node, error) {
	if p.quoted {
		return p.literal(p.take()), nil
	}
	switch c := p.src[p.pos]; c {
	case '\\':
		return p.escape()
	case '[':
		set, err := p.class()
		if err != nil {
			return nil, err
		}
		return setNode(set), nil
	case '(':
		return p.group()
	case '.':
		p.pos++
		if p.flags.dotAll {
			return setNode(anySet), nil
		}
		return setNode(dotSet), nil
	case '^':
		p.pos++
		if p.flags.multiLine {
			return assertNode(beginLine), nil
		}
		return assertNode(beginText), nil
	case '$':
		p.pos++
		if p.flags.multiLine {
			return assertNode(endLine), nil
		}
		return assertNode(endLastLine), nil
	case '*', '+', '?', '{':
		return nil, p.failf(p.pos, `quantifier "%c" without something to repeat, write \%c for the character`, c, c)
	}
	return p.literal(p.take()), nil
}

// literal is the node of one character under the flags in force.
func (p *parser) literal(r symbol) *node {
	if p.flags.ignoreCase {
		if ranges := appendFolded(nil, r, r); len(ranges) > 1 {
			return setNode(newSet(ranges))
		}
	}
	return literalNode(r)
}

// quantified reads a quantifier after atom, which began at offset start, if there is one.
func (p *parser) quantified(atom *node, start int) (*node, error) {
	if !p.more() || p.quoted {
		return atom, nil
	}
	lo, hi := int32(0), int32(unlimited)
	at := p.pos
	switch p.src[p.pos] {
	case '*':
	case '+':
		lo = 1
	case '?':
		hi = 1
	case '{':
		var err error
		if lo, hi, err = p.counts(); err != nil {
			return nil, err
		}
	default:
		return atom, nil
	}
	p.pos++
	mode := greedy
	switch {
	case p.at('?'):
		mode = lazy
		p.pos++
	case p.at('+'):
		mode = possessive
		p.pos++
	}
	if p.more() && !p.quoted && strings.IndexByte("*+?{", p.src[p.pos]) >= 0 {
		return nil, p.failf(p.pos, `quantifier "%c" after the quantifier %s, write (?:%s)%c`,
			p.src[p.pos], p.src[at:p.pos], p.src[start:p.pos], p.src[p.pos])
	}
	if atom == lineBreak {
		atom = repeatedLineBreak
	}
	return repeatNode(atom, lo, hi, mode), nil
}

// counts reads "{n", "{n,", "{n,m" and stops before the "}".
func (p *parser) counts() (lo, hi int32, err error) {
	at := p.pos
	bad := func() (int32, int32, error) {
		return 0, 0, p.failf(at, `"{" that begins no {n}, {n,} or {n,m}, write \{ for the character`)
	}
	p.pos++
	lo, ok, err := p.count()
	if err != nil || !ok {
		if err == nil {
			return bad()
		}
		return 0, 0, err
	}
	hi = lo
	if p.skip(",") {
		hi = unlimited
		n, ok, err := p.count()
		if err != nil {
			return 0, 0, err
		}
		if ok {
			hi = n
		}
	}
	if !p.has("}") {
		return bad()
	}
	if lo > hi {
		return 0, 0, p.failf(at, "counts in the wrong order in %s", p.src[at:p.pos+1])
	}
	return lo, hi, nil
}

// count reads a decimal count, if there is one.
func (p *parser) count() (n int32, ok bool, err error) {
	at := p.pos
	for p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		n = n*10 + int32(p.src[p.pos]-'0')
		p.pos++
		if n > maxCount {
			return 0, false, p.failf(at, "count above %d", maxCount)
		}
	}
	return n, p.pos > at, nil
}
