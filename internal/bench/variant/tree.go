package variant

import (
	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// A rewriter holds a program that is being rewritten. Lists are replaced, never changed.
type rewriter struct {
	in          *interp.Interp
	expressions []value.Value
	err         error
}

// each replaces every expression of the program.
func (r *rewriter) each(f func(value.Value) value.Value) {
	for i, e := range r.expressions {
		r.expressions[i] = f(e)
	}
}

// built returns the built-in function of that name.
func (r *rewriter) built(name string) value.Value {
	v, err := r.in.ParseOne("", name)
	if err != nil && r.err == nil {
		r.err = err
	}
	return v
}

// head returns the name of the function that code calls, "" if it is no call.
func head(code value.Value) string {
	l := code.List()
	if l == nil || l.Len() == 0 {
		return ""
	}
	if ref := l.At(0).Ref(); ref != nil {
		return ref.Text()
	}
	return ""
}

// mapElements returns a list like l with other elements and the same names; the elements
// for which f answers false are left out.
func mapElements(l *value.List, f func(i int, v value.Value) (value.Value, bool)) value.Value {
	made := value.NewList(0)
	for i := range l.Len() {
		v, ok := f(i, l.At(i))
		if !ok {
			continue
		}
		if name := l.NameText(i); name != nil {
			made.PutText(name, v)
		} else {
			made.Push(v)
		}
	}
	return made.Value()
}

// bottomUp rewrites the calls in code from the inside to the outside. Parameters are no
// calls.
func bottomUp(code value.Value, f func(call *value.List) value.Value) value.Value {
	l := code.List()
	if l == nil {
		return code
	}
	function := head(code) == "function"
	inner := mapElements(l, func(i int, v value.Value) (value.Value, bool) {
		if function && i == 1 {
			return v, true
		}
		return bottomUp(v, f), true
	})
	if head(inner) == "" {
		return inner
	}
	return f(inner.List())
}

// list returns a list without names.
func list(elements ...value.Value) value.Value { return value.CopyOf(elements).Value() }

// renamed returns the reference with another variable; the steps of a path stay.
func renamed(ref *value.Ref, name string) value.Value {
	if !ref.Walks() {
		return value.NewRef(name).Value()
	}
	steps := append([]value.Step{{Name: value.NewText(name)}}, ref.Path()[1:]...)
	return syntax.NewPath(steps).Value()
}

// replaceNames returns code in which variables have the names that the map gives them.
func replaceNames(code value.Value, names map[string]string) value.Value {
	if ref := code.Ref(); ref != nil && !ref.Hard() {
		if name, ok := names[ref.Name()]; ok {
			return renamed(ref, name)
		}
		return code
	}
	l := code.List()
	if l == nil {
		return code
	}
	return mapElements(l, func(_ int, v value.Value) (value.Value, bool) { return replaceNames(v, names), true })
}
