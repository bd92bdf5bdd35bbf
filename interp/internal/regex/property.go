package regex

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A propertyKey names a set that a parser has already made.
type propertyKey struct {
	name                string
	negated, ignoreCase bool
}

// property reads what follows \p or \P: one letter or a name in braces. The escape began at offset start.
func (p *parser) property(start int) (*charSet, error) {
	from := p.pos
	if p.pos == len(p.src) {
		return nil, p.failf(start, `%s without a name, write %[1]s{Name}`, p.src[start:p.pos])
	}
	name := ""
	if p.skip("{") {
		end := strings.IndexByte(p.src[p.pos:], '}')
		if end < 0 {
			return nil, p.failf(start, `%s{ without its "}"`, p.src[start:from])
		}
		name = p.src[p.pos : p.pos+end]
		p.pos += end + 1
	} else {
		p.take()
		name = p.src[from:p.pos]
	}
	key := propertyKey{name, p.src[start+1] == 'P', p.flags.ignoreCase}
	if set := p.properties[key]; set != nil {
		return set, nil
	}
	set := findProperty(name, p.flags.ignoreCase)
	if set == nil {
		return nil, p.failf(start, "unknown property in %s%s", p.src[start:p.pos], propertyHint(name))
	}
	if key.negated {
		set = set.negate()
	}
	if p.ranges += len(set.ranges); p.ranges > maxRanges {
		return nil, p.failf(start, "classes with more than %d ranges", maxRanges)
	}
	if p.properties == nil {
		p.properties = map[propertyKey]*charSet{}
	}
	p.properties[key] = set
	return set, nil
}

// propertyHint says how a known thing is written that is called differently elsewhere.
func propertyHint(name string) string {
	switch {
	case findScript(name) != nil:
		return `, a script is written \p{Is` + name + `}`
	case strings.HasPrefix(name, "In") || strings.HasPrefix(name, "blk=") || strings.HasPrefix(name, "block="):
		return `, blocks are not supported, write a range or a script such as \p{IsGreek}`
	case strings.HasPrefix(name, "^"):
		return `, the opposite is written \P{` + name[1:] + `}`
	}
	return ""
}

// findProperty finds the set that a name stands for, nil if there is none.
func findProperty(name string, ignoreCase bool) *charSet {
	if key, value, ok := strings.Cut(name, "="); ok {
		switch strings.ToLower(key) {
		case "sc", "script":
			return findScript(value)
		case "gc", "general_category":
			return findCategory(value, ignoreCase)
		}
		return nil
	}
	if strings.HasPrefix(name, "Is") {
		name = name[2:]
		if set := findBinary(name, ignoreCase); set != nil {
			return set
		}
		if set := findCategory(name, ignoreCase); set != nil {
			return set
		}
		return findScript(name)
	}
	if set := findPosix(name, ignoreCase); set != nil {
		return set
	}
	return findCategory(name, ignoreCase)
}

// findPosix finds the ASCII classes.
func findPosix(name string, ignoreCase bool) *charSet {
	if ignoreCase && (name == "Lower" || name == "Upper") {
		name = "Alpha"
	}
	switch name {
	case "Lower":
		return setOf('a', 'z')
	case "Upper":
		return setOf('A', 'Z')
	case "Alpha":
		return setOf('A', 'Z', 'a', 'z')
	case "Digit":
		return digitSet
	case "Alnum":
		return setOf('0', '9', 'A', 'Z', 'a', 'z')
	case "ASCII":
		return setOf(0, utf8.RuneSelf-1)
	case "Punct":
		return setOf('!', '/', ':', '@', '[', '`', '{', '~')
	case "Graph":
		return setOf('!', '~')
	case "Print":
		return setOf(' ', '~')
	case "Blank":
		return setOf(' ', ' ', '\t', '\t')
	case "Cntrl":
		return setOf(0, 0x1f, 0x7f, 0x7f)
	case "XDigit":
		return setOf('0', '9', 'A', 'F', 'a', 'f')
	case "Space":
		return spaceSet
	}
	return nil
}

// findCategory finds the general categories of Unicode.
func findCategory(name string, ignoreCase bool) *charSet {
	switch name {
	case "L1":
		return setOf(0, 0xff)
	case "LD":
		return setOfTables(unicode.L, unicode.Nd)
	case "Lu", "Ll", "Lt":
		if ignoreCase {
			name = "LC"
		}
	}
	if len(name) > 2 {
		return nil
	}
	if name == "LC" {
		return setOfTables(unicode.Lu, unicode.Ll, unicode.Lt)
	}
	if table := unicode.Categories[name]; table != nil {
		return setOfTables(table)
	}
	return nil
}

// findScript finds a script of Unicode by its full name, whatever its letter case.
func findScript(name string) *charSet {
	if table := unicode.Scripts[name]; table != nil {
		return setOfTables(table)
	}
	for known, table := range unicode.Scripts {
		if strings.EqualFold(known, name) {
			return setOfTables(table)
		}
	}
	return nil
}

// findBinary finds the properties that a character has or has not.
func findBinary(name string, ignoreCase bool) *charSet {
	cased := func(tables ...*unicode.RangeTable) *charSet {
		if ignoreCase {
			return setOfTables(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
		}
		return setOfTables(tables...)
	}
	switch strings.ToLower(name) {
	case "alphabetic", "alpha":
		return setOfTables(unicode.L, unicode.Nl, unicode.Other_Alphabetic)
	case "letter":
		return setOfTables(unicode.L)
	case "digit":
		return setOfTables(unicode.Nd)
	case "alnum":
		return setOfTables(unicode.L, unicode.Nl, unicode.Other_Alphabetic, unicode.Nd)
	case "lowercase", "lower":
		return cased(unicode.Ll, unicode.Other_Lowercase)
	case "uppercase", "upper":
		return cased(unicode.Lu, unicode.Other_Uppercase)
	case "titlecase":
		return cased(unicode.Lt)
	case "punctuation", "punct":
		return setOfTables(unicode.P)
	case "control", "cntrl":
		return setOfTables(unicode.Cc)
	case "white_space", "whitespace", "space":
		return setOfTables(unicode.White_Space)
	case "hex_digit", "hexdigit", "xdigit":
		return setOfTables(unicode.Hex_Digit)
	case "ideographic":
		return setOfTables(unicode.Ideographic)
	case "join_control", "joincontrol":
		return setOfTables(unicode.Join_Control)
	case "noncharacter_code_point", "noncharactercodepoint":
		return setOfTables(unicode.Noncharacter_Code_Point)
	case "assigned":
		return setOfTables(unicode.Cn).negate().intersect(setOf(0, utf8.MaxRune))
	}
	return nil
}
