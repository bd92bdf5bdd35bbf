package main

import (
	"context"
	"os"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A command is one call of bpl. Its run is called once; ownsInterrupts and leaveTerminal
// may be used meanwhile.
type command struct {
	stdio
	flags evaluationFlags
	code  int // of the subcommand that ran

	// ownsInterrupts is true while Ctrl-C is none of the process's business: a session on a
	// terminal ends only what is being evaluated.
	ownsInterrupts atomic.Bool
	// restore, if set, gives the terminal back its modes.
	restore atomic.Pointer[func()]
}

func newCommand(std stdio) *command { return &command{stdio: std} }

// leaveTerminal gives the terminal back its modes when the process is about to end at
// once.
func (c *command) leaveTerminal() {
	if restore := c.restore.Load(); restore != nil {
		(*restore)()
	}
}

// run carries out a call and returns its exit code. The reason for which ctx ends decides
// on the code: errInterrupted, errTerminated.
func (c *command) run(ctx context.Context, args []string) int {
	root := c.newRoot()
	if err := root.ParseFlags(args); err != nil {
		return c.fail(root, root.FlagErrorFunc()(root, err))
	}
	rest := root.Flags().Args()
	expression := root.Flags().Lookup("eval")
	switch {
	case wantsHelp(root):
		c.writeHelp(root)
		return exitOK
	case root.Flags().Changed("version"):
		return c.execute(ctx, root, append([]string{"version"}, rest...))
	case expression.Changed:
		return c.finish(root, refused(root, "eval"), func() int { return c.evaluateExpression(ctx, expression.Value.String(), rest) })
	case len(rest) == 0:
		return c.withoutArguments(ctx, root)
	case isFile(rest[0]):
		return c.finish(root, refused(root, "run"), func() int { return c.runFile(ctx, rest[0], rest[1:]) })
	}
	if find(root, rest[0]) == nil {
		return c.fail(root, unknownCommand(root, rest[0]))
	}
	return c.execute(ctx, root, rest)
}

// withoutArguments opens a session on a terminal; elsewhere it runs standard input.
func (c *command) withoutArguments(ctx context.Context, root *cobra.Command) int {
	if isTerminal(c.in) {
		return c.execute(ctx, root, []string{"repl"})
	}
	return c.finish(root, refused(root, "run"), func() int { return c.standardInput(ctx) })
}

// execute runs the subcommand that the first argument names.
func (c *command) execute(ctx context.Context, root *cobra.Command, args []string) int {
	if err := refused(root, args[0]); err != nil {
		return c.fail(root, err)
	}
	root.SetArgs(args)
	if ran, err := root.ExecuteContextC(ctx); err != nil {
		return c.fail(ran, err)
	}
	return c.code
}

// finish does the work of bpl itself, unless there is an error of usage.
func (c *command) finish(cmd *cobra.Command, err error, f func() int) int {
	if err == nil {
		err = c.configure(cmd.Flags())
	}
	if err != nil {
		return c.fail(cmd, err)
	}
	return f()
}

// newRoot declares bpl with its subcommands. Flags of bpl itself are those of run and
// eval, which share their variables: bpl --timeout 5s eval 1 is bpl eval --timeout 5s 1.
func (c *command) newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "bpl",
		Short:         "Runs scripts of the language BPL, a small Lisp that speaks Apache Kafka.",
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
	}
	root.CompletionOptions.DisableDefaultCmd = true
	root.SetOut(c.out)
	root.SetErr(c.err)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { c.writeHelp(cmd) })
	root.Flags().SetInterspersed(false)
	root.Flags().StringP("eval", "e", "", "evaluate `EXPR` and print its value, as bpl eval does")
	root.Flags().Bool("version", false, "tell versions and limits, as bpl version does")
	c.flags.declare(root.Flags())
	c.flags.declareOutput(root.Flags())
	root.InitDefaultHelpFlag()
	help := c.newHelp()
	root.SetHelpCommand(help)
	root.AddCommand(c.newRun(), c.newEval(), c.newREPL(), c.newTest(), c.newCheck(), c.newFmt(), c.newDoc(),
		c.newBroker(), c.newRecord(), c.newSpool(), c.newVersion(), c.newCompletion(), help)
	return root
}

// subcommand completes the declaration of a subcommand whose work is f.
func (c *command) subcommand(cmd *cobra.Command, f func(ctx context.Context, args []string) int) *cobra.Command {
	cmd.DisableFlagsInUseLine = true
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := c.configure(cmd.Flags()); err != nil {
			return err
		}
		c.code = f(cmd.Context(), args)
		return nil
	}
	return cmd
}

// find returns the subcommand of that name, nil if there is none.
func find(root *cobra.Command, name string) *cobra.Command {
	for _, sub := range root.Commands() {
		if sub.Name() == name {
			return sub
		}
	}
	return nil
}

// unknownCommand says that a first argument is neither a subcommand nor a file.
func unknownCommand(root *cobra.Command, name string) error {
	if looksLikeFile(name) {
		return misuse("there is no file %s", name)
	}
	var names []string
	for _, sub := range root.Commands() {
		names = append(names, sub.Name())
	}
	hint := didYouMean("", name, names)
	if _, err := os.Stat(name); err == nil && hint == "" {
		hint = "; bpl run " + name + " runs the file"
	}
	return misuse("there is no command %q%s", name, hint)
}

// looksLikeFile reports whether a first argument stands for a script, not for a
// subcommand.
func looksLikeFile(arg string) bool {
	return strings.Contains(arg, "/") || strings.HasSuffix(arg, ".bpl")
}

// isFile reports whether a first argument is a script that exists, or standard input.
func isFile(arg string) bool {
	if arg == "-" {
		return true
	}
	if !looksLikeFile(arg) {
		return false
	}
	_, err := os.Stat(arg)
	return err == nil
}

// refused is the error for flags before a subcommand, or before a file, that the
// subcommand does not know. Those that it knows count as given to it.
func refused(root *cobra.Command, name string) error {
	sub := find(root, name)
	var err error
	root.Flags().Visit(func(f *pflag.Flag) {
		switch same := sub.Flags().Lookup(f.Name); {
		case f.Name == "eval", f.Name == "version":
		case same != nil:
			same.Changed = true
		case err == nil:
			err = misuse("--%s means nothing to bpl %s", f.Name, name)
		}
	})
	return err
}

func wantsHelp(cmd *cobra.Command) bool {
	help, err := cmd.Flags().GetBool("help")
	return err == nil && help
}
