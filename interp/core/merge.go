package core

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// mergeTable holds merge.
var mergeTable = []eval.Builtin{
	{
		Name: "merge", Min: 1, Plain: plainMerge,
		Help: eval.Help{
			Signature: "(merge x map)",
			Summary: "Fills in a template: copies a list, and the lists inside it, with values in the place of references. " +
				"Where a name ends in ... and its value is a list, the elements of that list take the place of the reference, " +
				"unless the reference has a name in its list.",
			Args: []eval.HelpArg{
				{"x", "anything", "the template, most often quoted: a list, or a reference that is itself replaced; other values are returned as they are"},
				{"map", "list", "values by the names of references; a path goes by its printed text"},
			},
			Result: "the copy; references without a value in map and names of functions stay, values are not copied",
			Errors: []string{
				"IndexOutOfBoundsException without map, if x is a list or reference",
				"IllegalArgumentException if map is neither list nor null, or null with a reference to replace",
			},
			Related: []string{"match", "quote", "eval", "clone"},
			Examples: []eval.HelpExample{
				{"(merge (quote (a (b c))) (\"a\" => 1 \"b\" => 2))", "(1 (2 c))"},
				{"(merge (quote (+ all... 10)) (\"all...\" => (1 2 3)))", "(+ 1 2 3 10)"},
				{"(eval (merge (quote (* x x)) (\"x\" => 7)))", "49"},
				{"(merge (quote x) (\"x\" => 5))", "5"},
			},
		},
	},
}

func plainMerge(f *eval.Frame, l *value.List) value.Value {
	x := f.Arg(l, 1)
	r := x.Ref()
	if !x.IsList() && (r == nil || r.Hard()) {
		return x
	}
	given := f.Arg(l, 2)
	if !given.IsList() && !given.IsNull() {
		eval.WrongType(l, given, "list or null")
	}
	m := merger{f: f, call: l, values: given.List()}
	if r != nil {
		return m.replaced(r)
	}
	return m.list(x.List()).Value()
}

// A merger is one copy of a template. Lists that occur several times in the template are
// copied once, so that what is shared, or contains itself, does so in the copy.
type merger struct {
	f      *eval.Frame
	call   *value.List
	values *value.List // nil for null
	copies map[*value.List]*value.List
	work   []*value.List // originals whose copies are still empty
}

// list returns the copy of the whole template.
func (m *merger) list(root *value.List) *value.List {
	m.copies = map[*value.List]*value.List{}
	copied := m.copyOf(root)
	for len(m.work) > 0 {
		l := m.work[len(m.work)-1]
		m.work = m.work[:len(m.work)-1]
		m.fill(m.copies[l], l)
	}
	return copied
}

// copyOf returns the copy of a list, which may not be filled yet.
func (m *merger) copyOf(l *value.List) *value.List {
	c := m.copies[l]
	if c == nil {
		chargeList(m.f, l.Len())
		c = value.NewListCap(l.Len())
		m.copies[l] = c
		m.work = append(m.work, l)
	}
	return c
}

func (m *merger) fill(c, l *value.List) {
	for i := 0; i < l.Len(); i++ {
		m.f.TickElements(i)
		if i >= l.Len() { // another executor had its turn
			return
		}
		e, name := l.At(i), l.NameText(i)
		r := e.Ref()
		switch {
		case e.IsList():
			e = m.copyOf(e.List()).Value()
		case r == nil || r.Hard():
		default:
			e = m.replaced(r)
			if run := e.List(); run != nil && name == nil && strings.HasSuffix(r.Text(), "...") {
				m.splice(c, run)
				continue
			}
		}
		addNamed(m.f, c, name, e)
	}
	m.f.Step()
}

// splice adds the elements of a run, with their names.
func (m *merger) splice(c, run *value.List) {
	n := run.Len()
	chargeGrowth(m.f, c, n)
	for i := range n {
		c.AppendFrom(run, i)
	}
	m.f.TickHolding(n)
}

// replaced returns the value of a reference, or the reference where the map has none.
func (m *merger) replaced(r *value.Ref) value.Value {
	if m.values == nil {
		eval.Throw(eval.IllegalArgument, "merge: got null, want list with values for %s", r.Text())
	}
	if v, ok := m.values.Get(r.Text()); ok {
		return v
	}
	return r.Value()
}
