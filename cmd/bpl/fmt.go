package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
	"github.com/spf13/cobra"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// fmtFlags are the choices of bpl fmt.
type fmtFlags struct{ write, list, diff bool }

func (c *command) newFmt() *cobra.Command {
	var f fmtFlags
	cmd := &cobra.Command{
		Use:   "fmt [flags] [FILE...]",
		Short: "lay out source text",
		Long: `Formats source text; without files standard input. The result goes to standard output,
unless a flag asks for something else. Of a folder every file *.bpl beneath is formatted.`,
		Args: argCount(0, -1, "FILE"),
	}
	cmd.Flags().BoolVarP(&f.write, "write", "w", false, "write the result into the files")
	cmd.Flags().BoolVarP(&f.list, "list", "l", false, "list the files that are not formatted; the exit code is 1 if there are any")
	cmd.Flags().BoolVarP(&f.diff, "diff", "d", false, "show what would change")
	return c.subcommand(cmd, func(ctx context.Context, args []string) int { return c.format(ctx, f, args) })
}

// format formats files. One that cannot be read or parsed does not keep it from the
// others; the exit code is that of the first.
func (c *command) format(ctx context.Context, f fmtFlags, paths []string) int {
	if len(paths) == 0 || len(paths) == 1 && paths[0] == "-" {
		if f.write {
			return c.report(misuse("-w needs files"))
		}
		text, err := readInput(ctx, c.in)
		if err != nil {
			return c.report(err)
		}
		return c.formatText(f, "standard input", text)
	}
	files, err := sources(paths)
	if err != nil {
		return c.report(err)
	}
	code := exitOK
	for _, file := range files {
		text, err := os.ReadFile(file)
		var got int
		if err != nil {
			got = c.report(misuse("%v", err))
		} else {
			got = c.formatText(f, file, string(text))
		}
		if code == exitOK || got > exitFailure && code == exitFailure {
			code = got
		}
	}
	return code
}

// formatText formats one text and does with it what the flags say.
func (c *command) formatText(f fmtFlags, name, text string) int {
	formatted, err := syntax.Format(text, syntax.FormatOptions{Name: name})
	if err != nil {
		return c.reportText(name, text, err)
	}
	code := exitOK
	if formatted != text {
		if f.list {
			if code = c.print(name + "\n"); code == exitOK {
				code = exitFailure
			}
		}
		if f.diff {
			code = max(code, c.print(difference(name, text, formatted)))
		}
		if f.write {
			if err := rewrite(name, formatted); err != nil {
				return c.report(misuse("%v", err))
			}
		}
	}
	if f == (fmtFlags{}) {
		return c.print(formatted)
	}
	return code
}

// rewrite replaces the contents of a file, which keeps its mode.
func rewrite(name, text string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), info.Mode().Perm())
}

// difference shows two texts as diff -u does.
func difference(name, before, after string) string {
	text, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{
		A: linesOf(before), B: linesOf(after),
		FromFile: name, ToFile: name + " formatted", Context: 3,
	})
	if err != nil { // it writes to memory
		panic(fmt.Errorf("unified diff: %w", err))
	}
	return text
}

// linesOf splits a text into its lines, each with its line end; the mark of diff -u stands
// for a missing one, so that patch can apply the difference.
func linesOf(text string) []string {
	lines := slices.Collect(strings.Lines(text))
	if last := len(lines) - 1; last >= 0 && !strings.HasSuffix(lines[last], "\n") {
		lines[last] += "\n\\ No newline at end of file\n"
	}
	return lines
}

// sources returns the files that paths name: a folder stands for the files *.bpl beneath.
func sources(paths []string) ([]string, error) {
	var files []string
	err := eachFile(paths, func(name string, named bool) error {
		if named || filepath.Ext(name) == ".bpl" {
			files = append(files, name)
		}
		return nil
	})
	return files, err
}

// reportText tells what is wrong with a text that could not be read.
func (c *command) reportText(name, text string, err error) int {
	in, wrong := interp.New()
	if wrong == nil {
		if _, _, wrong = in.Parse(name, text); wrong != nil {
			err = wrong // the same, with the line and the place in it
		}
	}
	return c.report(err)
}
