package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/interp"
)

func (c *command) newEval() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "eval [flags] EXPR [ARG...]",
		Short: "evaluate an expression and print its value",
		Long: `Evaluates EXPR, which may hold several expressions, and prints the value of the last
one; null, too. What stands behind it is for (args). "bpl -e EXPR" is the same.`,
		Args: argCount(1, -1, "expression"),
	}
	cmd.Flags().SetInterspersed(false)
	c.flags.declare(cmd.Flags())
	c.flags.declareOutput(cmd.Flags())
	return c.subcommand(cmd, func(ctx context.Context, args []string) int {
		return c.evaluateExpression(ctx, args[0], args[1:])
	})
}

func (c *command) evaluateExpression(ctx context.Context, text string, args []string) int {
	p := program{name: "expression", text: text, args: args}
	switch f := c.flags; {
	case f.quiet && (f.raw || f.json), f.raw && f.json:
		return c.report(misuse("--quiet, --raw and --json exclude each other"))
	case f.raw:
		p.show = showRaw
	case f.json:
		p.show = showJSON
	case !f.quiet:
		p.show = showPrinted
	}
	return c.evaluate(ctx, p)
}

// showPrinted writes a value in its printed form.
func showPrinted(_ context.Context, s *interp.Session, v interp.Value, w io.Writer) error {
	var text string
	s.Do(func(*interp.Session) { text = v.String() })
	_, err := fmt.Fprintln(w, text)
	return err
}

// showRaw writes a string as it is, everything else in its printed form.
func showRaw(ctx context.Context, s *interp.Session, v interp.Value, w io.Writer) error {
	if text, ok := v.AsString(); ok {
		_, err := fmt.Fprintln(w, text)
		return err
	}
	return showPrinted(ctx, s, v, w)
}

// showJSON writes a value as JSON. The language writes lists only: other values go as the
// one element of a list, without its brackets.
func showJSON(ctx context.Context, s *interp.Session, v interp.Value, w io.Writer) error {
	code, err := s.Interp().ParseOne("", `(string (quote ()) "format" => "json")`)
	if err != nil {
		return err
	}
	call, _ := code.AsList()
	quote, _ := call.At(1).AsList()
	box, _ := quote.At(1).AsList()
	_, isList := v.AsList()
	if isList {
		quote.SetAt(1, v)
	} else {
		box.Append(v)
	}
	result, err := s.EvalValue(ctx, code)
	if err != nil {
		return err
	}
	text, _ := result.AsString()
	if !isList {
		text = text[1 : len(text)-1]
	}
	_, err = fmt.Fprintln(w, text)
	return err
}
