package check

import (
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// inspect looks for mistakes in code that is evaluated in a scope. around is where it is.
func (f *file) inspect(v value.Value, s *scope, around syntax.Span, depth int) {
	if r := v.Ref(); r != nil {
		f.variable(r, s, around)
		return
	}
	l := v.List()
	if l == nil || l.Len() == 0 || !f.visit(l) {
		return
	}
	if depth > deepest {
		f.report(Warning, around, "nested too deeply to be checked")
		return
	}
	if fn := functionOf(v); fn != nil {
		f.function(fn, around, depth)
		return
	}
	r := l.At(0).Ref()
	if r == nil {
		f.data(l, around, depth)
		return
	}
	name := r.Name()
	switch own := s.names[name] || f.globals[name] != nil; {
	case !r.Walks() && !own && f.checker.functions[name] != nil:
		f.builtinCall(l, name, s, around, depth)
	case f.known(name, s):
		f.ownCall(l, r, s, around, depth)
	default:
		f.unknownHead(l, r, s, around)
	}
}

// variable looks at a reference that is evaluated.
func (f *file) variable(r *value.Ref, s *scope, at syntax.Span) {
	if name := r.Name(); !r.Hard() && !f.known(name, s) && !f.dynamic {
		f.report(Warning, at, fmt.Sprintf("nothing sets the variable %s%s", name, f.hint(name, s)))
	}
}

// unknownHead reports a list that looks like a call of a function that nobody defines.
func (f *file) unknownHead(l *value.List, r *value.Ref, s *scope, around syntax.Span) {
	severity := Error
	if f.dynamic {
		severity = Warning
	}
	f.report(severity, f.spanOf(l, 0, around),
		fmt.Sprintf("there is no function %s%s; if the list is data, quote it", r.Name(), f.hint(r.Name(), s)))
}

// hint names what may be meant.
func (f *file) hint(name string, s *scope) string {
	for outer := s.around; outer != nil; outer = outer.around {
		if outer.names[name] {
			return " (a function does not see the local variables of the code around it)"
		}
	}
	names := slices.Clone(f.checker.names)
	for n := range f.globals {
		names = append(names, n)
	}
	for n := range s.names {
		names = append(names, n)
	}
	slices.Sort(names) // so that the same one is named each time
	if near := interp.Nearest(name, names); near != "" {
		return ", did you mean " + near + "?"
	}
	return ""
}

// data looks for functions in a list that evaluates to itself.
func (f *file) data(l *value.List, around syntax.Span, depth int) {
	if depth > deepest {
		return
	}
	for i := range l.Len() {
		v := l.At(i)
		inner := v.List()
		if inner == nil || inner.Len() == 0 {
			continue
		}
		span := f.spanOf(l, i, around)
		switch {
		case functionOf(v) != nil:
			f.inspect(v, nil, span, depth+1)
		case inner.At(0).Ref() == nil && f.visit(inner):
			f.data(inner, span, depth+1)
		}
	}
}

// function checks the parameters and the body of a function.
func (f *file) function(fn *value.List, around syntax.Span, depth int) {
	inner := f.scopeOf(fn.Value())
	if params := fn.At(1).List(); params != nil {
		for i := range params.Len() {
			if r := params.At(i).Ref(); r != nil && r.Hard() {
				f.report(Error, f.spanOf(params, i, around), r.Name()+" is a function and cannot be read as a parameter")
			}
		}
	}
	for i := 2; i < fn.Len(); i++ {
		f.inspect(fn.At(i), inner, f.spanOf(fn, i, around), depth+1)
	}
}

// arguments inspects the arguments of a call.
func (f *file) arguments(l *value.List, s *scope, around syntax.Span, depth int, kind form) {
	for i := 1; i < l.Len(); i++ {
		span := f.spanOf(l, i, around)
		r := l.At(i).Ref()
		switch {
		case r != nil && (kind.all || slices.Contains(kind.binds, i)):
			f.assigned(r, span, true)
		case r != nil && slices.Contains(kind.sets, i):
			f.assigned(r, span, false)
		case r != nil && slices.Contains(kind.refs, i):
		default:
			f.inspect(l.At(i), s, span, depth+1)
		}
	}
}

// assigned checks a name that is set.
func (f *file) assigned(r *value.Ref, at syntax.Span, local bool) {
	switch {
	case r.Hard():
		f.report(Error, at, r.Name()+" is a function and cannot be a variable")
	case r.Walks() && local:
		f.report(Error, at, "a local variable has no path")
	}
}
