package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// An iteration is what the compiled forms of for-each, apply, find, locate, group-by and
// reduce have in common: the list, and the variable with its slot (-1 if it has none).
type iteration struct {
	call     *value.List
	source   eval.Expr
	variable *value.Ref
	slot     int
	valid    *value.Validity
}

// compileIteration prepares the compiled form of a call (name l var CODE…); false leaves
// it to the plain form.
func compileIteration(c *eval.Compiler, l *value.List) (iteration, bool) {
	r := variableArg(l, 2)
	if r == nil {
		return iteration{}, false
	}
	return iteration{call: l, source: c.Arg(l, 1), variable: r, slot: c.LocalSlot(r), valid: c.Validity()}, true
}

// list evaluates the first argument. A nil variable says that the call has changed and is
// to be finished by walking, with the variable that it has now.
func (it *iteration) list(f *eval.Frame) (list *value.List, changed *value.Ref) {
	v := it.source.Run(f)
	f.In(it.call)
	if list = v.List(); list == nil {
		eval.WrongType(it.call, v, "list")
	}
	if it.source.Runs && !it.valid.Valid() {
		return list, f.LocalArg(it.call, 2)
	}
	return list, nil
}

// bind gives the variable the next element; false says that another executor took it away
// meanwhile.
func (it *iteration) bind(f *eval.Frame, list *value.List, i int) bool {
	f.Executor().StepIn(it.call)
	if i >= list.Len() {
		return false
	}
	if it.slot >= 0 {
		f.MakeLocal(it.slot, it.variable, list.At(i))
	} else {
		f.SetLocal(it.variable, list.At(i))
	}
	return true
}

func compileForEach(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	it, ok := compileIteration(c, l)
	if !ok {
		return eval.Expr{}, false
	}
	body := c.Body(l, 3)
	run, valid := body.Run, it.valid
	e := eval.Join(it.source, body)
	e.Runs = true
	return e.With(func(f *eval.Frame) value.Value {
		last := value.Null()
		list, changed := it.list(f)
		if changed != nil {
			return forEachFrom(f, l, list, changed, 0, last)
		}
		for i := 0; i < list.Len(); i++ {
			if !it.bind(f, list, i) {
				return last
			}
			if !valid.Valid() {
				last = f.Body(l, 3)
				return forEachFrom(f, l, list, it.variable, i+1, last)
			}
			last = run(f)
			if !valid.Valid() {
				return forEachFrom(f, l, list, it.variable, i+1, last)
			}
		}
		return last
	}), true
}

func compileApply(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	it, ok := compileIteration(c, l)
	if !ok {
		return eval.Expr{}, false
	}
	body := c.Arg(l, 3)
	run, valid := body.Run, it.valid
	e := eval.Join(it.source, body)
	e.Runs = true
	return e.With(func(f *eval.Frame) value.Value {
		list, changed := it.list(f)
		chargeList(f, list.Len())
		results := value.NewListCap(list.Len())
		if changed != nil {
			return applyFrom(f, l, list, results, changed, 0)
		}
		for i := 0; i < list.Len(); i++ {
			if !it.bind(f, list, i) {
				break
			}
			name := list.NameText(i)
			if !valid.Valid() {
				f.In(l)
				addNamed(f, results, name, f.Arg(l, 3))
				return applyFrom(f, l, list, results, it.variable, i+1)
			}
			addNamed(f, results, name, run(f))
			if !valid.Valid() {
				f.In(l)
				return applyFrom(f, l, list, results, it.variable, i+1)
			}
		}
		return results.Value()
	}), true
}

func compileFind(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	it, ok := compileIteration(c, l)
	if !ok {
		return eval.Expr{}, false
	}
	condition := c.Arg(l, 3)
	test, valid := condition.Condition(), it.valid
	e := eval.Join(it.source, condition)
	e.Runs = true
	return e.With(func(f *eval.Frame) value.Value {
		list, changed := it.list(f)
		found := value.NewList(0)
		if changed != nil {
			return findFrom(f, l, list, found, changed, 0)
		}
		for i := 0; i < list.Len(); i++ {
			if !it.bind(f, list, i) {
				break
			}
			v, name := list.At(i), list.NameText(i)
			holds := valid.Valid()
			walking := !holds
			if walking {
				f.In(l)
				holds = f.Arg(l, 3).Truth()
			} else {
				holds = test(f)
			}
			if holds {
				f.Charge(elementBytes)
				addNamed(f, found, name, v)
			}
			if walking || !valid.Valid() {
				f.In(l)
				return findFrom(f, l, list, found, it.variable, i+1)
			}
		}
		return found.Value()
	}), true
}
