package main

import (
	"context"

	"github.com/spf13/cobra"
)

func (c *command) newRun() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "run [flags] FILE [ARG...]",
		Short: "run a script",
		Long: `Runs a script and prints only what the script prints. What stands behind FILE is for
the script, which finds it in (args); FILE may be "-", for standard input. "bpl FILE" is
the same where FILE contains a slash or ends in .bpl. A first line that begins with "#!"
is skipped, so a script may begin with "#!/usr/bin/env bpl".

After the last expression executors and timers that are still alive are ended, and
handles are closed (producers have 5 seconds to deliver what they hold). SIGINT and SIGTERM
end the evaluation in the same way, a second one at once.`,
		Args: argCount(1, -1, "script; give a file, or - for standard input"),
	}
	cmd.Flags().SetInterspersed(false)
	c.flags.declare(cmd.Flags())
	return c.subcommand(cmd, func(ctx context.Context, args []string) int { return c.runFile(ctx, args[0], args[1:]) })
}

// runFile runs a script; "-" stands for standard input.
func (c *command) runFile(ctx context.Context, name string, args []string) int {
	text, err := c.readProgram(ctx, name)
	if err != nil {
		return c.report(err)
	}
	if name == "-" {
		name = "standard input"
	}
	return c.evaluate(ctx, program{name: name, text: text, args: args})
}

// standardInput runs standard input as a script.
func (c *command) standardInput(ctx context.Context) int { return c.runFile(ctx, "-", nil) }
