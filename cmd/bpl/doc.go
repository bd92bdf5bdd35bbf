package main

import (
	"context"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/repl"
)

func (c *command) newDoc() *cobra.Command {
	asJSON, asMarkdown := false, false
	cmd := &cobra.Command{
		Use:   "doc [flags] [NAME]",
		Short: "explain a function of the language, or list all",
		Long:  "Prints what (help NAME) gives, without NAME a list of all functions.",
		Args:  argCount(0, 1, "NAME"),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON")
	cmd.Flags().BoolVar(&asMarkdown, "md", false, "as Markdown; bpl doc --md is the reference spec/functions.md")
	return c.subcommand(cmd, func(_ context.Context, args []string) int {
		name := strings.Join(args, "")
		switch {
		case asJSON && asMarkdown:
			return c.report(misuse("--json and --md exclude each other"))
		case asJSON:
			return c.docJSON(cmd, name)
		case asMarkdown:
			return c.docMarkdown(cmd, name)
		case name == "":
			return c.docList()
		}
		return c.explain(cmd, name, nil)
	})
}

// documented returns a session that knows every function of the command.
func documented() (*interp.Session, error) {
	in, err := interp.New(interp.With(kafkalib.New()))
	if err != nil {
		return nil, err
	}
	return in.NewSession(), nil
}

// explain prints the help of a function; others are names that may be meant as well.
func (c *command) explain(cmd *cobra.Command, name string, others []string) int {
	s, err := documented()
	if err != nil {
		return c.report(err)
	}
	defer s.Close()
	text, ok := s.HelpText(name)
	if !ok {
		return c.fail(cmd, noFunction(s, name, others))
	}
	return c.print(text)
}

func noFunction(s *interp.Session, name string, others []string) error {
	names := others
	for _, fn := range s.Functions() {
		names = append(names, fn.Name)
	}
	return misuse("there is no function %q%s", name, didYouMean("", name, names))
}

// docList lists the functions with what they are for.
func (c *command) docList() int {
	s, err := documented()
	if err != nil {
		return c.report(err)
	}
	defer s.Close()
	var b strings.Builder
	for _, group := range functionGroups(s) {
		b.WriteString(group.library + "\n")
		for _, fn := range group.functions {
			b.WriteString("  " + fn.name + strings.Repeat(" ", max(1, 24-len(fn.name))) + repl.OneLine(fn.help.Summary, 90) + "\n")
		}
		b.WriteByte('\n')
	}
	return c.print(b.String() + "bpl doc NAME tells more.\n")
}
