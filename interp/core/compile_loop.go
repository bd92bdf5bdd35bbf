package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A compiled loop takes the references to its condition and step when it is entered, as
// the plain one does. When its code becomes invalid it goes on as the plain loop, from
// the element of the body that it has reached.

func compileWhile(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	condition := l.At(1)
	cond := c.Arg(l, 1)
	body, next := loopBody(c, l, 2)
	test, run, valid := cond.Condition(), body.Run, c.Validity()
	e := eval.Join(cond, body)
	e.Runs = true // a tick lets other executors run
	e.Run = func(f *eval.Frame) value.Value {
		v := value.Null()
		ex := f.Executor()
		for test(f) {
			ex.StepIn(l)
			if !valid.Valid() {
				v = bodyTurn(f, l, 2, v)
				return turns(f, l, 2, condition, nil, v)
			}
			v = run(f)
			if !valid.Valid() {
				v = bodyTurn(f, l, next, v)
				return turns(f, l, 2, condition, nil, v)
			}
		}
		return v
	}
	return e, true
}

func compileFor(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	condition, step := l.At(2), l.At(3)
	first, cond, last := c.Arg(l, 1), c.Arg(l, 2), c.Arg(l, 3)
	body, next := loopBody(c, l, 4)
	start, test, advance, run, valid := first.Run, cond.Condition(), last.Run, body.Run, c.Validity()
	e := eval.Join(first, cond, last, body)
	e.Runs = true
	e.Run = func(f *eval.Frame) value.Value {
		v := value.Null()
		ex := f.Executor()
		start(f)
		if !valid.Valid() {
			return turns(f, l, 4, condition, &step, v)
		}
		for test(f) {
			ex.StepIn(l)
			if !valid.Valid() {
				v = bodyTurn(f, l, 4, v)
				f.Eval(step)
				return turns(f, l, 4, condition, &step, v)
			}
			v = run(f)
			if !valid.Valid() {
				v = bodyTurn(f, l, next, v)
				f.Eval(step)
				return turns(f, l, 4, condition, &step, v)
			}
			advance(f)
			if !valid.Valid() {
				return turns(f, l, 4, condition, &step, v)
			}
		}
		return v
	}
	return e, true
}

// loopBody compiles the body of the loop l, from element from on. When its code becomes
// invalid the loop walks what is left from element next on, which is nothing but after a
// single expression.
func loopBody(c *eval.Compiler, l *value.List, from int) (body eval.Expr, next int) {
	if l.Len() == from+1 {
		return c.Arg(l, from), from + 1
	}
	return c.Body(l, from), math.MaxInt
}

// turns goes on with the loop l by walking: while the condition holds it evaluates the
// body, which begins at element from, and the step, if there is one. v is the value of
// the turn before.
func turns(f *eval.Frame, l *value.List, from int, condition value.Value, step *value.Value, v value.Value) value.Value {
	var heat eval.Heat
	for f.Eval(condition).Truth() {
		heat.Turn(f, l)
		v = bodyTurn(f, l, from, v)
		if step != nil {
			f.Eval(*step)
		}
	}
	return v
}

// bodyTurn evaluates the body of a loop once; without a body the value stays v.
func bodyTurn(f *eval.Frame, l *value.List, from int, v value.Value) value.Value {
	for i := from; i < l.Len(); i++ {
		v = f.Eval(l.At(i))
	}
	return v
}
