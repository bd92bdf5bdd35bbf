package eval

import "github.com/bpl-lang/bpl/interp/value"

// A site is a call through a soft reference: of a user function, or of whatever the
// reference names when the call is evaluated. It remembers the function that it called
// last, with its code and which argument goes to which parameter.
type site struct {
	*unit
	origin
	head  Node
	args  []Expr // of the elements of call but the first
	fn    *value.List
	code  *Code
	plan  []argument
	links int

	// For global1 and global2: holds while the global variable has the value fn, and the
	// arguments of the plan.
	bound *value.Validity
	p, q  argument
}

// unbound is the bound of sites that are not linked to the value of a global variable.
var unbound = func() *value.Validity {
	v := new(value.Validity)
	v.Invalidate()
	return v
}()

// An argument of a plan fills the slot of one parameter.
type argument struct {
	run  Node
	runs bool
	slot int
}

// mostLinks is how often a site is linked anew before it is taken to call ever changing
// functions.
const mostLinks = 64

// callSite compiles a call through a soft reference.
func (c *Compiler) callSite(head *value.Ref, l *value.List) Expr {
	s := &site{unit: c.unit, origin: origin{head, l}, head: c.operator(head, l), bound: unbound}
	e := Expr{Runs: true, Slot: -1}
	s.args = make([]Expr, l.Len()-1)
	for i := range s.args {
		s.args[i] = c.Arg(l, i+1)
		e.depth = max(e.depth, s.args[i].depth)
	}
	e.Run = s.run
	if !head.Walks() && c.unit.layout.find(head.Name()) < 0 {
		switch len(s.args) {
		case 1:
			e.Run = s.global1()
		case 2:
			e.Run = s.global2()
		case 3, mostFew:
			e.Run = s.globalFew(len(s.args))
		}
	}
	return e
}

// operator compiles the reading of the reference at the head of the call l; an error on
// the way of a path has the place of the call.
//
//go:noinline
func (c *Compiler) operator(head *value.Ref, l *value.List) Node {
	read := c.variable(head).Run
	if !head.Walks() {
		return read
	}
	return func(f *Frame) value.Value {
		saved := f.ex.current
		f.ex.current = l
		v := read(f)
		f.ex.current = saved
		return v
	}
}

// run evaluates the call.
func (s *site) run(f *Frame) value.Value {
	target := s.head(f)
	l := target.List()
	if l == nil || l != s.fn || !s.code.Valid() {
		if l == nil || !s.link(l) {
			return s.walk(f, target)
		}
	}
	if s.code.rest {
		rest := [1]value.Value{restOf(s.call, 1)}
		return f.runCode(s.code, rest[:], &s.origin)
	}
	var few [6]value.Value
	args := few[:]
	if len(s.plan) > len(few) {
		args = value.MakeSlice(len(s.plan))
	}
	code := s.code
	for i := range s.plan {
		p := &s.plan[i]
		args[i] = p.run(f)
		if p.runs && (!s.Valid() || !code.Valid()) {
			return f.finishCall(code, s.call, 1, s.ref, args[:i+1])
		}
	}
	return f.runCode(code, args[:len(s.plan)], &s.origin)
}

// global1 is run for a call with one argument of a function that a global variable holds,
// global2 that with two: they write the arguments into the next frame themselves.
//
//go:noinline
func (s *site) global1() Node {
	return func(f *Frame) value.Value {
		code := s.code
		if !s.bound.Valid() || !code.Valid() || f.scope != nil {
			return s.rebind(f, 1)
		}
		v := s.p.run(f)
		if s.p.runs && (!s.Valid() || !code.Valid()) {
			return f.finishCall(code, s.call, 1, s.ref, []value.Value{v})
		}
		ex := f.ex
		if ex.left <= 0 || ex.depth >= ex.depthLimit || ex.nested+code.nesting > ex.nestedGuard {
			return f.runCode(code, []value.Value{v}, &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		inner.slots[s.p.slot&(inlineSlots-1)] = v
		v = code.body(inner)
		if code.single && !code.Valid() {
			v = inner.restOfBody(code.fn, 3, v)
		}
		ex.leaveCode(code)
		return v
	}
}

//go:noinline
func (s *site) global2() Node {
	return func(f *Frame) value.Value {
		code := s.code
		if !s.bound.Valid() || !code.Valid() || f.scope != nil {
			return s.rebind(f, 2)
		}
		v := s.p.run(f)
		if s.p.runs && (!s.Valid() || !code.Valid()) {
			return f.finishCall(code, s.call, 1, s.ref, []value.Value{v})
		}
		w := s.q.run(f)
		if s.q.runs && (!s.Valid() || !code.Valid()) {
			return f.finishCall(code, s.call, 1, s.ref, []value.Value{v, w})
		}
		ex := f.ex
		if ex.left <= 0 || ex.depth >= ex.depthLimit || ex.nested+code.nesting > ex.nestedGuard {
			return f.runCode(code, []value.Value{v, w}, &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		inner.slots[s.p.slot&(inlineSlots-1)] = v
		inner.slots[s.q.slot&(inlineSlots-1)] = w
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
const mostFew = 4

// globalFew is global1 for up to mostFew arguments.
//
//go:noinline
func (s *site) globalFew(n int) Node {
	return func(f *Frame) value.Value {
		code := s.code
		if !s.bound.Valid() || !code.Valid() || f.scope != nil {
			return s.rebind(f, n)
		}
		var args [mostFew]value.Value
		for i := range s.plan {
			p := &s.plan[i]
			args[i&(mostFew-1)] = p.run(f)
			if p.runs && (!s.Valid() || !code.Valid()) {
				return f.finishCall(code, s.call, 1, s.ref, args[:i+1])
			}
		}
		ex := f.ex
		if ex.left <= 0 || ex.depth >= ex.depthLimit || ex.nested+code.nesting > ex.nestedGuard {
			return f.runCode(code, args[:n], &s.origin)
		}
		inner := ex.enterCode(code, &s.origin)
		for i := range s.plan {
			inner.slots[s.plan[i].slot&(inlineSlots-1)] = args[i&(mostFew-1)]
		}
		v := code.body(inner)
		if code.single && !code.Valid() {
			v = inner.restOfBody(code.fn, 3, v)
		}
		ex.leaveCode(code)
		return v
	}
}

// rebind evaluates the call in the general way, and binds the site to the function that
// the global variable holds if it has code with so many parameters.
func (s *site) rebind(f *Frame, params int) value.Value {
	if f.scope == nil {
		global := s.session.Global
		if i := global.Find(s.ref.Name()); i >= 0 {
			if l := global.At(i).List(); l != nil && (l == s.fn && s.code.Valid() || s.link(l)) && len(s.plan) == params {
				s.bound, s.p = global.Watch(i), s.plan[0]
				if params > 1 {
					s.q = s.plan[1]
				}
			}
		}
	}
	return s.run(f)
}

// enterCode takes the frame for a call of code and counts the call; leaveCode gives it
// back.
func (ex *Executor) enterCode(code *Code, from *origin) *Frame {
	ex.left--
	ex.depth++
	ex.nested += code.nesting
	inner := ex.push()
	if inner.from != from {
		inner.from = from
	}
	inner.use(code.layout)
	return inner
}

func (ex *Executor) leaveCode(code *Code) {
	ex.nested -= code.nesting
	ex.depth--
	ex.pop()
}

// link remembers the function l if it is one that has code now.
func (s *site) link(l *value.List) bool {
	if !IsFunction(l) || s.links > mostLinks {
		return false
	}
	code := s.session.code(l)
	if code == nil {
		return false
	}
	s.links++
	s.fn, s.code, s.bound = l, code, unbound
	s.plan = make([]argument, len(code.params))
	if code.rest {
		s.attachArguments()
		s.plan = nil
		return true
	}
	next := 0
	for i, p := range code.params {
		var at int // of the argument, below 0 if there is none
		if p.name != nil {
			at = s.call.Find(p.name.String()) - 1
		} else {
			at = next
			next++
		}
		s.plan[i] = argument{run: nullArgument, slot: p.slot}
		if at >= 0 && at < len(s.args) {
			s.plan[i].run, s.plan[i].runs = s.args[at].Run, s.args[at].Runs
		}
	}
	return true
}

// nullArgument is the argument that a call does not give.
func nullArgument(*Frame) value.Value { return value.Null() }

// attachArguments gives argument lists their code for a function that takes them
// unevaluated and, as a rule, evaluates them in the scope of its caller.
func (s *site) attachArguments() {
	for i := range s.args {
		if inner := s.call.At(i + 1).List(); inner != nil && !s.args[i].Const {
			inner.MakeAux().Code = &listCode{unit: s.unit, run: s.args[i].Run}
		}
	}
}

// walk evaluates the call when the reference names nothing that is linked.
func (s *site) walk(f *Frame, target value.Value) value.Value {
	ex := f.ex
	if h := target.Ref(); h != nil && h.Hard() {
		saved := ex.current
		ex.current = s.call
		v := f.callBuiltin(h.Function().(*Function), s.call)
		ex.current = saved
		return v
	}
	user := AsFunction(target)
	if user == nil {
		return s.call.Value()
	}
	if ex.nested >= ex.nestedGuard {
		return ex.onFreshStack(func() value.Value { return s.walk(f, target) })
	}
	ex.nested++
	saved := ex.current
	ex.current = s.call
	v := f.callUser(user, s.call, s.ref)
	ex.current = saved
	ex.nested--
	return v
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

// callCode calls a function that has code from walked code: arguments are evaluated by
// walking, in parameter order.
func (f *Frame) callCode(code *Code, l *value.List, first int, ref *value.Ref) value.Value {
	if code.rest {
		rest := [1]value.Value{restOf(l, first)}
		return f.runCode(code, rest[:], &origin{ref, l})
	}
	var few [6]value.Value
	args := few[:0]
	next := first
	for _, p := range code.params {
		v := value.Null()
		if p.name != nil {
			v = f.namedArgument(l, first, p.name.String())
		} else {
			if next < l.Len() {
				v = f.Eval(l.At(next))
			}
			next++
		}
		args = append(args, v)
		if !code.Valid() {
			return f.finishCall(code, l, first, ref, args)
		}
	}
	return f.runCode(code, args, &origin{ref, l})
}

// finishCall binds the remaining parameters by walking, after the lists that code was
// made from have changed while args, the values of the first parameters, were evaluated.
func (f *Frame) finishCall(code *Code, l *value.List, first int, ref *value.Ref, args []value.Value) value.Value {
	scope := code.scopeOf(args)
	next := first
	for i := range args {
		if code.params[i].name == nil {
			next++
		}
	}
	saved := f.ex.current
	f.ex.current = l
	from := code.params[len(args)-1].position + 1
	scope = f.bindFrom(code.list, l, first, scope, from, next)
	v := f.enter(code.fn, scope, ref, l)
	f.ex.current = saved
	return v
}

// scopeOf returns a scope list in which the first parameters have these values.
func (c *Code) scopeOf(args []value.Value) *value.List {
	if len(c.params) == 0 {
		return nil
	}
	scope := value.NewListCap(len(c.params))
	for i, v := range args {
		scope.PutText(c.layout.names[c.params[i].slot], v)
	}
	return scope
}

// callWith calls a function that has code with values.
func (f *Frame) callWith(code *Code, values []value.Value) value.Value {
	var few [6]value.Value
	args := few[:0]
	for _, p := range code.params {
		v := value.Null()
		if p.name == nil && len(values) > 0 {
			v, values = values[0], values[1:]
		}
		args = append(args, v)
	}
	return f.runCode(code, args, &valuesOrigin)
}

// valuesOrigin is the origin of all calls with values.
var valuesOrigin origin

// runCode calls a function with the values of its parameters: it counts the call, and
// evaluates the body in a new frame.
func (f *Frame) runCode(code *Code, args []value.Value, from *origin) value.Value {
	ex := f.ex
	if ex.left <= 0 {
		f.In(from.call)
		ex.Tick()
		if !code.Valid() || ex.session.hooks != nil { // another executor had its turn
			ex.left--
			return f.walkBody(code.fn, code.scopeOf(args), from.ref, from.call)
		}
	}
	if ex.depth >= ex.depthLimit {
		f.In(from.call)
		throwStackOverflow(ex.depthLimit)
	}
	if ex.nested+code.nesting > ex.nestedGuard {
		f.In(from.call)
		kept := append([]value.Value(nil), args...)
		return ex.onFreshStack(func() value.Value { return f.evaluateBody(code, kept, from) })
	}
	return f.evaluateBody(code, args, from)
}

func (f *Frame) evaluateBody(code *Code, args []value.Value, from *origin) value.Value {
	ex := f.ex
	inner := ex.enterCode(code, from)
	for i, v := range args {
		inner.putSlot(code.params[i].slot, v)
	}
	v := code.body(inner)
	if code.single && !code.Valid() {
		v = inner.restOfBody(code.fn, 3, v)
	}
	ex.leaveCode(code)
	return v
}
