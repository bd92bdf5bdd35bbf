package check

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// A scope is the local names of a function, or of one expression of a file. Functions do
// not see the local names of the code around them.
type scope struct {
	names  map[string]bool
	around *scope // of the code around the function, for hints
	opaque bool   // it may have names that cannot be seen
}

func newScope(around *scope) *scope { return &scope{names: map[string]bool{}, around: around} }

// scopeOf returns the scope that collect made for a function or an expression.
func (f *file) scopeOf(v value.Value) *scope {
	if l := v.List(); l != nil && f.scopes[l] != nil {
		return f.scopes[l]
	}
	return newScope(nil)
}

// define notes that a name is set: in the scope if it is local there, else globally. v is
// what it is set to, if that is to be seen.
func (f *file) define(name string, s *scope, v value.Value) {
	if s.names[name] {
		return
	}
	fn := functionOf(v)
	d := f.globals[name]
	if d == nil {
		f.globals[name] = &definition{function: fn}
		return
	}
	if fn == nil || d.function != fn {
		d.several = true
	}
}

// functionOf returns the function that a value is, nil for others.
func functionOf(v value.Value) *value.List {
	l := v.List()
	if l == nil || l.Len() < 3 {
		return nil
	}
	if r := l.At(0).Ref(); r == nil || r.Text() != "function" {
		return nil
	}
	return l
}

// parameters notes the parameters of a function.
func parameters(fn *value.List, s *scope) {
	switch params := fn.At(1); {
	case params.List() != nil:
		l := params.List()
		for i := range l.Len() {
			if r := l.At(i).Ref(); r != nil && !r.Walks() {
				s.names[r.Name()] = true
			} else if name, ok := l.At(i).AsString(); ok {
				s.names[name] = true
			}
		}
	case params.Ref() != nil:
		s.names[params.Ref().Name()] = true
	}
}

// isPatternVariable reports whether match binds a name.
func isPatternVariable(name string) bool {
	return len(name) > 1 && strings.HasSuffix(name, "?") || len(name) > 3 && strings.HasSuffix(name, "...")
}

// known reports whether a name has a value somewhere: as a local name, a global one, or a
// function.
func (f *file) known(name string, s *scope) bool {
	return s.names[name] || s.opaque || f.globals[name] != nil || f.checker.functions[name] != nil || isPatternVariable(name) ||
		matchNames[name]
}

// matchNames are the names that match binds.
var matchNames = map[string]bool{"match$": true, "match_parent$": true, "match_position$": true, "match_map$": true}
