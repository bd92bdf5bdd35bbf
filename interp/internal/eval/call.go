package eval

import "github.com/bpl-lang/bpl/interp/value"

// callUser calls the user function fn with the arguments of the call l, which are
// evaluated in f, the caller's frame.
func (f *Frame) callUser(fn, l *value.List, ref *value.Ref) value.Value {
	return f.enter(fn, f.bind(fn, l, 1), ref, l)
}

// CallList calls fn, a user function or a hard reference, with the expressions of the
// list l from index from on as its arguments, names kept. Other values are their own
// result. The call has no name in the stack.
func (f *Frame) CallList(fn value.Value, l *value.List, from int) value.Value {
	if user := AsFunction(fn); user != nil {
		return f.enter(user, f.bind(user, l, from), nil, l)
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

// enter evaluates the body of fn in a new frame with that scope.
func (f *Frame) enter(fn, scope *value.List, ref *value.Ref, call *value.List) value.Value {
	ex := f.ex
	ex.Step()
	if ex.depth >= ex.depthLimit {
		throwStackOverflow(ex.depthLimit)
	}
	ex.depth++
	inner := f.push(scope, ref, call)
	var v value.Value
	if h := ex.session.hooks; h != nil {
		v = h.watched(inner, nil, fn, call, func() value.Value { return inner.Body(fn, 2) })
	} else {
		v = inner.Body(fn, 2)
	}
	inner.pop()
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
// in parameter order and returns the new local scope (language.md §6, "Calling user
// functions").
func (f *Frame) bind(fn, l *value.List, first int) *value.List {
	params := fn.At(1)
	if r := params.Ref(); r != nil {
		if r.Hard() || r.Path() != nil {
			return nil
		}
		rest := value.NewListCap(max(l.Len()-first, 0))
		for i := first; i < l.Len(); i++ {
			appendArgument(rest, l, i)
		}
		return bindOne(r, rest.Value())
	}
	list := params.List()
	if list == nil {
		return nil
	}
	var scope *value.List
	put := func(name *value.Text, v value.Value) {
		if scope == nil {
			scope = value.NewListCap(list.Len())
		}
		scope.PutText(name, v)
	}
	next := first
	for i := 0; i < list.Len(); i++ {
		p := list.At(i)
		name := list.NameText(i)
		switch {
		case name != nil:
			if r := p.Ref(); r != nil {
				checkBindable(r)
				put(r.NameText(), f.namedArgument(l, first, name.String()))
			}
		case p.IsString():
			put(p.Text(), f.namedArgument(l, first, p.Text().String()))
		default:
			if r := p.Ref(); r != nil {
				checkBindable(r)
				v := value.Null()
				if next < l.Len() {
					v = f.Eval(l.At(next))
				}
				next++
				put(r.NameText(), v)
			}
		}
	}
	return scope
}

func bindOne(r *value.Ref, v value.Value) *value.List {
	scope := value.NewListCap(1)
	scope.PutText(r.NameText(), v)
	return scope
}

// appendArgument adds element i of the call l, with its name, to the list of a variadic
// function. A repeated name cannot occur: names are unique in l.
func appendArgument(rest, l *value.List, i int) {
	if name := l.NameText(i); name != nil {
		rest.PutText(name, l.At(i))
		return
	}
	rest.Push(l.At(i))
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
// evaluated (language.md §6, "Calls with values"). Comparators, timers, events, hosts and
// other callbacks call so; the call has no name in the stack.
func (f *Frame) CallValues(fn value.Value, args ...value.Value) value.Value {
	if user := AsFunction(fn); user != nil {
		ex := f.ex
		if ex.nested >= ex.nestedGuard {
			return f.deeperCall(fn, args)
		}
		ex.nested++
		saved := ex.current
		v := f.enter(user, f.bindValues(user, args), nil, nil)
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
	next := 0
	for i := 0; i < list.Len(); i++ {
		p := list.At(i)
		r := p.Ref()
		switch {
		case list.NameText(i) != nil:
			if r != nil {
				checkBindable(r)
				scope.PutText(r.NameText(), value.Null())
			}
		case p.IsString():
			scope.PutText(p.Text(), value.Null())
		case r != nil:
			checkBindable(r)
			v := value.Null()
			if next < len(args) {
				v = args[next]
			}
			next++
			scope.PutText(r.NameText(), v)
		}
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
	inner := f.push(scope, nil, nil)
	v := inner.Eval(code)
	inner.pop()
	return v
}
