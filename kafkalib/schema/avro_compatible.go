package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/avro"
)

// unreadable lists what the reader's schema cannot read, by the rules of
// schema resolution. Whether there is anything is the library's decision;
// where it sees more than the walk, its own words are the answer.
func (s *avroSchema) unreadable(reader Schema) []Problem {
	r, ok := reader.(*avroSchema)
	if !ok {
		return otherType(s, reader)
	}
	err := avro.CheckCompatibility(s.wire, r.wire)
	if err == nil {
		return nil
	}
	c := avroComparison{seen: make(map[[2]*avroNode]bool)}
	c.types(s.root, r.root)
	if len(c.problems) == 0 {
		if e, ok := errors.AsType[*avro.CompatibilityError](err); ok {
			return []Problem{{dottedPointer(e.Path), fmt.Sprintf("reader %s, writer %s: %s", e.ReaderType, e.WriterType, e.Detail)}}
		}
		return []Problem{{"", avroMessage(err)}}
	}
	return c.problems
}

func otherType(a, b Schema) []Problem {
	return []Problem{{"", fmt.Sprintf("the type of the schema changes from %s to %s", a.Source().Type, b.Source().Type)}}
}

// An avroComparison looks for what a reader cannot resolve.
type avroComparison struct {
	walk
	seen map[[2]*avroNode]bool
}

// promotions are the types that a reader may have for what was written.
var promotions = map[avroKind][]avroKind{
	avroInt:    {avroLong, avroFloat, avroDouble},
	avroLong:   {avroFloat, avroDouble},
	avroFloat:  {avroDouble},
	avroString: {avroBytes},
	avroBytes:  {avroString},
}

func (c *avroComparison) types(w, r *avroNode) {
	if !c.enter() || c.seen[[2]*avroNode{w, r}] {
		return
	}
	c.seen[[2]*avroNode{w, r}] = true
	switch {
	case w.kind == avroUnion:
		for _, b := range w.branches {
			if r.kind == avroUnion && !c.readable(b, r) {
				c.add("branch %s of the writer fits no branch of the reader", b.title())
			} else if r.kind != avroUnion {
				c.types(b, r)
			}
		}
	case r.kind == avroUnion:
		if !c.readable(w, r) {
			c.add("%s of the writer fits no branch of the reader", w.title())
		}
	case w.kind != r.kind:
		if !slices.Contains(promotions[w.kind], r.kind) {
			c.add("the writer has %s, the reader %s", w.title(), r.title())
		}
	default:
		c.same(w, r)
	}
}

// readable reports whether a branch of the union r reads w.
func (c *avroComparison) readable(w, r *avroNode) bool {
	for _, b := range r.branches {
		probe := avroComparison{seen: c.seenCopy(), walk: walk{path: c.path, visits: c.visits}}
		probe.types(w, b)
		c.visits = probe.visits
		if len(probe.problems) == 0 {
			return true
		}
	}
	return false
}

func (c *avroComparison) seenCopy() map[[2]*avroNode]bool {
	seen := make(map[[2]*avroNode]bool, len(c.seen))
	for k := range c.seen {
		seen[k] = true
	}
	return seen
}

// same compares two types of one kind.
func (c *avroComparison) same(w, r *avroNode) {
	switch w.kind {
	case avroRecord:
		if c.names(w, r) {
			c.records(w, r)
		}
	case avroEnum:
		if !c.names(w, r) || r.standard != "" {
			return
		}
		for _, s := range w.symbols {
			if !slices.Contains(r.symbols, s) {
				c.add("the reader's enum %s lacks the symbol %s and has no default", r.name, s)
			}
		}
	case avroFixed:
		if c.names(w, r) && w.size != r.size {
			c.add("the writer has %d bytes, the reader %d", w.size, r.size)
		}
	case avroArray, avroMap:
		step := "items"
		if w.kind == avroMap {
			step = "values"
		}
		c.in(step, func() { c.types(w.items, r.items) })
	}
	if (w.logical == "decimal" || r.logical == "decimal") && w.logical == r.logical && (w.precision != r.precision || w.scale != r.scale) {
		c.add("the writer has decimal(%d,%d), the reader decimal(%d,%d)", w.precision, w.scale, r.precision, r.scale)
	}
}

func unqualified(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// names reports whether the types have one name, aliases of the reader
// included.
func (c *avroComparison) names(w, r *avroNode) bool {
	if unqualified(w.name) == unqualified(r.name) || slices.Contains(r.aliases, w.name) {
		return true
	}
	c.add("the writer has %s, the reader %s", w.title(), r.title())
	return false
}

func (c *avroComparison) records(w, r *avroNode) {
	for i := range r.fields {
		f := &r.fields[i]
		at := slices.IndexFunc(w.fields, func(o avroField) bool { return o.name == f.name || slices.Contains(f.aliases, o.name) })
		c.in(f.name, func() {
			switch {
			case at >= 0:
				c.types(w.fields[at].node, f.node)
			case !f.hasDefault:
				c.add("the reader's %s has no default for this field, which the writer lacks", r.title())
			}
		})
	}
}
