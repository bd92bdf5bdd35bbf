package syntax

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// A pool holds the immutable objects of one reading, so that equal references and equal
// names are one object.
type pool struct {
	lookup  Lookup
	refs    map[string]value.Value
	names   map[string]*name
	shared  bool   // texts may be parts of the source text
	chunk   []byte // room for copies
	scratch []byte
}

// A name is the name of elements. Equal names of one reading are the same object.
type name struct {
	text *value.Text
	id   uint32
}

const (
	// sharedUpTo is the size of a source text that may be kept alive by one string that was
	// read from it. Of larger ones the strings are copied, in chunks of chunkSize.
	sharedUpTo = 4096
	chunkSize  = 4096
)

func (p *pool) init(src string, lookup Lookup) {
	p.lookup = lookup
	p.shared = len(src) <= sharedUpTo
}

// keep returns s, which is part of the source, as a string that may outlive it.
func (p *pool) keep(s string) string {
	if p.shared || s == "" {
		return s
	}
	return p.copy(s)
}

// copy returns a copy of s; short ones lie together in one chunk.
func (p *pool) copy(s string) string {
	if len(s) > chunkSize/8 {
		return strings.Clone(s)
	}
	if len(s) > cap(p.chunk)-len(p.chunk) {
		p.chunk = make([]byte, 0, chunkSize)
	}
	from := len(p.chunk)
	p.chunk = append(p.chunk, s...)
	return bytesAsString(p.chunk[from:])
}

// text returns the string with these contents of a literal.
func (p *pool) text(contents string, escaped bool) (*value.Text, bool) {
	if !escaped {
		return value.NewText(p.keep(contents)), true
	}
	b, v := unescape(p.scratch[:0], contents)
	p.scratch = b
	if v != good {
		return nil, false
	}
	return value.NewText(string(b)), true
}

// name returns the one name with this text, which may be part of the source.
func (p *pool) name(s string) *name {
	if n, ok := p.names[s]; ok {
		return n
	}
	return p.nameOf(value.NewText(p.keep(s)))
}

// nameOf returns the one name with the text of t.
func (p *pool) nameOf(t *value.Text) *name {
	if n, ok := p.names[t.String()]; ok {
		return n
	}
	n := &name{text: t, id: uint32(len(p.names))}
	if p.names == nil {
		p.names = make(map[string]*name)
	}
	p.names[t.String()] = n
	return n
}

// hard returns the function of a hard name.
func (p *pool) hard(word string) (value.Function, bool) {
	if p.lookup == nil {
		return nil, false
	}
	return p.lookup(word)
}

// addRef remembers the reference that a word stands for.
func (p *pool) addRef(word string, r *value.Ref) value.Value {
	v := r.Value()
	if p.refs == nil {
		p.refs = make(map[string]value.Value)
	}
	p.refs[word] = v
	return v
}
