package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Field is a name that compiled code looks up in lists. It remembers where the last list
// had it: most records that one piece of code meets are of one form.
type Field struct {
	text  string
	index int
	name  *value.Text // the name object that stood there
}

// NewField returns the field of that name.
func NewField(name string) *Field { return &Field{text: name} }

// Find returns the position of the field in the list, -1 if it has none.
func (p *Field) Find(l *value.List) int {
	if l.HasNameAt(p.index, p.name) {
		return p.index
	}
	return p.search(l)
}

func (p *Field) search(l *value.List) int {
	i := l.Find(p.text)
	if i >= 0 {
		p.index, p.name = i, l.NameText(i)
	}
	return i
}

// path compiles the walk of a path: each step takes the value that the steps before it
// lead to.
func (c *Compiler) path(r *value.Ref) Expr {
	return c.steps(r, len(r.Path()))
}

// Parent compiles the walk of the path r without its last step.
func (c *Compiler) Parent(r *value.Ref) Expr { return c.steps(r, len(r.Path())-1) }

// steps compiles the walk of the first n steps of the path r, of which the first is the
// variable.
func (c *Compiler) steps(r *value.Ref, n int) Expr {
	if n == 1 {
		return c.variable(value.NewRef(r.Name()))
	}
	before, s := c.steps(r, n-1), r.Path()[n-1]
	other := c.otherStep(r, s)
	e := Expr{Slot: -1}
	switch {
	case s.Name == nil:
		e.Run = indexStep(before.Run, int(s.Index), other)
	case before.Slot >= 0:
		return localField(e, before, NewField(s.Name.String()), other)
	default:
		e.Run = nameStep(before.Run, NewField(s.Name.String()), other)
	}
	run := e.Run
	e.Num = func(f *Frame) (float64, bool) { return run(f).Float() }
	return e
}

// otherStep takes the step s of the path r where it does not lead to an element.
//
//go:noinline
func (c *Compiler) otherStep(r *value.Ref, s value.Step) func(f *Frame, v value.Value) value.Value {
	call := c.call
	return func(f *Frame, v value.Value) value.Value {
		f.In(call)
		return step(r, v, s)
	}
}

//go:noinline
func indexStep(before Node, i int, other func(*Frame, value.Value) value.Value) Node {
	return func(f *Frame) value.Value {
		v := before(f)
		if l := v.List(); l != nil && uint(i) < uint(l.Len()) {
			return l.At(i)
		}
		return other(f, v)
	}
}

//go:noinline
func nameStep(before Node, field *Field, other func(*Frame, value.Value) value.Value) Node {
	return func(f *Frame) value.Value {
		v := before(f)
		if l := v.List(); l != nil {
			if i := field.Find(l); i >= 0 {
				return l.At(i)
			}
		}
		return other(f, v)
	}
}

// localField completes the access to a field of the record in a local variable.
//
//go:noinline
func localField(e, variable Expr, field *Field, other func(*Frame, value.Value) value.Value) Expr {
	slot, read := variable.Slot, variable.Run
	e.Num = func(f *Frame) (float64, bool) {
		if l := f.slots[slot&(inlineSlots-1)].List(); l != nil {
			if i := field.Find(l); i >= 0 {
				return l.At(i).Float()
			}
		}
		return 0, false
	}
	return e.With(func(f *Frame) value.Value {
		if l := f.slots[slot&(inlineSlots-1)].List(); l != nil {
			if i := field.Find(l); i >= 0 {
				return l.At(i)
			}
		}
		return other(f, read(f))
	})
}
