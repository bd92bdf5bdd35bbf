package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/bpl-lang/bpl/interp"
)

// showable are errors that can show the source and the calls that they come from.
type showable interface {
	Show(w io.Writer, color bool)
}

// report tells the user what ended an evaluation, and returns the exit code.
func (c *command) report(err error) int {
	code := codeOf(err)
	var (
		exit  *interp.ExitError
		bug   *interp.PanicError
		limit *interp.LimitError
		shown showable
	)
	switch {
	case code == exitOK, errors.As(err, &exit):
	case code == exitTimeout:
		c.say("%v", errTimeout)
	case code == exitInterrupt, code == exitTerminate:
		c.say("%v", reasonOf(err))
	case errors.As(err, &shown) && code != exitInternal && code != exitLimit:
		shown.Show(c.err, c.colored())
	case errors.As(err, &bug) && code == exitInternal:
		c.say("%v\n%s\nThis is a mistake of bpl, not of the script. Please report it.", bug, bug.GoStack)
	case errors.As(err, &limit) && code == exitLimit && limit.Fixed != "":
		c.say("%v; no --limit changes it: add them in several steps", limit)
	case errors.As(err, &limit) && code == exitLimit:
		c.say("%v; --limit %s=N sets another", limit, limit.Limit)
	default:
		c.say("%v", err)
	}
	return code
}

// reasonOf returns the signal that ended an evaluation.
func reasonOf(err error) error {
	if errors.Is(err, errInterrupted) {
		return errInterrupted
	}
	return errTerminated
}

// fail tells that cmd was called in a wrong way, with the help that may be needed.
func (c *command) fail(cmd *cobra.Command, err error) int {
	fmt.Fprintf(c.err, "%s: %v\nusage: %s\n%s --help tells more\n", cmd.CommandPath(), err, useLine(cmd), cmd.CommandPath())
	return exitUsage
}

// colored reports whether messages are to have colours.
func (c *command) colored() bool {
	switch c.flags.color {
	case "always":
		return true
	case "never":
		return false
	}
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(c.err)
}

// isTerminal reports whether a stream is a terminal.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
