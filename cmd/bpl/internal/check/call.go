package check

import (
	"fmt"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// builtinCall checks a call of a function that is built in.
func (f *file) builtinCall(l *value.List, name string, s *scope, around syntax.Span, depth int) {
	kind := forms[name]
	if kind.data {
		return
	}
	b := f.checker.functions[name]
	f.count(l, name, b, around)
	f.namedArguments(l, name, b, around)
	switch name {
	case "try":
		f.try(l, s, around, depth)
	case "match":
		f.match(l, s, around, depth)
	default:
		f.arguments(l, s, around, depth, kind)
	}
}

// count checks the number of arguments; of a function with options the named ones do not
// count.
func (f *file) count(l *value.List, name string, b *builtin, around syntax.Span) {
	n := 0
	for i := 1; i < l.Len(); i++ {
		if l.Name(i) == "" || len(b.options) == 0 {
			n++
		}
	}
	switch {
	case n < b.least:
		f.report(Error, around, fmt.Sprintf("%s: got %d arguments, want at least %d", name, n, b.least))
	case b.most >= 0 && n > b.most:
		f.report(Warning, around, fmt.Sprintf("%s: got %d arguments, takes at most %d and ignores the others", name, n, b.most))
	}
}

// namedArguments checks the options of a call, those in a configuration that is written
// as a list included.
func (f *file) namedArguments(l *value.List, name string, b *builtin, around syntax.Span) {
	if len(b.options) == 0 {
		return
	}
	first := ""
	if l.Len() > 1 && l.Name(1) == "" {
		first, _ = l.At(1).AsString()
	}
	for i := 1; i < l.Len(); i++ {
		if !slices.Contains(b.options, l.Name(i)) {
			f.option(l, i, name, first, b, around)
		}
	}
	if b.config == 0 || b.config >= l.Len() || l.Name(b.config) != "" {
		return
	}
	if config := l.At(b.config).List(); config != nil && isWritten(config) {
		around := f.spanOf(l, b.config, around)
		for i := range config.Len() {
			f.option(config, i, name, first, b, around)
		}
	}
}

// isWritten tells whether the names of a list are those that it has when it is evaluated:
// data, or a call of list.
func isWritten(l *value.List) bool {
	if l.Len() == 0 {
		return false
	}
	r := l.At(0).Ref()
	return r == nil || r.Hard() && r.Name() == "list"
}

// option checks the name of element i as an option of a function.
func (f *file) option(l *value.List, i int, name, first string, b *builtin, around syntax.Span) {
	option := l.Name(i)
	if option == "" {
		return
	}
	hint, known, sure := "", b.free, !b.free
	if f.checker.options != nil {
		if h, k, told := f.checker.options(name, first, option); told {
			hint, known, sure = h, k, true
		}
	}
	if known || !sure {
		return
	}
	if hint == "" {
		if near := interp.Nearest(option, b.options); near != "" {
			hint = fmt.Sprintf(", did you mean %q?", near)
		}
	}
	f.report(Error, f.nameSpanOf(l, i, around), fmt.Sprintf("%s has no option %q%s", name, option, hint))
}

// try checks (try ACTION CATCH FINALLY), CATCH being (VAR "TYPE" => HANDLER …).
func (f *file) try(l *value.List, s *scope, around syntax.Span, depth int) {
	for i := 1; i < l.Len(); i++ {
		span := f.spanOf(l, i, around)
		catch := l.At(i).List()
		if i != 2 || catch == nil {
			f.inspect(l.At(i), s, span, depth+1)
			continue
		}
		if catch.Len() > 0 {
			if r := catch.At(0).Ref(); r == nil || r.Hard() || r.Walks() {
				f.report(Error, f.spanOf(catch, 0, span), "the handlers of try begin with a variable for the exception")
			}
		}
		for j := 1; j < catch.Len(); j++ {
			if catch.Name(j) == "" {
				f.report(Warning, f.spanOf(catch, j, span), `this handler is for no type; write "TYPE" => HANDLER`)
			}
			f.inspect(catch.At(j), s, f.spanOf(catch, j, span), depth+1)
		}
	}
}

// match checks (match l PATTERN CODE): a pattern whose first element is a variable of its
// own is data.
func (f *file) match(l *value.List, s *scope, around syntax.Span, depth int) {
	for i := 1; i < l.Len(); i++ {
		if i == 2 {
			if p := l.At(i).List(); p != nil && p.Len() > 0 && p.At(0).Ref() != nil && isPatternVariable(p.At(0).Ref().Name()) {
				continue
			}
		}
		f.inspect(l.At(i), s, f.spanOf(l, i, around), depth+1)
	}
}

// ownCall checks a call of a function of the program, or of what may be one.
func (f *file) ownCall(l *value.List, r *value.Ref, s *scope, around syntax.Span, depth int) {
	fn := f.definitionOf(r, s)
	if fn == nil {
		f.arguments(l, s, around, depth, form{})
		return
	}
	params := fn.At(1)
	if params.Ref() != nil {
		return // it gets its arguments unevaluated
	}
	positions, names := 0, []string(nil)
	if list := params.List(); list != nil {
		for i := range list.Len() {
			switch text, isText := list.At(i).AsString(); {
			case isText:
				names = append(names, text)
			case list.At(i).Ref() != nil && list.Name(i) != "":
				names = append(names, list.Name(i))
			case list.At(i).Ref() != nil:
				positions++
			}
		}
	}
	f.ownArguments(l, r.Name(), positions, names, around)
	f.arguments(l, s, around, depth, form{})
}

// ownArguments compares the arguments of a call with the parameters of a function: what no
// parameter takes is never evaluated.
func (f *file) ownArguments(l *value.List, name string, positions int, names []string, around syntax.Span) {
	for i := 1; i < l.Len(); i++ {
		if i <= positions || slices.Contains(names, l.Name(i)) {
			continue
		}
		if argument := l.Name(i); argument != "" {
			hint := ""
			if near := interp.Nearest(argument, names); near != "" {
				hint = fmt.Sprintf(", did you mean %q?", near)
			}
			f.report(Warning, f.nameSpanOf(l, i, around), fmt.Sprintf("%s has no parameter %q%s", name, argument, hint))
			continue
		}
		f.report(Warning, f.spanOf(l, i, around), fmt.Sprintf("%s takes %d arguments by their place and never evaluates this one", name, positions))
	}
}

// definitionOf returns the function that a name stands for, nil if that is not sure.
func (f *file) definitionOf(r *value.Ref, s *scope) *value.List {
	d := f.globals[r.Name()]
	if r.Walks() || s.names[r.Name()] || d == nil || d.several || f.dynamic {
		return nil
	}
	return d.function
}
