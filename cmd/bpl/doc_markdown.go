package main

import (
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// markdown writes the help of functions as a reference. Where all functions are in it,
// it has a title and a table of contents.
func markdown(groups []functionGroup, all bool) string {
	var b strings.Builder
	if all {
		b.WriteString("# Functions\n\nMade by `bpl doc --md` from the help of the functions; `bpl doc NAME` and `(help NAME)` show\n" +
			"the same. Names of functions that variables may hide are in italics below.\n")
		for _, g := range groups {
			b.WriteString("\n**" + g.library + "**:")
			for _, fn := range g.functions {
				name := "`" + fn.name + "`"
				if !fn.hard {
					name = "*" + name + "*"
				}
				b.WriteString("\n" + name)
			}
			b.WriteByte('\n')
		}
	}
	for _, g := range groups {
		if all {
			b.WriteString("\n## The library " + g.library + "\n")
		}
		for _, fn := range g.functions {
			if all {
				b.WriteByte('\n')
			}
			writeMarkdown(&b, fn)
		}
	}
	return b.String()
}

func writeMarkdown(b *strings.Builder, fn documentedFunction) {
	h := fn.help
	b.WriteString("### `" + fn.name + "`\n\n```bpl\n" + h.Signature + "\n```\n\n" + escape(h.Summary) + "\n")
	if len(h.Args) > 0 {
		b.WriteByte('\n')
		for _, a := range h.Args {
			b.WriteString("- `" + a.Name + "` (" + escape(a.Type) + "): " + escape(a.Meaning) + "\n")
		}
	}
	if h.Result != "" {
		b.WriteString("\nResult: " + escape(h.Result) + "\n")
	}
	if len(h.Errors) > 0 {
		b.WriteString("\nErrors:\n\n")
		for _, e := range h.Errors {
			b.WriteString("- " + escape(e) + "\n")
		}
	}
	writeExamples(b, h.Examples)
	if len(h.Related) > 0 {
		b.WriteString("\nSee also `" + strings.Join(h.Related, "`, `") + "`.\n")
	}
}

func writeExamples(b *strings.Builder, examples []interp.HelpExample) {
	if len(examples) == 0 {
		return
	}
	b.WriteString("\n```\n")
	for _, e := range examples {
		b.WriteString("> " + e.Expression + "\n")
		if e.Result != "" {
			b.WriteString(e.Result + "\n")
		}
	}
	b.WriteString("```\n")
}

// escape keeps Markdown from reading the signs of plain text as its own.
func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`, "|", `\|`).Replace(text)
}
