package variant

import (
	"fmt"
	"maps"

	"github.com/bpl-lang/bpl/interp/value"
)

// kept are the names by which the world outside knows a program.
var kept = map[string]bool{"run": true, "TEXT": true}

// rename gives every variable that the program binds another name. Names of arguments and
// of elements stay.
func (r *rewriter) rename() {
	names := map[string]string{}
	for _, e := range r.expressions {
		bindings(e, func(name string) {
			if !kept[name] && names[name] == "" {
				names[name] = fmt.Sprintf("renamed-%d", len(names)+1)
			}
		})
	}
	r.each(func(e value.Value) value.Value { return replaceNames(e, names) })
}

// bindings reports the variables that code assigns, or binds as parameters.
func bindings(code value.Value, found func(name string)) {
	l := code.List()
	if l == nil {
		return
	}
	bound := func(from, to int) {
		for i := from; i < min(to, l.Len()); i++ {
			if ref := l.At(i).Ref(); ref != nil {
				found(ref.Name())
			}
		}
	}
	switch head(code) {
	case "set", "set-local", "++", "--":
		bound(1, 2)
	case "local":
		bound(1, l.Len())
	case "for-each", "apply", "find":
		bound(2, 3)
	case "function":
		parameters(l, found)
	}
	for _, v := range l.All() {
		bindings(v, found)
	}
}

// parameters reports the parameters of a function.
func parameters(fn *value.List, found func(name string)) {
	if fn.Len() < 2 {
		return
	}
	if ref := fn.At(1).Ref(); ref != nil {
		found(ref.Name())
	}
	if params := fn.At(1).List(); params != nil {
		for _, p := range params.All() {
			if ref := p.Ref(); ref != nil {
				found(ref.Name())
			}
		}
	}
}

// globalize takes away local, which makes variables global. Each gets the name of its
// function as a prefix, since functions now share them all. A function that calls itself
// keeps its variables: those of the inner call would overwrite those of the outer.
func (r *rewriter) globalize() {
	r.each(func(e value.Value) value.Value {
		l := e.List()
		if head(e) != "set" || l.Len() != 3 || head(l.At(2)) != "function" {
			return e
		}
		name, fn := l.At(1).Ref().Text(), l.At(2).List()
		if mentions(fn, name) {
			return e
		}
		names := map[string]string{}
		body := mapElements(fn, func(_ int, v value.Value) (value.Value, bool) {
			if head(v) != "local" {
				return v, true
			}
			bindings(v, func(local string) { names[local] = name + "-" + local })
			return value.Null(), false
		})
		return list(l.At(0), l.At(1), replaceOuter(body, names))
	})
}

// replaceOuter is replaceNames of a function's own variables.
func replaceOuter(fn value.Value, names map[string]string) value.Value {
	return mapElements(fn.List(), func(i int, v value.Value) (value.Value, bool) {
		if i < 2 {
			return v, true
		}
		return replaceFree(v, names), true
	})
}

// replaceFree is replaceNames that leaves the parameters of inner functions alone.
func replaceFree(code value.Value, names map[string]string) value.Value {
	l := code.List()
	if l == nil {
		return replaceNames(code, names)
	}
	if head(code) == "function" {
		names = maps.Clone(names)
		parameters(l, func(name string) { delete(names, name) })
	}
	return mapElements(l, func(_ int, v value.Value) (value.Value, bool) { return replaceFree(v, names), true })
}

// mentions reports whether a name occurs in code.
func mentions(l *value.List, name string) bool {
	for _, v := range l.All() {
		if ref := v.Ref(); ref != nil && ref.Name() == name {
			return true
		}
		if inner := v.List(); inner != nil && mentions(inner, name) {
			return true
		}
	}
	return false
}
