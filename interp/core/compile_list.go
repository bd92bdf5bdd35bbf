package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileList compiles (list …): all lists that one expression makes have one invisible
// name table.
func compileList(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	n := l.Len() - 1
	parts := make([]eval.Expr, n)
	form := value.NewListCap(n)
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
		if name := l.NameText(i + 1); name != nil {
			form.PutText(name, value.Null())
		} else {
			form.Push(value.Null())
		}
	}
	shape := value.ShapeOf(form)
	named := form.Named()
	e, valid := eval.Join(parts...), c.Validity()
	return e.With(func(f *eval.Frame) value.Value {
		f.ChargeElements(n)
		made, elems := value.MakeList(n)
		for i := range parts {
			elems[i] = parts[i].Run(f)
			if e.Runs && !valid.Valid() {
				return listFrom(f, l, form, elems[:i+1])
			}
		}
		if named {
			made.NameByShape(shape)
		}
		return made.Value()
	}), true
}

// listFrom completes the list that the call l makes by walking, after its first elements
// have been evaluated, the last of which changed l. Those before it are named as in form;
// a name is read when its element has been evaluated.
func listFrom(f *eval.Frame, l, form *value.List, elems []value.Value) value.Value {
	made := value.NewListCap(l.Len())
	last := len(elems) - 1
	for i, v := range elems[:last] {
		pushNamed(made, form.NameText(i), v)
	}
	pushNamed(made, l.NameText(last+1), elems[last])
	for i := len(elems) + 1; i < l.Len(); i++ {
		v := f.Eval(l.At(i))
		pushNamed(made, l.NameText(i), v)
	}
	return made.Value()
}

func pushNamed(l *value.List, name *value.Text, v value.Value) {
	if name != nil {
		l.PutText(name, v)
		return
	}
	l.Push(v)
}

func compileCall(c *eval.Compiler, l *value.List) (eval.Expr, bool) { return c.CallValue(l), true }

// compileEval compiles (eval X) and (eval X (local-scope n)), the idiom of functions that
// take their arguments unevaluated: X's value is evaluated in the scope of the frame n
// levels up, without making a list of its locals.
func compileEval(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() < 2 {
		return eval.Expr{}, false
	}
	x := c.Arg(l, 1)
	run := x.Run
	e := eval.Join(x)
	e.Runs = true
	valid := c.Validity()
	if l.Len() == 2 {
		return e.With(func(f *eval.Frame) value.Value {
			v := run(f)
			if !valid.Valid() {
				return evalFrom(f, l, v)
			}
			return evaluateAgain(f, l, v)
		}), true
	}
	depth, ok := callersScope(c, l.At(2))
	if !ok {
		return eval.Expr{}, false
	}
	return e.With(func(f *eval.Frame) value.Value {
		v := run(f)
		if !valid.Valid() {
			return evalFrom(f, l, v)
		}
		outer := f.ScopeAt(depth)
		if outer == nil {
			return evaluateAgain(f, l, v)
		}
		switch r := v.Ref(); {
		case r != nil && !r.Walks() && !r.Hard():
			return outer.Variable(r.Name())
		case eval.EvaluatesToItself(v):
			return v
		}
		f.In(l)
		return f.InScopeOf(outer, v)
	}), true
}

// callersScope reports whether code is (local-scope N) with a small number N.
func callersScope(c *eval.Compiler, code value.Value) (depth int, ok bool) {
	call := code.List()
	if call == nil || call.Len() != 2 {
		return 0, false
	}
	head := call.At(0).Ref()
	if head == nil || !head.Hard() || head.Text() != "local-scope" {
		return 0, false
	}
	n, whole := call.At(1).AsInt()
	if !whole || n < 0 || n > 1000 {
		return 0, false
	}
	c.Depend(call)
	return int(n), true
}

// evaluateAgain is the second step of eval: v, the value of its argument, is evaluated.
func evaluateAgain(f *eval.Frame, l *value.List, v value.Value) value.Value {
	f.In(l)
	return f.Eval(v)
}
