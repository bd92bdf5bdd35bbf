package eval

import "github.com/bpl-lang/bpl/interp/value"

// A site is a call through a soft reference: of a user function, or of whatever the
// reference names when the call is evaluated. It remembers the function that it called
// last, with its code and which argument goes to which parameter.
type site struct {
	*unit
	call  *value.List
	ref   *value.Ref
	head  Node
	args  []Expr // of the elements of call but the first
	fn    *value.List
	code  *Code
	plan  []argument
	links int
}

// An argument of a plan fills one parameter; a nil node is null.
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
	s := &site{unit: c.unit, call: l, ref: head, head: c.variable(head).Run}
	e := Expr{Runs: true, Slot: -1}
	s.args = make([]Expr, l.Len()-1)
	for i := range s.args {
		s.args[i] = c.Arg(l, i+1)
		e.depth = max(e.depth, s.args[i].depth)
	}
	e.Run = s.run
	if len(s.args) == 1 {
		e.Run = s.run1
	}
	return e
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
		return f.runCode(s.code, []value.Value{restOf(s.call, 1)}, s.ref, s.call)
	}
	var few [6]value.Value
	args := few[:]
	if len(s.plan) > len(few) {
		args = value.MakeSlice(len(s.plan))
	}
	code := s.code
	for i := range s.plan {
		p := &s.plan[i]
		if p.run == nil {
			args[i] = value.Null()
			continue
		}
		args[i] = p.run(f)
		if p.runs && (!s.Valid() || !code.Valid()) {
			return f.finishCall(code, s.call, 1, s.ref, args[:i+1])
		}
	}
	return f.runCode(code, args[:len(s.plan)], s.ref, s.call)
}

// run1 is run for one argument, which most functions have.
func (s *site) run1(f *Frame) value.Value {
	target := s.head(f)
	code := s.code
	if l := target.List(); l == nil || l != s.fn || !code.Valid() || len(s.plan) != 1 || s.plan[0].run == nil {
		return s.run(f)
	}
	p := &s.plan[0]
	v := p.run(f)
	if p.runs && (!s.Valid() || !code.Valid()) {
		return f.finishCall(code, s.call, 1, s.ref, []value.Value{v})
	}
	ex := f.ex
	if ex.left--; ex.left < 0 || ex.depth >= ex.depthLimit || ex.nested+code.nesting > ex.nestedGuard {
		ex.left++
		return f.runCode(code, []value.Value{v}, s.ref, s.call)
	}
	ex.depth++
	ex.nested += code.nesting
	inner := ex.push()
	inner.ref, inner.call = s.ref, s.call
	inner.use(code.layout)
	inner.slots[p.slot&(inlineSlots-1)] = v
	v = code.body(inner)
	ex.pop()
	ex.nested -= code.nesting
	ex.depth--
	return v
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
	s.fn, s.code = l, code
	s.plan = make([]argument, len(code.params))
	if code.rest {
		s.attachArguments()
		s.plan = nil
		return true
	}
	next := 0
	for i, p := range code.params {
		at := -1
		if p.name != nil {
			at = s.call.Find(p.name.String()) - 1
		} else {
			at = next
			next++
		}
		s.plan[i].slot = p.slot
		if at >= 0 && at < len(s.args) {
			s.plan[i].run, s.plan[i].runs = s.args[at].Run, s.args[at].Runs
		}
	}
	if len(s.plan) == 1 && s.plan[0].slot >= inlineSlots {
		s.plan[0].runs = true
	}
	return true
}

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
		return f.runCode(code, []value.Value{restOf(l, first)}, ref, l)
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
	return f.runCode(code, args, ref, l)
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
	scope = f.bindFrom(code.fn, l, first, scope, from, next)
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
	return f.runCode(code, args, nil, nil)
}

// runCode calls a function with the values of its parameters: it counts the call, and
// evaluates the body in a new frame.
func (f *Frame) runCode(code *Code, args []value.Value, ref *value.Ref, call *value.List) value.Value {
	ex := f.ex
	if ex.left--; ex.left < 0 {
		f.In(call)
		ex.Tick()
		ex.left--                                     // this step belongs to the new budget
		if !code.Valid() || ex.session.hooks != nil { // another executor had its turn
			return f.walkBody(code.fn, code.scopeOf(args), ref, call)
		}
	}
	if ex.depth >= ex.depthLimit {
		f.In(call)
		throwStackOverflow(ex.depthLimit)
	}
	if ex.nested+code.nesting > ex.nestedGuard {
		f.In(call)
		kept := append([]value.Value(nil), args...)
		return ex.onFreshStack(func() value.Value { return f.evaluateBody(code, kept, ref, call) })
	}
	return f.evaluateBody(code, args, ref, call)
}

func (f *Frame) evaluateBody(code *Code, args []value.Value, ref *value.Ref, call *value.List) value.Value {
	ex := f.ex
	ex.depth++
	ex.nested += code.nesting
	inner := ex.push()
	inner.ref, inner.call = ref, call
	inner.use(code.layout)
	for i, v := range args {
		inner.putSlot(code.params[i].slot, v)
	}
	v := code.body(inner)
	ex.pop()
	ex.nested -= code.nesting
	ex.depth--
	return v
}
