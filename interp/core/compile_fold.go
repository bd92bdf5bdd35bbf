package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// compileReduce compiles (reduce l acc initial var CODE…).
func compileReduce(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	accumulator, variable := variableArg(l, 2), variableArg(l, 4)
	if accumulator == nil || variable == nil {
		return eval.Expr{}, false
	}
	source, initial, body := c.Arg(l, 1), c.Arg(l, 3), c.Body(l, 5)
	it := iteration{call: l, source: source, variable: variable, slot: c.LocalSlot(variable), valid: c.Validity()}
	slot, begin, run, valid := c.LocalSlot(accumulator), initial.Run, body.Run, it.valid
	keep := func(f *eval.Frame, v value.Value) {
		if slot >= 0 {
			f.MakeLocal(slot, accumulator, v)
		} else {
			f.SetLocal(accumulator, v)
		}
	}
	e := eval.Join(source, initial, body)
	e.Runs = true
	return e.With(func(f *eval.Frame) value.Value {
		list, changed := it.list(f)
		if changed != nil {
			return reduceInto(f, l, list, changed)
		}
		result := begin(f)
		if initial.Runs && !valid.Valid() {
			f.In(l)
			variable := f.LocalArg(l, 4)
			keep(f, result)
			return reduceFrom(f, l, list, accumulator, variable, 0, result)
		}
		keep(f, result)
		for i := 0; i < list.Len(); i++ {
			if !it.bind(f, list, i) {
				break
			}
			if valid.Valid() {
				result = run(f)
			} else {
				result = f.Body(l, 5)
			}
			keep(f, result)
			if !valid.Valid() {
				f.In(l)
				return reduceFrom(f, l, list, accumulator, variable, i+1, result)
			}
		}
		return result
	}), true
}

// compileLocate compiles (locate l var COND).
func compileLocate(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	it, ok := compileIteration(c, l)
	if !ok || l.Len() != 4 {
		return eval.Expr{}, false
	}
	condition := c.Arg(l, 3)
	test, valid := condition.Condition(), it.valid
	e := eval.Join(it.source, condition)
	e.Runs = true
	return e.With(func(f *eval.Frame) value.Value {
		list, changed := it.list(f)
		if changed != nil {
			return locateIn(f, l, list, changed)
		}
		for i := 0; i < list.Len(); i++ {
			if !it.bind(f, list, i) {
				break
			}
			var holds bool
			if valid.Valid() {
				holds = test(f)
			} else {
				f.In(l)
				holds = f.Arg(l, 3).Truth()
			}
			if holds {
				return value.Whole(int64(i))
			}
			if !valid.Valid() {
				f.In(l)
				return locateFrom(f, l, list, it.variable, int64(i+1))
			}
		}
		return value.Int(-1)
	}), true
}

// compileGroupBy compiles (group-by l var CODE).
func compileGroupBy(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	it, ok := compileIteration(c, l)
	if !ok {
		return eval.Expr{}, false
	}
	key := c.Arg(l, 3)
	run, valid := key.Run, it.valid
	e := eval.Join(it.source, key)
	e.Runs = true
	return e.With(func(f *eval.Frame) value.Value {
		list, changed := it.list(f)
		groups := value.NewList(0)
		if changed != nil {
			return groupFrom(f, l, list, groups, changed, 0)
		}
		for i := 0; i < list.Len(); i++ {
			if !it.bind(f, list, i) {
				break
			}
			v := list.At(i)
			var k value.Value
			if valid.Valid() {
				k = run(f)
				f.In(l)
			} else {
				f.In(l)
				k = f.Arg(l, 3)
			}
			addToGroup(f, groups, k, v)
			if !valid.Valid() {
				return groupFrom(f, l, list, groups, it.variable, i+1)
			}
		}
		return groups.Value()
	}), true
}
