package eval

import "github.com/bpl-lang/bpl/interp/value"

// callUser calls the user function fn with the arguments of the call l, which are
// evaluated in f, the caller's frame.
func (f *Frame) callUser(fn, l *value.List, ref *value.Ref) value.Value {
	return f.callFrom(fn, l, 1, ref)
}

// callFrom calls the user function fn with the elements of l from index first on as the
// expressions of its arguments.
func (f *Frame) callFrom(fn, l *value.List, first int, ref *value.Ref) value.Value {
	if code := f.ex.session.code(fn); code != nil {
		return f.callCode(code, l, first, ref)
	}
	return f.enter(fn, f.bind(fn, l, first), ref, l)
}

// CallList calls fn, a user function or a hard reference, with the expressions of the
// list l from index from on as its arguments, names kept. Other values are their own
// result. The call has no name in the stack.
func (f *Frame) CallList(fn value.Value, l *value.List, from int) value.Value {
	if user := AsFunction(fn); user != nil {
		return f.callFrom(user, l, from, nil)
	}
	r := fn.Ref()
	if r == nil || !r.Hard() {
		return fn
	}
	call := value.NewListCap(max(l.Len()-from, 0) + 1)
	call.Push(fn)
	for i := from; i < l.Len(); i++ {
		call.AppendFrom(l, i)
	}
	return f.callBuiltin(r.Function().(*Function), call)
}

// enter counts the call and evaluates the body of fn in a new frame with that scope.
func (f *Frame) enter(fn, scope *value.List, ref *value.Ref, call *value.List) value.Value {
	f.ex.Step()
	return f.walkBody(fn, scope, ref, call)
}

func (f *Frame) walkBody(fn, scope *value.List, ref *value.Ref, call *value.List) value.Value {
	ex := f.ex
	if ex.depth >= ex.depthLimit {
		throwStackOverflow(ex.depthLimit)
	}
	ex.depth++
	inner := ex.push()
	inner.scope, inner.layout, inner.own = scope, nil, origin{ref, call}
	inner.from = &inner.own
	var v value.Value
	if h := ex.session.hooks; h != nil {
		v = h.watched(inner, nil, fn, call, func() value.Value { return inner.Body(fn, 2) })
	} else {
		v = inner.Body(fn, 2)
	}
	ex.pop()
	ex.depth--
	return v
}

// Body evaluates the elements of l from index from on, reading each when it gets there;
// the last value, null if there is none.
func (f *Frame) Body(l *value.List, from int) value.Value {
	v := value.Null()
	for i := from; i < l.Len(); i++ {
		v = f.Eval(l.At(i))
	}
	return v
}

// bind evaluates the arguments of the call l, which are its elements from index first on,
// in parameter order and returns the new local scope (spec/language.md, Functions).
func (f *Frame) bind(fn, l *value.List, first int) *value.List {
	if r := fn.At(1).Ref(); r != nil {
		if r.Hard() || r.Path() != nil {
			return nil
		}
		return bindOne(r, restOf(l, first))
	}
	return f.bindFrom(fn.At(1).List(), l, first, nil, 0, first)
}

// restOf returns the elements of the call l from index first on, unevaluated, with their
// names.
func restOf(l *value.List, first int) value.Value {
	if !l.Named() && l.Len() > first {
		return value.CopyOf(l.Elements()[first:]).Value()
	}
	rest := value.NewListCap(max(l.Len()-first, 0))
	for i := first; i < l.Len(); i++ {
		rest.AppendFrom(l, i)
	}
	return rest.Value()
}

// bindFrom binds the parameters of list from index i on in scope, which may be nil; list
// may be nil too. The arguments of l begin at element first, the next one by position is
// element next.
func (f *Frame) bindFrom(list, l *value.List, first int, scope *value.List, i, next int) *value.List {
	if list == nil {
		return scope
	}
	for ; i < list.Len(); i++ {
		name, argument, positional := parameter(list, i)
		if name == nil {
			continue
		}
		v := value.Null()
		if !positional {
			v = f.namedArgument(l, first, argument.String())
		} else {
			if next < l.Len() {
				v = f.Eval(l.At(next))
			}
			next++
		}
		if scope == nil {
			scope = value.NewListCap(list.Len())
		}
		scope.PutText(name, v)
	}
	return scope
}

// parameter tells what element i of a parameter list binds: the local name, nil for
// elements that are ignored, and the name of the argument unless it goes by position.
func parameter(list *value.List, i int) (name, argument *value.Text, positional bool) {
	p := list.At(i)
	r := p.Ref()
	if r != nil {
		checkBindable(r)
	}
	switch argument = list.NameText(i); {
	case argument != nil && r != nil:
		return r.NameText(), argument, false
	case argument != nil:
		return nil, nil, false
	case p.IsString():
		return p.Text(), p.Text(), false
	case r != nil:
		return r.NameText(), nil, true
	}
	return nil, nil, false
}

func bindOne(r *value.Ref, v value.Value) *value.List {
	scope := value.NewListCap(1)
	scope.PutText(r.NameText(), v)
	return scope
}

// namedArgument evaluates the argument of that name, null if there is none. What stands
// before index first, the function itself, is no argument.
func (f *Frame) namedArgument(l *value.List, first int, name string) value.Value {
	if i := l.Find(name); i >= first {
		return f.Eval(l.At(i))
	}
	return value.Null()
}

// checkBindable throws if a parameter is a path, which no scope can hold.
func checkBindable(r *value.Ref) {
	if r.Walks() {
		Throw(RuntimeError, "Invalid local reference: %s", r.Text())
	}
}

// CallValues calls fn, a user function or a hard reference, with values: nothing is
// evaluated (spec/language.md, Functions). Comparators, timers, events, hosts and
// other callbacks call so; the call has no name in the stack.
func (f *Frame) CallValues(fn value.Value, args ...value.Value) value.Value {
	if user := AsFunction(fn); user != nil {
		ex := f.ex
		if ex.nested >= ex.nestedGuard {
			return f.deeperCall(fn, args)
		}
		ex.nested++
		saved := ex.current
		var v value.Value
		if code := ex.session.code(user); code != nil && !code.rest {
			v = f.callWith(code, args)
		} else {
			v = f.enter(user, f.bindValues(user, args), nil, nil)
		}
		ex.current = saved
		ex.nested--
		return v
	}
	if r := fn.Ref(); r != nil && r.Hard() {
		call := value.NewListCap(len(args) + 1)
		call.Push(fn)
		for _, a := range args {
			call.Push(f.quoted(a))
		}
		return f.evalList(call)
	}
	Throw(IllegalArgument, "call: got %s, want function", TypeName(fn))
	return value.Null()
}

// bindValues is bind for values instead of argument expressions.
func (f *Frame) bindValues(fn *value.List, args []value.Value) *value.List {
	params := fn.At(1)
	if r := params.Ref(); r != nil {
		if r.Hard() || r.Path() != nil {
			return nil
		}
		rest := value.NewListCap(len(args))
		for _, a := range args {
			rest.Push(f.quoted(a))
		}
		return bindOne(r, rest.Value())
	}
	list := params.List()
	if list == nil {
		return nil
	}
	scope := value.NewListCap(list.Len())
	for i := 0; i < list.Len(); i++ {
		name, _, positional := parameter(list, i)
		if name == nil {
			continue
		}
		v := value.Null()
		if positional && len(args) > 0 {
			v, args = args[0], args[1:]
		}
		scope.PutText(name, v)
	}
	return scope
}

// quoted returns v as an expression that evaluates to v.
func (f *Frame) quoted(v value.Value) value.Value {
	if EvaluatesToItself(v) {
		return v
	}
	q := value.NewListCap(2)
	q.Push(f.ex.session.registry.Function("quote").Value())
	q.Push(v)
	return q.Value()
}

// EvaluatesToItself reports whether v, taken as code, is its own value whatever the
// variables are.
func EvaluatesToItself(v value.Value) bool {
	switch v.Kind() {
	case value.KindReference:
		return v.Ref().Hard()
	case value.KindList:
		l := v.List()
		return l.Len() == 0 || l.At(0).Kind() != value.KindReference
	}
	return true
}

// WithScope evaluates code with scope as the local scope, as eval with a scope does.
func (f *Frame) WithScope(scope *value.List, code value.Value) value.Value {
	return f.InScope(scope, func(inner *Frame) value.Value { return inner.Eval(code) })
}

// InScope runs run in a frame whose local scope is scope.
func (f *Frame) InScope(scope *value.List, run func(inner *Frame) value.Value) value.Value {
	inner := f.ex.push()
	inner.scope, inner.layout, inner.from = scope, nil, nil
	v := run(inner)
	f.ex.pop()
	return v
}

// InScopeOf evaluates code with the locals of outer, a frame further up, as
// (eval code (local-scope n)) does, without making a list of them.
func (f *Frame) InScopeOf(outer *Frame, code value.Value) value.Value {
	inner := f.ex.push()
	inner.layout, inner.from, inner.alias = nil, nil, outer
	v := outer.Eval(code)
	f.ex.pop()
	return v
}
