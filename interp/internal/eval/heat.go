package eval

import "github.com/bpl-lang/bpl/interp/value"

// Heat counts the turns of a loop that is walked, and has its parts compiled when there
// are many. The zero Heat is a loop that begins.
type Heat struct {
	turns, wait int
	unit        *unit
}

// warmTurns is how many turns a loop is walked before its parts are compiled.
const warmTurns = 8

// Turn counts a turn of the loop l, whose elements are evaluated in f. Code that a change
// of the lists made invalid is compiled again after twice as many turns as the last time.
func (h *Heat) Turn(f *Frame, l *value.List) {
	f.ex.Step()
	if h.unit != nil && h.unit.Valid() {
		return
	}
	if h.wait == 0 {
		h.wait = warmTurns
	}
	if h.turns++; h.turns < h.wait {
		return
	}
	s := f.ex.session
	if s.registry.Config.WalkOnly || s.hooks != nil {
		return
	}
	if h.unit != nil {
		s.invalidations++
	}
	h.turns, h.wait = 0, min(2*h.wait, mostWalks)
	h.unit = &unit{session: s, layout: f.layout}
	c := &Compiler{unit: h.unit}
	c.Depend(l)
	c.Attach(l, 1)
}
