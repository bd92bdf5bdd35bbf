package eval

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/nearest"
	"github.com/bpl-lang/bpl/interp/value"
)

// What of an expression a hint looks at.
const (
	hintLists = 50  // lists
	hintWidth = 100 // elements of each
)

// hintFor looks in the failed expression for a name that nothing has, but that is near to
// one that something has: code with a misspelt function is data, which often shows only
// in the function around it. f is the frame in which it failed.
func (f *Frame) hintFor(expression value.Value) string {
	work := []value.Value{expression}
	for n := 0; len(work) > 0 && n < hintLists; n++ {
		v := work[0]
		work = work[1:]
		if r := v.Ref(); r != nil && !r.Hard() && !f.known(r.Name()) {
			if name := nearest.Of(r.Name(), f.names()); name != "" {
				return r.Name() + " is not defined, did you mean " + name + "?"
			}
		}
		l := v.List()
		if l == nil {
			continue
		}
		for i := range min(l.Len(), hintWidth) {
			if e := l.At(i); e.IsList() || e.Ref() != nil {
				work = append(work, e)
			}
		}
	}
	return ""
}

func (f *Frame) known(name string) bool {
	if f.Exists(name) || f.ex.session.registry.Function(name) != nil {
		return true
	}
	if f.ex.session.Fallback != nil {
		_, ok := f.ex.session.Fallback(name)
		return ok
	}
	return false
}

// names returns what a name in f might have meant, variables first.
func (f *Frame) names() []string {
	var names []string
	if f.scope == nil && f.layout != nil {
		for _, name := range f.layout.names {
			names = append(names, name.String())
		}
	}
	for _, scope := range []*value.List{f.scope, f.ex.session.Global} {
		if scope == nil {
			continue
		}
		for name := range scope.All() {
			if name != "" {
				names = append(names, name)
			}
		}
	}
	before := len(names)
	for name := range f.ex.session.registry.functions {
		names = append(names, name)
	}
	slices.Sort(names[before:])
	return names
}
