package regex

import (
	"strings"
	"unicode/utf8"
)

// escape reads an escape outside of classes, from its backslash on.
func (p *parser) escape() (*node, error) {
	start := p.pos
	if set, err := p.classEscape(); set != nil || err != nil {
		return setNodeOrNil(set), err
	}
	if start+1 < len(p.src) {
		switch c := p.src[start+1]; {
		case '1' <= c && c <= '9':
			return p.backReference(), nil
		case c == 'k':
			return p.namedReference()
		case c == 'b' || c == 'B':
			p.pos += 2
			if p.has("{g}") {
				return nil, p.failf(start, `unsupported construct "\%c{g}"`, c)
			}
			if c == 'b' {
				return assertNode(wordBoundary), nil
			}
			return assertNode(noWordBoundary), nil
		case strings.IndexByte("AzZR", c) >= 0:
			p.pos += 2
			switch c {
			case 'A':
				return assertNode(beginText), nil
			case 'z':
				return assertNode(endText), nil
			case 'Z':
				return assertNode(endLastLine), nil
			}
			return lineBreak, nil
		}
	}
	r, err := p.escapedSymbol()
	if err != nil {
		return nil, err
	}
	return p.literal(r), nil
}

// The nodes of \R. A repeated one never takes the CR of CR LF alone, so that \R{2} finds no empty line there.
var (
	lineBreak = alternateNode([]*node{literalNode('\r', '\n'), setNode(verticalSet)})

	repeatedLineBreak = alternateNode([]*node{
		literalNode('\r', '\n'), concatNode([]*node{setNode(verticalSet), assertNode(noPair)}),
	})
)

func setNodeOrNil(set *charSet) *node {
	if set == nil {
		return nil
	}
	return setNode(set)
}

// backReference reads \N. Further digits belong to the number while there are so many groups before it.
func (p *parser) backReference() *node {
	start := p.pos
	number := int32(p.src[start+1] - '0')
	p.pos += 2
	for p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '9' {
		longer := int64(number)*10 + int64(p.src[p.pos]-'0')
		if longer >= int64(len(p.groups)) {
			break
		}
		number = int32(longer)
		p.pos++
	}
	if number > p.farthest {
		p.farthest, p.farthestAt = number, start
	}
	return p.referenceTo(number)
}

// namedReference reads \k<name>.
func (p *parser) namedReference() (*node, error) {
	start := p.pos
	p.pos += 2
	if !p.skip("<") {
		return nil, p.failf(start, `\k without a group name, write \k<name>`)
	}
	name, err := p.groupName(start)
	if err != nil {
		return nil, err
	}
	number, known := p.numbers[name]
	if !known {
		return nil, p.failf(start, `back reference \k<%s> without a group of that name before it`, name)
	}
	return p.referenceTo(number), nil
}

func (p *parser) referenceTo(number int32) *node {
	return &node{kind: nodeBackref, group: number, fold: p.flags.ignoreCase, maxWidth: unlimited}
}

// escapedSymbol reads an escape that stands for one character.
func (p *parser) escapedSymbol() (symbol, error) {
	start := p.pos
	p.pos++
	if p.pos == len(p.src) {
		return 0, p.failf(start, `"\" at the end, write \\ for the character`)
	}
	switch r := p.take(); r {
	case 't':
		return '\t', nil
	case 'n':
		return '\n', nil
	case 'r':
		return '\r', nil
	case 'f':
		return '\f', nil
	case 'a':
		return '\a', nil
	case 'e':
		return 0x1b, nil
	case 'c':
		if p.pos == len(p.src) || p.src[p.pos] >= utf8.RuneSelf {
			return 0, p.failf(start, `\c without an ASCII character after it`)
		}
		return p.take() ^ 0x40, nil
	case '0':
		return p.octal(start)
	case 'x':
		return p.hex(start)
	case 'u':
		return p.utf16(start)
	default:
		if isNameByte(p.src[start+1], true) {
			return 0, p.failf(start, `unsupported escape "\%c"`, r)
		}
		return r, nil
	}
}

// digits reads up to most digits of the base (8 or 16) and tells how many there were.
func (p *parser) digits(base, most int) (value symbol, count int) {
	for count < most && p.pos < len(p.src) {
		d := strings.IndexByte("0123456789abcdef", lower(p.src[p.pos]))
		if d < 0 || d >= base {
			break
		}
		value = value*symbol(base) + symbol(d)
		count++
		p.pos++
	}
	return value, count
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

// octal reads the digits of \0n, \0nn or \0mnn (m up to 3).
func (p *parser) octal(start int) (symbol, error) {
	most := 2
	if p.pos < len(p.src) && '0' <= p.src[p.pos] && p.src[p.pos] <= '3' {
		most = 3
	}
	value, count := p.digits(8, most)
	if count == 0 {
		return 0, p.failf(start, `\0 without one to three octal digits up to \0377`)
	}
	return value, nil
}

// hex reads the digits of \xhh or \x{h…}.
func (p *parser) hex(start int) (symbol, error) {
	if !p.skip("{") {
		value, count := p.digits(16, 2)
		if count < 2 {
			return 0, p.failf(start, `\x without two hex digits or {hex digits}`)
		}
		return value, nil
	}
	for p.has("0") {
		p.pos++
	}
	zeros := p.src[p.pos-1] == '0'
	value, count := p.digits(16, 7)
	if count == 0 && !zeros || !p.skip("}") {
		return 0, p.failf(start, `\x{ without hex digits and "}"`)
	}
	if !utf8.ValidRune(value) {
		return 0, p.failf(start, `%s is not a character`, p.src[start:p.pos])
	}
	return value, nil
}

// utf16 reads the digits of \uhhhh; two such escapes may form a surrogate pair.
func (p *parser) utf16(start int) (symbol, error) {
	value, count := p.digits(16, 4)
	if count < 4 {
		return 0, p.failf(start, `\u without four hex digits`)
	}
	if value < 0xd800 || value > 0xdfff {
		return value, nil
	}
	if value < 0xdc00 && p.skip(`\u`) {
		low, count := p.digits(16, 4)
		if count == 4 && 0xdc00 <= low && low <= 0xdfff {
			return (value-0xd800)<<10 + (low - 0xdc00) + 0x10000, nil
		}
	}
	return 0, p.failf(start, `%s is half a surrogate pair`, p.src[start:start+6])
}
