package eval

import "github.com/bpl-lang/bpl/interp/value"

// variable compiles the reading of a variable or path.
//
//go:noinline
func (c *Compiler) variable(r *value.Ref) Expr {
	if r.Walks() {
		return c.path(r)
	}
	if slot := c.unit.layout.find(r.Name()); slot >= inlineSlots {
		return Expr{Run: readSlot(slot, r), Slot: -1}
	} else if slot >= 0 {
		return Expr{Run: readSlot(slot, r), Slot: slot, Num: func(f *Frame) (float64, bool) {
			return f.slots[slot&(inlineSlots-1)].Float()
		}}
	}
	g := c.global(r)
	return Expr{Run: g.Read, Global: g, Slot: -1, Num: g.Float}
}

//go:noinline
func readSlot(slot int, r *value.Ref) Node {
	if slot >= inlineSlots {
		return func(f *Frame) value.Value {
			if v := f.slot(slot); !v.IsAbsent() {
				return v
			}
			return f.Variable(r.Name())
		}
	}
	return func(f *Frame) value.Value {
		v := f.slots[slot&(inlineSlots-1)]
		if v.IsAbsent() {
			return f.Variable(r.Name())
		}
		return v
	}
}

// A Global is a name that has no slot: a global variable, unless the frame keeps its
// locals in a list. It remembers where among the globals it is.
type Global struct {
	ref    *value.Ref
	scope  *value.List
	places *value.Validity // while it holds, the variable is at index, its value stands at at
	at     *value.Value
	index  int
}

func (c *Compiler) global(r *value.Ref) *Global {
	return &Global{ref: r, scope: c.unit.session.Global, places: unbound}
}

// Read returns the value of the variable.
func (g *Global) Read(f *Frame) value.Value {
	if f.scope == nil && g.places.Valid() {
		return *g.at
	}
	return g.find(f)
}

func (g *Global) find(f *Frame) value.Value {
	if f.scope == nil && g.locate() {
		return *g.at
	}
	return f.Variable(g.ref.Name())
}

// locate looks for the variable and remembers its place.
func (g *Global) locate() bool {
	i := g.scope.Find(g.ref.Name())
	if i < 0 {
		return false
	}
	g.index = i
	g.at, g.places = g.scope.Place(i)
	return true
}

// Assign assigns the variable.
//
//go:noinline
func (g *Global) Assign(f *Frame, v value.Value) {
	if f.scope == nil && g.places.Valid() {
		if g.scope.Aux().Quiet(g.index) {
			*g.at = v
			return
		}
		g.scope.SetAt(g.index, v)
		return
	}
	f.Set(g.ref, v)
	if f.scope == nil {
		g.locate()
	}
}

// Assign compiles the assignment of a soft single reference, as set does it: the local
// variable if there is one, else the global.
func (c *Compiler) Assign(r *value.Ref) func(f *Frame, v value.Value) {
	if slot := c.unit.layout.find(r.Name()); slot >= 0 && slot < inlineSlots {
		return func(f *Frame, v value.Value) {
			if at := &f.slots[slot&(inlineSlots-1)]; !at.IsAbsent() {
				*at = v
				return
			}
			f.Set(r, v)
		}
	}
	return c.global(r).Assign
}

// AssignDouble assigns the variable a double if its place is known and nobody relies on
// its value, and reports whether it did.
func (g *Global) AssignDouble(f *Frame, x float64) bool {
	if f.scope != nil || !g.places.Valid() || !g.scope.Aux().Quiet(g.index) {
		return false
	}
	g.at.SetDouble(x)
	return true
}

// Global returns the variable of a name without a slot, for assigning it; nil if the name
// has one.
func (c *Compiler) Global(r *value.Ref) *Global {
	if c.unit.layout.find(r.Name()) >= 0 {
		return nil
	}
	return c.global(r)
}

// LocalSlot returns the slot of a local name that fits into the frame itself, -1 if it
// has none.
func (c *Compiler) LocalSlot(r *value.Ref) int {
	if slot := c.unit.layout.find(r.Name()); slot < inlineSlots {
		return slot
	}
	return -1
}
