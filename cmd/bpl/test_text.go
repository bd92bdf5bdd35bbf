package main

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// alone returns a source text with blanks in the place of everything but one expression,
// so that the places in it stay what they are.
func alone(text string, span syntax.Span) string {
	blank := strings.Map(func(r rune) rune {
		switch r {
		case '\n', '\r', '\ufeff':
			return r
		}
		return ' '
	}, text[:span.Start])
	return blank + text[span.Start:span.End]
}

// joined lists words for a message.
func joined(words []string) string { return strings.Join(words, ", ") }
