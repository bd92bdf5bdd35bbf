// Package check finds mistakes in source text without evaluating it: names that nobody
// defines, functions called with too few arguments, unknown options, and assignments to
// functions.
//
// In BPL a list that begins with an unknown name is data. So a misspelt function is no
// error at run time, and this is the main guard against it.
package check

import (
	"path/filepath"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// A Severity tells how sure it is that something is a mistake.
type Severity string

// An Error is a mistake whatever else the program does; a Warning may be intended, or be
// right together with other files.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
)

// A Problem is a mistake with its place.
type Problem struct {
	Pos, End interp.Pos
	Severity Severity
	Message  string
}

// An OptionCheck says whether a built-in function knows a named argument. The first
// unnamed argument is given if it is a text. It returns a hint for an unknown one; sure is
// false if that cannot be told.
type OptionCheck func(function, first, option string) (hint string, known, sure bool)

// A Checker checks texts. It is safe for concurrent use.
type Checker struct {
	in        *interp.Interp
	functions map[string]*builtin
	names     []string // of functions
	options   OptionCheck
	read      func(path string) (string, error)
}

// New returns a checker for programs of an interpreter. options may be nil; read reads the
// files that a program loads.
func New(in *interp.Interp, options OptionCheck, read func(path string) (string, error)) *Checker {
	c := &Checker{in: in, functions: map[string]*builtin{}, options: options, read: read}
	s := in.NewSession()
	for _, fn := range s.Functions() {
		help, _ := s.Help(fn.Name)
		c.functions[fn.Name] = newBuiltin(help.Signature, fn.Hard)
		c.names = append(c.names, fn.Name)
	}
	_ = s.Close() // nothing was opened
	return c
}

// Check checks the text of a file. An error is a *interp.SyntaxError or *interp.LimitError.
func (c *Checker) Check(name, text string) ([]Problem, error) {
	expressions, spans, err := c.in.Parse(name, text)
	if err != nil {
		return nil, err
	}
	f := &file{checker: c, spans: spans, globals: map[string]*definition{}, scopes: map[*value.List]*scope{}, visited: map[*value.List]bool{}}
	f.collectFiles(name, expressions, map[string]bool{filepath.Clean(name): true})
	for _, e := range expressions {
		f.collect(e, newScope(nil), 0)
	}
	clear(f.visited)
	for i, e := range expressions {
		f.inspect(e, f.scopeOf(e), spans.Expression(i), 0)
	}
	slices.SortStableFunc(f.problems, func(a, b Problem) int { return a.Pos.Offset - b.Pos.Offset })
	return f.problems, nil
}

// A file is a text that is being checked.
type file struct {
	checker  *Checker
	spans    *syntax.Spans
	globals  map[string]*definition
	scopes   map[*value.List]*scope // of functions, and of the expressions of the file
	dynamic  bool                   // names may be defined that cannot be seen
	problems []Problem
	visited  map[*value.List]bool // lists that the pass that runs has been to
	loaded   int                  // files that were read
}

// A definition is what is known of a name.
type definition struct {
	function *value.List // the only function that it is ever set to, nil for others
	several  bool
}

// deepest is how deeply nested lists are looked into.
const deepest = 2000

// visit reports whether a list is met for the first time in this pass.
func (f *file) visit(l *value.List) bool {
	if f.visited[l] {
		return false
	}
	f.visited[l] = true
	return true
}

// report notes a problem.
func (f *file) report(severity Severity, span syntax.Span, message string) {
	source := f.spans.Source()
	f.problems = append(f.problems, Problem{source.Pos(span.Start), source.Pos(span.End), severity, message})
}

// spanOf is where element i of a list is; that of the list if it is not known.
func (f *file) spanOf(l *value.List, i int, around syntax.Span) syntax.Span {
	if elements, ok := f.spans.Elements(l); ok && i < len(elements) && elements[i].Value.End > 0 {
		return elements[i].Value
	}
	return around
}

// nameSpanOf is where the name of element i is.
func (f *file) nameSpanOf(l *value.List, i int, around syntax.Span) syntax.Span {
	if elements, ok := f.spans.Elements(l); ok && i < len(elements) && elements[i].Named {
		return elements[i].Name
	}
	return f.spanOf(l, i, around)
}
