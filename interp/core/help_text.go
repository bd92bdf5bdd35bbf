package core

import (
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// helpWidth is the width to which help texts are broken.
const helpWidth = 80

// helpText lays the help of a built-in function out as text.
func helpText(fn *eval.Function) string {
	h := &fn.Help
	var b strings.Builder
	b.WriteString(h.Signature + "\n")
	wrap(&b, "  ", "  ", h.Summary)
	if len(h.Args) > 0 {
		b.WriteString("\nArguments\n")
		width := 0
		for _, a := range h.Args {
			width = max(width, utf8.RuneCountInString(a.Name))
		}
		for _, a := range h.Args {
			label := "  " + a.Name + strings.Repeat(" ", width-utf8.RuneCountInString(a.Name)) + "  "
			wrap(&b, label, strings.Repeat(" ", width+4), a.Meaning+" ("+a.Type+")")
		}
	}
	if h.Result != "" { // a host's function need not describe it
		b.WriteString("\nResult\n")
		wrap(&b, "  ", "  ", h.Result)
	}
	if len(h.Errors) > 0 {
		b.WriteString("\nErrors\n")
		for _, e := range h.Errors {
			wrap(&b, "  - ", "    ", e)
		}
	}
	if len(h.Examples) > 0 {
		b.WriteString("\nExamples\n")
		for _, e := range h.Examples {
			b.WriteString("  " + e.Expression + "\n")
			if e.Result != "" {
				b.WriteString("    " + e.Result + "\n")
			}
		}
	}
	if len(h.Related) > 0 {
		b.WriteString("\nSee also " + strings.Join(h.Related, ", ") + "\n")
	}
	if fn.Denied != "" {
		b.WriteString("\nThe host withholds this function: " + fn.Denied + "\n")
	}
	return b.String()
}

// wrap writes text broken at blanks; first stands before its first line, rest before the
// others.
func wrap(b *strings.Builder, first, rest, text string) {
	b.WriteString(first)
	column := utf8.RuneCountInString(first)
	begun := false
	for word := range strings.FieldsSeq(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case begun && column+1+n > helpWidth:
			b.WriteString("\n" + rest)
			column = utf8.RuneCountInString(rest)
		case begun:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += n
		begun = true
	}
	b.WriteByte('\n')
}
