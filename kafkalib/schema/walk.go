package schema

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp"
)

// A walk goes through a value along its schema and collects what does not fit.
type walk struct {
	path     []string
	problems []Problem
	visits   int
	failed   int  // alternatives that were tried and did not fit
	over     bool // a bound was met; everything fails from here
}

// enter counts a value and reports whether the walk may go on into it.
func (w *walk) enter() bool {
	w.visits++
	switch {
	case w.over:
	case w.visits > maxVisits:
		w.stop("the value has more than %d parts", maxVisits)
	case len(w.path) > maxDepth:
		w.stop("nested more than %d levels deep, or contains itself", maxDepth)
	}
	return !w.over
}

// stop adds a problem after which nothing is looked at any more.
func (w *walk) stop(format string, args ...any) {
	w.add(format, args...)
	w.over = true
}

func (w *walk) add(format string, args ...any) {
	if len(w.problems) < maxProblems {
		w.problems = append(w.problems, Problem{pointer(w.path), fmt.Sprintf(format, args...)})
	}
}

// mismatch says which value does not fit.
func (w *walk) mismatch(v interp.Value, expected string) {
	w.add("got %s, expected %s", shown(v), expected)
}

// in runs f one step further down.
func (w *walk) in(step string, f func()) {
	w.path = append(w.path, step)
	f()
	w.path = w.path[:len(w.path)-1]
}

func (w *walk) index(i int, f func()) { w.in(strconv.Itoa(i), f) }

// try runs f and takes its problems back; it returns them.
func (w *walk) try(f func()) []Problem {
	before := w.problems
	w.problems = nil
	f()
	found := w.problems
	w.problems = before
	if w.over {
		w.problems = append(w.problems, found...)
	}
	return found
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// pointer is the JSON pointer of a path.
func pointer(path []string) string {
	var b strings.Builder
	for _, p := range path {
		b.WriteByte('/')
		_, _ = pointerEscapes.WriteString(&b, p)
	}
	return b.String()
}

// shownLimit bounds the part of a text that a message shows.
const shownLimit = 60

// quoted shows a text in a message.
func quoted(s string) string {
	if len(s) <= shownLimit {
		return strconv.Quote(s)
	}
	cut := shownLimit
	for cut > 0 && !utf8.RuneStart(s[cut]) {
		cut--
	}
	return strconv.Quote(s[:cut]) + "… (" + strconv.Itoa(len(s)) + " bytes)"
}

// shown shows a value in a message: scalars themselves, of others the kind.
func shown(v interp.Value) string {
	switch v.Kind() {
	case interp.KindNull:
		return "null"
	case interp.KindString:
		s, _ := v.AsString()
		return quoted(s)
	case interp.KindBool, interp.KindInt, interp.KindLong, interp.KindDouble:
		return v.String()
	case interp.KindList:
		l, _ := v.AsList()
		switch {
		case l.Len() == 0:
			return "the empty list"
		case l.AllNamed():
			return "a list with names"
		}
		return "a list"
	case interp.KindReference:
		return "a reference"
	}
	return "a foreign value"
}

// nameHint names the nearest of the known names.
func nameHint(name string, known []string) string {
	if n := interp.Nearest(name, known); n != "" {
		return "; did you mean " + quoted(n) + "?"
	}
	return ""
}

// hasNames reports whether an element of the list has a name.
func hasNames(l *interp.List) bool {
	for i := range l.Len() {
		if l.NameText(i) != nil {
			return true
		}
	}
	return false
}
