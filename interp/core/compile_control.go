package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// Each compiled form here evaluates its parts in the order of the plain one. After a part
// that may have run code of the script it asks whether the unit is still valid; if not,
// it finishes its own list from the element that it has reached as the plain form would.

func compileConstant(_ *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if head := l.At(0).Ref(); head.Text() == "function" {
		return eval.Const(l.Value()), true
	}
	if l.Len() < 2 {
		return eval.Expr{}, false
	}
	return eval.Const(l.At(1)), true
}

func compileDo(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	return c.Body(l, 1), true
}

func compileIf(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	cond := c.Arg(l, 1)
	test, valid := cond.Condition(), c.Validity()
	then, otherwise := eval.Const(value.Null()), eval.Const(value.Null())
	if l.Len() > 2 {
		then = c.Arg(l, 2)
	}
	if l.Len() > 3 {
		otherwise = c.Arg(l, 3)
	}
	yes, no := then.Run, otherwise.Run
	e := eval.Join(cond, then, otherwise)
	if cond.Form.Kind == eval.FormCompare {
		return e.With(ifCompared(cond, yes, no)), true
	}
	if !cond.Runs {
		e.Run = func(f *eval.Frame) value.Value {
			if test(f) {
				return yes(f)
			}
			return no(f)
		}
		return e, true
	}
	e.Run = func(f *eval.Frame) value.Value {
		holds := test(f)
		if !valid.Valid() {
			return branch(f, l, holds)
		}
		if holds {
			return yes(f)
		}
		return no(f)
	}
	return e, true
}

// ifCompared is if with a comparison of a local variable with another one or a number.
//
//go:noinline
func ifCompared(cond eval.Expr, yes, no eval.Node) eval.Node {
	form, test := cond.Form, cond.Condition()
	branch := func(holds bool) eval.Node {
		if holds {
			return yes
		}
		return no
	}
	less, equal, greater := branch(form.Less), branch(form.Equal), branch(form.Greater)
	i, j, k, zeros := form.Left, form.Right, form.Number, form.Zeros
	if j < 0 {
		known := k != 0 || zeros
		return func(f *eval.Frame) value.Value {
			if x, ok := f.Local(i).Float(); ok {
				if x < k {
					return less(f)
				}
				if x > k {
					return greater(f)
				}
				if x == k && known {
					return equal(f)
				}
			}
			if test(f) {
				return yes(f)
			}
			return no(f)
		}
	}
	return func(f *eval.Frame) value.Value {
		if x, ok := f.Local(i).Float(); ok {
			if y, ok := f.Local(j).Float(); ok {
				if x < y {
					return less(f)
				}
				if x > y {
					return greater(f)
				}
			}
		}
		if test(f) {
			return yes(f)
		}
		return no(f)
	}
}

// branch evaluates the branch of the if l that the condition chose.
func branch(f *eval.Frame, l *value.List, holds bool) value.Value {
	if holds {
		return f.ArgOr(l, 2, value.Null())
	}
	return f.ArgOr(l, 3, value.Null())
}

func compileWhen(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	cond := c.Arg(l, 1)
	body := c.Body(l, 2)
	test, run, valid := cond.Condition(), body.Run, c.Validity()
	e := eval.Join(cond, body)
	if !cond.Runs {
		e.Test = func(f *eval.Frame) bool {
			if test(f) {
				run(f)
				return true
			}
			return false
		}
		return e.With(func(f *eval.Frame) value.Value {
			if test(f) {
				run(f)
				return value.Bool(true)
			}
			return value.Bool(false)
		}), true
	}
	return e.WithTest(func(f *eval.Frame) bool {
		holds := test(f)
		if !valid.Valid() {
			if holds {
				f.Body(l, 2)
			}
			return holds
		}
		if holds {
			run(f)
		}
		return holds
	}), true
}

func compileCond(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	tests, e := conditions(c, l)
	valid := c.Validity()
	e.Run = func(f *eval.Frame) value.Value {
		for i, test := range tests {
			holds := test(f)
			if !valid.Valid() {
				if !holds {
					untilTrue(f, l, i+2)
				}
				return value.Null()
			}
			if holds {
				break
			}
		}
		return value.Null()
	}
	return e, true
}

// untilTrue evaluates the elements of l from index i on until one is true, and reports
// whether one was.
func untilTrue(f *eval.Frame, l *value.List, i int) bool {
	for ; i < l.Len(); i++ {
		if f.Eval(l.At(i)).Truth() {
			return true
		}
	}
	return false
}

// whileTrue evaluates the elements of l from index i on until one is false, and reports
// whether all were true.
func whileTrue(f *eval.Frame, l *value.List, i int) bool {
	for ; i < l.Len(); i++ {
		if !f.Eval(l.At(i)).Truth() {
			return false
		}
	}
	return true
}

func conditions(c *eval.Compiler, l *value.List) ([]eval.Test, eval.Expr) {
	tests := make([]eval.Test, l.Len()-1)
	parts := make([]eval.Expr, l.Len()-1)
	for i := range tests {
		parts[i] = c.Arg(l, i+1)
		tests[i] = parts[i].Condition()
	}
	return tests, eval.Join(parts...)
}

func compileAnd(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	tests, e := conditions(c, l)
	valid := c.Validity()
	if len(tests) == 2 && !e.Runs {
		first, second := tests[0], tests[1]
		return e.WithTest(func(f *eval.Frame) bool { return first(f) && second(f) }), true
	}
	if len(tests) == 3 && !e.Runs {
		first, second, third := tests[0], tests[1], tests[2]
		return e.WithTest(func(f *eval.Frame) bool { return first(f) && second(f) && third(f) }), true
	}
	return e.WithTest(func(f *eval.Frame) bool {
		for i, test := range tests {
			holds := test(f)
			if !valid.Valid() {
				return holds && whileTrue(f, l, i+2)
			}
			if !holds {
				return false
			}
		}
		return true
	}), true
}

func compileOr(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	tests, e := conditions(c, l)
	valid := c.Validity()
	if len(tests) == 2 && !e.Runs {
		first, second := tests[0], tests[1]
		return e.WithTest(func(f *eval.Frame) bool { return first(f) || second(f) }), true
	}
	if len(tests) == 3 && !e.Runs {
		first, second, third := tests[0], tests[1], tests[2]
		return e.WithTest(func(f *eval.Frame) bool { return first(f) || second(f) || third(f) }), true
	}
	return e.WithTest(func(f *eval.Frame) bool {
		for i, test := range tests {
			holds := test(f)
			if !valid.Valid() {
				return holds || untilTrue(f, l, i+2)
			}
			if holds {
				return true
			}
		}
		return false
	}), true
}

func compileNot(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	part := c.Arg(l, 1)
	test := part.Condition()
	return eval.Join(part).WithTest(func(f *eval.Frame) bool { return !test(f) }), true
}
