package eval

import "github.com/bpl-lang/bpl/interp/value"

// callSite compiles a call through a soft reference.
func (c *Compiler) callSite(head *value.Ref, l *value.List) Expr {
	operator := c.variable(head)
	if head.Walks() {
		operator = Expr{Run: located(operator.Run, l), Slot: -1}
	}
	return c.site(&site{unit: c.unit, origin: origin{head, l}, first: 1, head: operator})
}

// CallValue compiles (call F ARGS…), whose function is a value; the call has no name.
func (c *Compiler) CallValue(l *value.List) Expr {
	return c.site(&site{unit: c.unit, origin: origin{nil, l}, first: 2, head: c.Arg(l, 1)})
}

// site compiles the arguments of a call whose head is known.
func (c *Compiler) site(s *site) Expr {
	s.quick, s.stays = nothing, unbound
	e := Expr{Runs: true, Slot: -1, depth: s.head.depth}
	s.args = make([]Expr, max(s.call.Len()-s.first, 0))
	for i := range s.args {
		s.args[i] = c.Arg(s.call, s.first+i)
		e.depth = max(e.depth, s.args[i].depth)
	}
	e.Run = s.run
	if s.head.Slot >= 0 || s.head.Global != nil {
		switch n := len(s.args); {
		case n == 1:
			e.Run = s.call1()
		case n == 2:
			e.Run = s.call2()
		case n == 3:
			e.Run = s.call3()
		case n <= mostFew:
			e.Run = s.callFew()
		}
	}
	return e
}

// located is the reading of the path at the head of the call l: an error on its way has
// the place of the call.
//
//go:noinline
func located(read Node, l *value.List) Node {
	return func(f *Frame) value.Value {
		saved := f.ex.current
		f.ex.current = l
		v := read(f)
		f.ex.current = saved
		return v
	}
}

// call1 is run for a call with one argument of a function in a variable, call2 and call3
// with more: they keep the arguments in Go variables until the next frame is taken.
//
//go:noinline
func (s *site) call1() Node {
	return func(f *Frame) value.Value {
		if !s.bound(f) || !s.code.Valid() {
			return s.bind(f)
		}
		code, p := s.code, &s.few[0]
		v := p.run(f)
		if p.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, []value.Value{v})
		}
		ex := f.ex
		if !ex.ready(code) {
			return f.runCode(code, []value.Value{v}, &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		inner.slots[p.slot&(inlineSlots-1)] = v
		v = code.body(inner)
		if code.single && !code.Valid() {
			v = inner.restOfBody(code.fn, 3, v)
		}
		ex.leaveCode(code)
		return v
	}
}

//go:noinline
func (s *site) call2() Node {
	return func(f *Frame) value.Value {
		if !s.bound(f) || !s.code.Valid() {
			return s.bind(f)
		}
		code, p, q := s.code, &s.few[0], &s.few[1]
		v := p.run(f)
		if p.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, []value.Value{v})
		}
		w := q.run(f)
		if q.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, []value.Value{v, w})
		}
		ex := f.ex
		if !ex.ready(code) {
			return f.runCode(code, []value.Value{v, w}, &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		inner.slots[p.slot&(inlineSlots-1)] = v
		inner.slots[q.slot&(inlineSlots-1)] = w
		v = code.body(inner)
		if code.single && !code.Valid() {
			v = inner.restOfBody(code.fn, 3, v)
		}
		ex.leaveCode(code)
		return v
	}
}

//go:noinline
func (s *site) call3() Node {
	return func(f *Frame) value.Value {
		if !s.bound(f) || !s.code.Valid() {
			return s.bind(f)
		}
		code, p, q, r := s.code, &s.few[0], &s.few[1], &s.few[2]
		v := p.run(f)
		if p.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, []value.Value{v})
		}
		w := q.run(f)
		if q.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, []value.Value{v, w})
		}
		x := r.run(f)
		if r.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, []value.Value{v, w, x})
		}
		ex := f.ex
		if !ex.ready(code) {
			return f.runCode(code, []value.Value{v, w, x}, &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		inner.slots[p.slot&(inlineSlots-1)] = v
		inner.slots[q.slot&(inlineSlots-1)] = w
		inner.slots[r.slot&(inlineSlots-1)] = x
		v = code.body(inner)
		if code.single && !code.Valid() {
			v = inner.restOfBody(code.fn, 3, v)
		}
		ex.leaveCode(code)
		return v
	}
}

// mostFew is the number of arguments up to which they are kept on the Go stack until the
// next frame is taken.
const mostFew = 8

// callFew is call1 for up to mostFew arguments.
//
//go:noinline
func (s *site) callFew() Node {
	return func(f *Frame) value.Value {
		if !s.bound(f) || !s.code.Valid() {
			return s.bind(f)
		}
		code, plan := s.code, s.plan
		var args [mostFew]value.Value
		for i := range plan {
			p := &plan[i]
			args[i&(mostFew-1)] = p.run(f)
			if p.runs && (!s.Valid() || !code.Valid()) {
				return f.finishCall(code, s.call, s.first, s.ref, args[:i+1])
			}
		}
		ex := f.ex
		if !ex.ready(code) {
			return f.runCode(code, args[:len(plan)], &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		for i := range plan {
			inner.slots[plan[i].slot&(inlineSlots-1)] = args[i&(mostFew-1)]
		}
		v := code.body(inner)
		if code.single && !code.Valid() {
			v = inner.restOfBody(code.fn, 3, v)
		}
		ex.leaveCode(code)
		return v
	}
}

// runList evaluates a list that has code of its own for the locals of f.
func (f *Frame) runList(l *value.List, c *listCode) value.Value {
	ex := f.ex
	if ex.nested >= ex.nestedGuard {
		return f.deeper(l)
	}
	ex.nested++
	saved := ex.current
	v := c.run(f)
	ex.current = saved
	ex.nested--
	return v
}
