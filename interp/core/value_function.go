package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A valueFunction is a built-in that evaluates its arguments from left to right and computes
// its result of their values. Its plain and its compiled form share that computation.
type valueFunction struct {
	least, most int // arguments that it needs, and that it looks at (at most 3)

	// check throws unless v may be argument i of the call l; it is asked before the next
	// argument is evaluated. nil if anything may.
	check func(f *eval.Frame, l *value.List, i int, v value.Value)
	// of computes the result of the n arguments that the call l has.
	of func(f *eval.Frame, l *value.List, n int, a, b, c value.Value) value.Value

	changes bool // it changes a list, which may be code
}

// plain evaluates the call l by walking.
func (fn *valueFunction) plain(f *eval.Frame, l *value.List) value.Value {
	null := value.Null()
	return fn.rest(f, l, 0, null, null, null)
}

// rest evaluates the call l by walking from the argument behind the first n on, whose values
// it is given.
func (fn *valueFunction) rest(f *eval.Frame, l *value.List, n int, a, b, c value.Value) value.Value {
	for ; n < fn.most && (n < fn.least || n+1 < l.Len()); n++ {
		v := f.Arg(l, n+1)
		if fn.check != nil {
			fn.check(f, l, n+1, v)
		}
		switch n {
		case 0:
			a = v
		case 1:
			b = v
		default:
			c = v
		}
	}
	return fn.of(f, l, n, a, b, c)
}

// compile compiles the call l.
func (fn *valueFunction) compile(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	parts := make([]eval.Expr, min(l.Len()-1, fn.most))
	for i := range parts {
		parts[i] = c.Arg(l, i+1)
	}
	e := eval.Join(parts...)
	run := fn.running(c, l, parts)
	if !e.Runs {
		run = fn.calculating(l, parts)
	}
	e.Runs = e.Runs || fn.changes
	return e.With(run), true
}

// calculating is the call l with arguments that run no code.
//
//go:noinline
func (fn *valueFunction) calculating(l *value.List, parts []eval.Expr) eval.Node {
	check, of, null := fn.check, fn.of, value.Null()
	if check == nil {
		check = anything
	}
	first := parts[0].Run
	if len(parts) == 1 {
		return func(f *eval.Frame) value.Value {
			a := first(f)
			f.In(l)
			check(f, l, 1, a)
			return of(f, l, 1, a, null, null)
		}
	}
	second := parts[1].Run
	if len(parts) == 2 {
		return func(f *eval.Frame) value.Value {
			a := first(f)
			f.In(l)
			check(f, l, 1, a)
			b := second(f)
			f.In(l)
			check(f, l, 2, b)
			return of(f, l, 2, a, b, null)
		}
	}
	third := parts[2].Run
	return func(f *eval.Frame) value.Value {
		a := first(f)
		f.In(l)
		check(f, l, 1, a)
		b := second(f)
		f.In(l)
		check(f, l, 2, b)
		c := third(f)
		f.In(l)
		check(f, l, 3, c)
		return of(f, l, 3, a, b, c)
	}
}

// running is the call l with arguments of which one may change the code.
//
//go:noinline
func (fn *valueFunction) running(c *eval.Compiler, l *value.List, parts []eval.Expr) eval.Node {
	valid := c.Validity()
	return func(f *eval.Frame) value.Value {
		null := value.Null()
		args := [4]value.Value{null, null, null, null}
		for i := range parts {
			v := parts[i].Run(f)
			f.In(l)
			if fn.check != nil {
				fn.check(f, l, i+1, v)
			}
			args[i&3] = v
			if parts[i].Runs && !valid.Valid() {
				return fn.rest(f, l, i+1, args[0], args[1], args[2])
			}
		}
		return fn.of(f, l, len(parts), args[0], args[1], args[2])
	}
}

func anything(*eval.Frame, *value.List, int, value.Value) {}

// listFirst is the check of functions whose first argument is a list.
func listFirst(_ *eval.Frame, l *value.List, i int, v value.Value) {
	if i == 1 && !v.IsList() {
		eval.WrongType(l, v, "list")
	}
}

// textsFirst is the check of functions whose first two arguments are strings.
func textsFirst(f *eval.Frame, l *value.List, i int, v value.Value) {
	if i > 2 {
		numbersOnly(f, l, i, v)
	} else if !v.IsString() {
		eval.WrongType(l, v, "string")
	}
}

// numbersOnly is the check of functions of numbers.
func numbersOnly(_ *eval.Frame, l *value.List, _ int, v value.Value) {
	if !v.IsNumber() {
		eval.WrongType(l, v, "number")
	}
}
