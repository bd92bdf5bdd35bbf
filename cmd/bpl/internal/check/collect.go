package check

import (
	"path/filepath"
	"slices"

	"github.com/bpl-lang/bpl/interp/value"
)

// collect notes the names that code defines.
func (f *file) collect(v value.Value, s *scope, depth int) {
	l := v.List()
	if l == nil || depth > deepest || !f.visit(l) {
		return
	}
	if depth == 0 {
		f.scopes[l] = s
	}
	if fn := functionOf(v); fn != nil {
		inner := newScope(s)
		parameters(fn, inner)
		f.scopes[fn] = inner
		for i := 2; i < fn.Len(); i++ {
			f.collect(fn.At(i), inner, depth+1)
		}
		return
	}
	head := headOf(l)
	kind := forms[head]
	if kind.data {
		return
	}
	for i := 1; i < l.Len(); i++ {
		r := l.At(i).Ref()
		switch {
		case kind.all || slices.Contains(kind.binds, i):
			if r != nil && !r.Walks() {
				s.names[r.Name()] = true
			}
		case slices.Contains(kind.sets, i):
			switch {
			case r == nil:
				f.dynamic = true // which name is set is computed
			case r.Walks():
				f.define(r.Name(), s, value.Null())
			case head == "set" && l.Len() > 2:
				f.define(r.Name(), s, l.At(2))
			default:
				f.define(r.Name(), s, value.Null())
			}
		}
	}
	switch {
	case head == "try" && l.Len() > 2:
		if catch := l.At(2).List(); catch != nil && catch.Len() > 0 && catch.At(0).Ref() != nil {
			s.names[catch.At(0).Ref().Name()] = true
		}
	case head == "eval" && l.Len() > 2:
		s.opaque = true // it may set names of any scope
	}
	for i := range l.Len() {
		f.collect(l.At(i), s, depth+1)
	}
}

// headOf is the name of the function that a list calls, "" for none.
func headOf(l *value.List) string {
	if l.Len() == 0 {
		return ""
	}
	if r := l.At(0).Ref(); r != nil && !r.Walks() {
		return r.Name()
	}
	return ""
}

// mostLoaded is how many files are read because a program loads them.
const mostLoaded = 100

// collectFiles notes the names that the files define which a program loads.
func (f *file) collectFiles(name string, expressions []value.Value, open map[string]bool) {
	seen := map[*value.List]bool{}
	work := append([]value.Value(nil), expressions...)
	for len(work) > 0 {
		l := work[len(work)-1].List()
		work = work[:len(work)-1]
		if l == nil || seen[l] {
			continue
		}
		seen[l] = true
		head := headOf(l)
		if head == "quote" || head == "###" {
			continue
		}
		if (head == "load" || head == "require") && l.Len() > 1 {
			if path, ok := l.At(1).AsString(); ok {
				f.collectFile(beside(name, path), open)
			} else {
				f.dynamic = true
			}
		}
		for i := range l.Len() {
			work = append(work, l.At(i))
		}
	}
}

// beside is the path of a file that another one loads.
func beside(name, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(filepath.Dir(name), path)
}

// collectFile notes the names that a file defines. One that cannot be read may define any.
func (f *file) collectFile(path string, open map[string]bool) {
	if open[path] {
		return
	}
	open[path] = true
	if f.loaded++; f.loaded > mostLoaded {
		f.dynamic = true
		return
	}
	text, err := f.checker.read(path)
	if err != nil {
		f.dynamic = true
		return
	}
	expressions, _, err := f.checker.in.Parse(path, text)
	if err != nil {
		f.dynamic = true
		return
	}
	for _, e := range expressions {
		f.collect(e, newScope(nil), 0)
	}
	f.collectFiles(path, expressions, open)
}
