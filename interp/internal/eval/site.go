package eval

import "github.com/bpl-lang/bpl/interp/value"

// A site is a call of a user function, or of whatever its head gives when the call is
// evaluated. It remembers the function that it called last, with its code and which
// argument goes to which parameter.
type site struct {
	*unit
	origin
	first int // index in call of the first argument
	head  Expr
	args  []Expr // the elements of call from first on
	fn    *value.List
	code  *Code
	plan  []argument
	few   [3]argument // the first ones of plan
	links int

	// A site is bound while it need not evaluate its head to know that it gives fn, whose
	// parameters then are as many as the arguments: as long as quick is the value of the
	// local variable that the head is, or stays holds, for that of a global variable.
	quick *value.List
	stays *value.Validity
}

// An argument of a plan fills the slot of one parameter.
type argument struct {
	run  Node
	runs bool
	slot int
}

// mostLinks is how often a site is linked anew before it is taken to call ever changing
// functions, such as those that are given to a function.
const mostLinks = 16

// unbound is the stays of sites that are not bound to the value of a global variable, and
// the places of one that has not been found.
var unbound = func() *value.Validity {
	v := new(value.Validity)
	v.Invalidate()
	return v
}()

// nothing is the quick of sites that are not bound to the value of a local variable.
var nothing = value.NewList(0)

// bound reports whether the head gives the function of s.
func (s *site) bound(f *Frame) bool {
	if i := s.head.Slot; i >= 0 {
		return f.slots[i&(inlineSlots-1)].IsThe(s.quick)
	}
	return s.stays.Valid() && f.scope == nil
}

// still reports whether code is what the site calls, after the evaluation of an argument,
// which may have changed or called anything, the site itself included.
func (s *site) still(code *Code) bool { return s.Valid() && code.Valid() && s.code == code }

// run evaluates the call.
func (s *site) run(f *Frame) value.Value {
	target := s.head.Run(f)
	if s.head.Runs && !s.Valid() { // of call
		f.In(s.call)
		return f.CallList(target, s.call, s.first)
	}
	l := target.List()
	if l == nil || l != s.fn || !s.code.Valid() {
		if l == nil || !s.link(l) {
			if code := s.other(l); code != nil {
				return s.runOther(f, code)
			}
			return s.walk(f, target)
		}
	}
	if s.code.rest {
		rest := [1]value.Value{restOf(s.call, s.first)}
		return f.runCode(s.code, rest[:], &s.origin)
	}
	var few [6]value.Value
	args := few[:]
	code, plan := s.code, s.plan // an argument may call this very site, which then has those of another function
	if len(plan) > len(few) {
		args = value.MakeSlice(len(plan))
	}
	for i := range plan {
		p := &plan[i]
		args[i] = p.run(f)
		if p.runs && !s.still(code) {
			return f.finishCall(code, s.call, s.first, s.ref, args[:i+1])
		}
	}
	return f.runCode(code, args[:len(plan)], &s.origin)
}

// bind evaluates the call in the general way, and binds the site if the head is a variable
// whose value has code with so many parameters.
func (s *site) bind(f *Frame) value.Value {
	switch g := s.head.Global; {
	case s.head.Slot >= 0:
		if l := f.slots[s.head.Slot&(inlineSlots-1)].List(); l != nil && s.fits(l) {
			s.quick = l
		}
	case g != nil && f.scope == nil:
		global := s.session.Global
		if i := global.Find(g.ref.Name()); i >= 0 {
			if l := global.At(i).List(); l != nil && s.fits(l) {
				s.stays = global.Watch(i)
			}
		}
	}
	return s.run(f)
}

// fits links the site to the function l and reports whether each argument is for a
// parameter of its own.
func (s *site) fits(l *value.List) bool {
	if (l != s.fn || !s.code.Valid()) && !s.link(l) {
		return false
	}
	return !s.code.rest && len(s.plan) == len(s.args)
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
	s.fn, s.code, s.quick, s.stays = l, code, nothing, unbound
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
			at = s.call.Find(p.name.String()) - s.first
		} else {
			at = next
			next++
		}
		s.plan[i] = argument{run: nullArgument, slot: p.slot}
		if at >= 0 && at < len(s.args) {
			s.plan[i].run, s.plan[i].runs = s.args[at].Run, s.args[at].Runs
		}
	}
	copy(s.few[:], s.plan)
	return true
}

// other returns the code of the function l, which a site of ever changing functions calls
// without being linked: nil if l is none, has no code, or parameters that take arguments by
// name or unevaluated.
func (s *site) other(l *value.List) *Code {
	if l == nil || s.links <= mostLinks || !IsFunction(l) {
		return nil
	}
	code := s.session.known(l)
	if code == nil || !code.positional() {
		return nil
	}
	return code
}

// runOther evaluates the call of a function that the site is not linked to.
func (s *site) runOther(f *Frame, code *Code) value.Value {
	var few [6]value.Value
	args := few[:]
	if len(code.params) > len(few) {
		args = value.MakeSlice(len(code.params))
	}
	args = args[:len(code.params)]
	for i := range args {
		if i >= len(s.args) {
			args[i] = value.Null()
			continue
		}
		a := &s.args[i]
		args[i] = a.Run(f)
		if a.Runs && (!s.Valid() || !code.Valid()) {
			return f.finishCall(code, s.call, s.first, s.ref, args[:i+1])
		}
	}
	return f.runCode(code, args, &s.origin)
}

// nullArgument is the argument that a call does not give.
func nullArgument(*Frame) value.Value { return value.Null() }

// attachArguments gives argument lists their code for a function that takes them
// unevaluated and, as a rule, evaluates them in the scope of its caller.
func (s *site) attachArguments() {
	for i := range s.args {
		if inner := s.call.At(i + s.first).List(); inner != nil && !s.args[i].Const {
			inner.MakeAux().Code = &listCode{unit: s.unit, run: s.args[i].Run}
		}
	}
}

// walk evaluates the call when the reference names nothing that is linked.
func (s *site) walk(f *Frame, target value.Value) value.Value {
	ex := f.ex
	if s.ref == nil { // of call
		saved := ex.current
		ex.current = s.call
		v := f.CallList(target, s.call, s.first)
		ex.current = saved
		return v
	}
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
