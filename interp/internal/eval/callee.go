package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Callee is a function that a built-in calls with two values many times, such as the
// comparator of sort. It remembers the code of the function.
type Callee struct {
	f            *Frame
	fn           value.Value
	code         *Code
	first, other int // slots of the two parameters
}

// Callee returns fn prepared for calls with two values.
func (f *Frame) Callee(fn value.Value) Callee { return Callee{f: f, fn: fn} }

// Call calls the function, as Frame.CallValues does.
func (c *Callee) Call(a, b value.Value) value.Value {
	ex, code := c.f.ex, c.code
	if code == nil || !code.Valid() || !ex.ready(code) {
		c.link()
		return c.f.CallValues(c.fn, a, b)
	}
	saved := ex.current
	inner := ex.enterCode(code, &valuesOrigin)
	inner.slots[c.first&(inlineSlots-1)] = a
	inner.slots[c.other&(inlineSlots-1)] = b
	v := ex.perform(code, inner)
	ex.current = saved
	return v
}

// link remembers the code of the function if it has some with just two parameters by
// position.
func (c *Callee) link() {
	c.code = nil
	user := AsFunction(c.fn)
	if user == nil || user.Aux() == nil {
		return
	}
	state, _ := user.Aux().Code.(*functionState)
	if state == nil || state.code == nil || !state.code.Valid() {
		return
	}
	code := state.code
	if p := code.params; !code.rest && len(p) == 2 && p[0].name == nil && p[1].name == nil && p[0].slot != p[1].slot {
		c.code, c.first, c.other = code, p[0].slot, p[1].slot
	}
}
