package eval

import "github.com/bpl-lang/bpl/interp/value"

// A Node evaluates a piece of compiled code in a frame whose locals have the layout that
// the code was compiled for.
//
// Functions that make nodes are marked go:noinline: within the closures of a function that
// is inlined itself Go inlines no calls, and each look at a value would be a call.
type Node func(f *Frame) value.Value

// A Test is a Node whose value only counts as true or false.
type Test func(f *Frame) bool

// A Compile function compiles the call l of a built-in; false leaves it to the plain form.
type Compile func(c *Compiler, l *value.List) (Expr, bool)

// A Compiler turns the lists of one unit into closures. Every list whose elements it
// looks at it makes the unit depend on (see Depend).
type Compiler struct {
	unit  *unit
	depth int
	open  map[*value.List]bool // the lists being compiled: one that contains itself is walked there
	call  *value.List          // the list being compiled; nil in the body of a function
	guard *guard               // of the calculation being compiled, see compile_guard.go
}

// Validity tells at run time whether the code still holds.
func (c *Compiler) Validity() *value.Validity { return &c.unit.Validity }

// Depend makes the code invalid when the list changes.
func (c *Compiler) Depend(l *value.List) { l.DependOn(&c.unit.Validity) }

// Expr compiles code.
func (c *Compiler) Expr(code value.Value) Expr {
	switch code.Kind() {
	case value.KindReference:
		if r := code.Ref(); !r.Hard() {
			return c.variable(r)
		}
	case value.KindList:
		return c.list(code.List())
	}
	return Const(code)
}

// Arg compiles element i of the call l; a call that lacks it is left to the plain form by
// the caller, who must ask Len first.
func (c *Compiler) Arg(l *value.List, i int) Expr { return c.Expr(l.At(i)) }

// Body compiles the elements of l from index from on as a sequence; its value is that of
// the last one, null if there is none. When the code becomes invalid on the way, the rest
// is walked.
//
//go:noinline
func (c *Compiler) Body(l *value.List, from int) Expr {
	n := l.Len() - from
	if n <= 0 {
		return Const(value.Null())
	}
	exprs := make([]Expr, n)
	e := Expr{Slot: -1}
	for i := range exprs {
		exprs[i] = c.Arg(l, from+i)
		e.Runs = e.Runs || exprs[i].Runs
		e.depth = max(e.depth, exprs[i].depth)
	}
	if n == 1 {
		e = exprs[0]
		if run, valid := e.Run, c.Validity(); e.Runs {
			e.Test, e.Slot = nil, -1
			e.Run = func(f *Frame) value.Value {
				v := run(f)
				if !valid.Valid() && l.Len() > from+1 {
					return f.Body(l, from+1)
				}
				return v
			}
		}
		return e
	}
	e.Run = c.sequence(l, from, exprs)
	return e
}

//go:noinline
func (c *Compiler) sequence(l *value.List, from int, exprs []Expr) Node {
	valid := c.Validity()
	switch n := len(exprs); {
	case n > mostUnrolled:
		return loopOver(valid, l, from, exprs)
	case n == 1:
		only := exprs[0].Run
		return func(f *Frame) value.Value {
			v := only(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+1, v)
			}
			return v
		}
	case n == 2:
		first, second := exprs[0].Run, exprs[1].Run
		return func(f *Frame) value.Value {
			v := first(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+1, v)
			}
			v = second(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+2, v)
			}
			return v
		}
	case n == 3:
		first, second, third := exprs[0].Run, exprs[1].Run, exprs[2].Run
		return func(f *Frame) value.Value {
			v := first(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+1, v)
			}
			v = second(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+2, v)
			}
			v = third(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+3, v)
			}
			return v
		}
	}
	first, second, third := exprs[0].Run, exprs[1].Run, exprs[2].Run
	rest := c.sequence(l, from+3, exprs[3:])
	return func(f *Frame) value.Value {
		v := first(f)
		if !valid.Valid() {
			return f.restOfBody(l, from+1, v)
		}
		v = second(f)
		if !valid.Valid() {
			return f.restOfBody(l, from+2, v)
		}
		v = third(f)
		if !valid.Valid() {
			return f.restOfBody(l, from+3, v)
		}
		return rest(f)
	}
}

// mostUnrolled is the number of expressions up to which a sequence has a place in the Go
// code for each, where the processor foresees what is called next.
const mostUnrolled = 24

//go:noinline
func loopOver(valid *value.Validity, l *value.List, from int, exprs []Expr) Node {
	nodes := make([]Node, len(exprs))
	for i := range exprs {
		nodes[i] = exprs[i].Run
	}
	return func(f *Frame) value.Value {
		v := value.Null()
		for i, node := range nodes {
			v = node(f)
			if !valid.Valid() {
				return f.restOfBody(l, from+i+1, v)
			}
		}
		return v
	}
}

// restOfBody is Body for a sequence of which something has been evaluated, with value v.
func (f *Frame) restOfBody(l *value.List, from int, v value.Value) value.Value {
	for i := from; i < l.Len(); i++ {
		v = f.Eval(l.At(i))
	}
	return v
}

// list compiles a list as evaluation sees it.
func (c *Compiler) list(l *value.List) Expr {
	if c.depth >= compileDepth || c.open[l] {
		return c.walked(l)
	}
	c.Depend(l)
	if l.Len() == 0 {
		return Const(l.Value())
	}
	head := l.At(0).Ref()
	if head == nil {
		return Const(l.Value())
	}
	if c.open == nil {
		c.open = map[*value.List]bool{}
	}
	outer := c.call
	c.call = l
	c.depth++
	c.open[l] = true
	e := c.callOf(head, l)
	delete(c.open, l)
	c.depth--
	c.call = outer
	e.depth++
	return e
}

func (c *Compiler) callOf(head *value.Ref, l *value.List) Expr {
	if c.guard == nil {
		if e, ok := c.guarded(head, l); ok {
			return e
		}
	}
	if !head.Hard() {
		if fn := c.addition(head); fn != nil {
			if c.guard != nil {
				c.guard.add(c, head.Name())
				return c.builtin(fn, l)
			}
			return c.whileAbsent(head.Name(), l, c.builtin(fn, l))
		}
		return c.callSite(head, l)
	}
	return c.builtin(head.Function().(*Function), l)
}

// builtin compiles the call l of fn.
func (c *Compiler) builtin(fn *Function, l *value.List) Expr {
	if fn.Compile != nil && fn.Denied == "" && l.Len() > fn.Min {
		if e, ok := fn.Compile(c, l); ok {
			return e
		}
	}
	return c.plain(fn, l)
}

// walked leaves a list to the walker.
//
//go:noinline
func (c *Compiler) walked(l *value.List) Expr {
	return Expr{Run: func(f *Frame) value.Value { return f.walkAgain(l) }, Runs: true, Slot: -1}
}

// walkAgain walks a list that is compiled, perhaps to the very call of walkAgain.
func (f *Frame) walkAgain(l *value.List) value.Value {
	if l.Len() == 0 { // it has changed
		return l.Value()
	}
	return f.walkList(l)
}

// plain compiles the call of a built-in that has no compiled form: its arguments are
// compiled by themselves and found when the built-in evaluates them.
//
//go:noinline
func (c *Compiler) plain(fn *Function, l *value.List) Expr {
	depth := c.Attach(l, 1)
	return Expr{Runs: true, Slot: -1, depth: depth, Run: func(f *Frame) value.Value {
		ex := f.ex
		saved := ex.current
		ex.current = l
		v := f.callBuiltin(fn, l)
		ex.current = saved
		return v
	}}
}

// Attach compiles the elements of l from index from on that are lists, for a built-in
// that evaluates them through Frame.Eval. It returns how deep they nest.
func (c *Compiler) Attach(l *value.List, from int) (depth int) {
	for i := from; i < l.Len(); i++ {
		inner := l.At(i).List()
		if inner == nil || inner.Len() == 0 || inner.At(0).Ref() == nil || IsFunction(inner) {
			continue
		}
		e := c.list(inner)
		depth = max(depth, e.depth)
		inner.MakeAux().Code = &listCode{unit: c.unit, run: e.Run}
	}
	return depth
}

// Fail throws with l as the expression that failed: for compiled code, which does not
// keep note of the expression it is in.
func (f *Frame) Fail(l *value.List, typ, format string, args ...any) {
	f.ex.current = l
	Throw(typ, format, args...)
}

// In notes the expression that is being evaluated, before something that may throw; nil
// is the body of the function.
func (f *Frame) In(l *value.List) {
	if l == nil {
		l = f.called().call
	}
	f.ex.current = l
}

// CallPlain evaluates the call l of a built-in in its plain form: for compiled code that
// meets operands which it leaves to that, before it has evaluated anything of l.
func (f *Frame) CallPlain(l *value.List) value.Value {
	ex := f.ex
	saved := ex.current
	ex.current = l
	v := f.callBuiltin(l.At(0).Ref().Function().(*Function), l)
	ex.current = saved
	return v
}
