package eval

import "github.com/bpl-lang/bpl/interp/value"

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

// ready reports whether code may be called without a look at the limits.
func (ex *Executor) ready(code *Code) bool {
	return ex.left > 0 && ex.depth < ex.depthLimit && ex.nested+code.nesting <= ex.nestedGuard
}

// perform evaluates the body of code in inner, the frame that enterCode took and whose
// parameters are filled, and gives the frame back.
func (ex *Executor) perform(code *Code, inner *Frame) value.Value {
	v := code.body(inner)
	if code.single && !code.Valid() {
		v = inner.restOfBody(code.fn, 3, v)
	}
	ex.leaveCode(code)
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
	return ex.perform(code, inner)
}
