package eval

// An Operand is an expression that is read without evaluating anything: a local variable
// of the frame's own slots, a global variable, or a number.
type Operand struct {
	slot   int
	global *Global
	number float64
}

// Operand returns the expression as an operand, false if it is something else.
func (e *Expr) Operand() (Operand, bool) {
	switch {
	case e.Slot >= 0:
		return Operand{slot: e.Slot}, true
	case e.Global != nil:
		return Operand{slot: -1, global: e.Global}, true
	case e.Const:
		k, ok := e.Value.Float()
		return Operand{slot: -1, number: k}, ok
	}
	return Operand{}, false
}

// Float returns the operand if it is a double or a 32-bit integer now; false sends the
// caller to the general way.
func (o *Operand) Float(f *Frame) (float64, bool) {
	if o.slot >= 0 {
		return f.slots[o.slot&(inlineSlots-1)].Float()
	}
	g := o.global
	if g == nil {
		return o.number, true
	}
	return g.Float(f)
}

// Global returns the global variable that the operand is, nil if it is something else.
func (o *Operand) Global() *Global { return o.global }

// Number returns the number that the operand is, and whether it is one.
func (o *Operand) Number() (float64, bool) { return o.number, o.slot < 0 && o.global == nil }

// Float is Operand.Float for a global variable.
func (g *Global) Float(f *Frame) (float64, bool) {
	if f.scope != nil || !g.places.Valid() {
		return 0, false
	}
	return g.at.Float()
}
