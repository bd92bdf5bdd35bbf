package eval

import "github.com/bpl-lang/bpl/interp/value"

// Eval evaluates code: references are looked up, lists whose first element is a function
// are called, everything else is itself.
func (f *Frame) Eval(code value.Value) value.Value {
	switch code.Kind() {
	case value.KindReference:
		if r := code.Ref(); !r.Hard() {
			return f.lookup(r)
		}
	case value.KindList:
		return f.evalList(code.List())
	}
	return code
}

// evalList evaluates a list. What it means is decided by its elements now.
func (f *Frame) evalList(l *value.List) value.Value {
	if l.Len() == 0 {
		return l.Value()
	}
	if a := l.Aux(); a != nil {
		if c, ok := a.Code.(*listCode); ok && c.Valid() && c.layout == f.layout && c.session.hooks == nil {
			return f.runList(l, c)
		}
	}
	return f.walkList(l)
}

// walkList is evalList for a list that is not empty, without a look at code that it may have.
func (f *Frame) walkList(l *value.List) value.Value {
	r := l.At(0).Ref()
	if r == nil {
		return l.Value()
	}
	var fn *Function
	var user *value.List
	if r.Hard() {
		fn = r.Function().(*Function)
	} else {
		target := f.operator(r, l)
		if h := target.Ref(); h != nil && h.Hard() {
			fn = h.Function().(*Function)
		} else if user = target.List(); user == nil || !IsFunction(user) {
			return l.Value()
		}
	}
	ex := f.ex
	if ex.nested >= ex.nestedGuard {
		return f.deeper(l)
	}
	ex.nested++
	saved := ex.current
	ex.current = l
	var v value.Value
	if fn != nil {
		v = f.callBuiltin(fn, l)
	} else {
		v = f.callUser(user, l, r)
	}
	ex.current = saved
	ex.nested--
	return v
}

// callBuiltin calls a built-in with the unevaluated call list.
func (f *Frame) callBuiltin(fn *Function, l *value.List) value.Value {
	if l.Len()-1 < fn.Min {
		panic(NewException(RuntimeError, "Insufficient number of arguments"))
	}
	if fn.Denied != "" {
		panic(NewException(PermissionDenied, "%s: %s", fn.Name, fn.Denied))
	}
	if h := f.ex.session.hooks; h != nil {
		return h.watched(f, fn, nil, l, func() value.Value { return fn.Plain(f, l) })
	}
	return fn.Plain(f, l)
}

// IsFunction reports whether a list is a user function: at least three elements, the
// first one a reference named function.
func IsFunction(l *value.List) bool {
	if l.Len() < 3 {
		return false
	}
	r := l.At(0).Ref()
	return r != nil && r.Text() == "function"
}

// AsFunction returns the user function that v is, nil if it is none.
func AsFunction(v value.Value) *value.List {
	if l := v.List(); l != nil && IsFunction(l) {
		return l
	}
	return nil
}

// lookup returns the value of a soft reference, walking if it is a path.
func (f *Frame) lookup(r *value.Ref) value.Value {
	if !r.Walks() {
		return f.Variable(r.Name())
	}
	return f.walk(r, r.Path())
}

// operator returns the value of the reference at the head of the call l; an error on the
// way of a path has the place of the call.
func (f *Frame) operator(r *value.Ref, l *value.List) value.Value {
	if !r.Walks() {
		return f.Variable(r.Name())
	}
	saved := f.ex.current
	f.ex.current = l
	v := f.walk(r, r.Path())
	f.ex.current = saved
	return v
}

// walk follows steps from the variable of the first one; the last step may name an
// element that does not exist (null).
func (f *Frame) walk(r *value.Ref, steps []value.Step) value.Value {
	v := f.Variable(steps[0].Name.String())
	for i := 1; i < len(steps); i++ {
		v = step(r, v, steps[i])
	}
	return v
}

// Find looks for what a soft reference names without raising an error where the way to it
// does not exist. Only what is in the local or the global scope counts.
func (f *Frame) Find(r *value.Ref) (value.Value, bool) {
	v, ok := f.local(r.Name())
	if !ok {
		if v, ok = f.ex.session.Global.Get(r.Name()); !ok {
			return value.Null(), false
		}
	}
	if !r.Walks() {
		return v, true
	}
	for _, s := range r.Path()[1:] {
		l := v.List()
		if l == nil {
			return value.Null(), false
		}
		i := int(s.Index)
		if s.Name != nil {
			i = l.Find(s.Name.String())
		}
		if i < 0 || i >= l.Len() {
			return value.Null(), false
		}
		v = l.At(i)
	}
	return v, true
}

// Parent walks to the list that the last step of the path r looks into.
func (f *Frame) Parent(r *value.Ref) (*value.List, value.Step) {
	steps := r.Path()
	last := len(steps) - 1
	v := f.walk(r, steps[:last])
	l := v.List()
	if l == nil {
		throwAt(r, IllegalArgument, "%s: got %s, want list before %s", r.Text(), TypeName(v), stepText(steps[last]))
	}
	return l, steps[last]
}

// step takes one step of a path.
func step(r *value.Ref, v value.Value, s value.Step) value.Value {
	l := v.List()
	if l == nil {
		throwAt(r, IllegalArgument, "%s: got %s, want list before %s", r.Text(), TypeName(v), stepText(s))
	}
	if s.Name != nil {
		found, _ := l.Get(s.Name.String())
		return found
	}
	i := int(s.Index)
	if i < 0 || i >= l.Len() {
		throwAt(r, IndexOutOfBounds, "%s", IndexMessage(r.Text(), int64(s.Index), l.Len()))
	}
	return l.At(i)
}

// throwAt throws with the reference as the failing expression.
func throwAt(r *value.Ref, typ, format string, args ...any) {
	e := NewException(typ, format, args...)
	e.Expression, e.hasExpression = r.Value(), true
	panic(e)
}
