// Package variant writes programs in other ways that mean the same, to see whether their
// speed depends on how they are written: with other names, global variables, the operands
// the other way round, and so on.
//
// It knows the style of the benchmark programs: functions are assigned to variables at the
// top level, variables of functions are announced by local, and no code is quoted.
package variant

import (
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// A Variant is one way to write programs differently. It is immutable and safe for
// concurrent use.
type Variant struct {
	Name, What string
	steps      []func(*rewriter)
}

// Variants returns all of them; the last combines the others.
func Variants() []Variant {
	return []Variant{
		{"renamed", "all variables have other names", []func(*rewriter){(*rewriter).rename}},
		{"globals", "variables are global, except in functions that call themselves", []func(*rewriter){(*rewriter).globalize}},
		{"swapped", "operands stand the other way round", []func(*rewriter){(*rewriter).swap}},
		{"do", "do is wrapped around bodies and branches", []func(*rewriter){(*rewriter).wrap}},
		{"increment", "++ and -- in place of set", []func(*rewriter){(*rewriter).increment}},
		{"all", "all of these at once", []func(*rewriter){
			(*rewriter).globalize, (*rewriter).rename, (*rewriter).increment, (*rewriter).swap, (*rewriter).wrap,
		}},
	}
}

// Rewrite returns the source, which is called name in errors, written in the variant's way.
func (v Variant) Rewrite(name, source string) (string, error) {
	in, err := interp.New()
	if err != nil {
		return "", err
	}
	expressions, _, err := in.Parse(name, source)
	if err != nil {
		return "", err
	}
	r := &rewriter{in: in, expressions: expressions}
	for _, step := range v.steps {
		step(r)
	}
	if r.err != nil {
		return "", fmt.Errorf("%s, written with %s: %w", name, v.Name, r.err)
	}
	var text strings.Builder
	for _, e := range r.expressions {
		text.WriteString(syntax.Print(e) + "\n")
	}
	return syntax.Format(text.String(), syntax.FormatOptions{Name: name})
}
