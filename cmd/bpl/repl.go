package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/repl"
)

// replFlags are the choices of bpl repl.
type replFlags struct {
	noRC, plain, keepGoing bool
	history                string
}

func (f *replFlags) declare(flags *pflag.FlagSet) {
	flags.BoolVar(&f.noRC, "no-rc", false, "do not begin with rc.bpl in the folder of the configuration")
	flags.StringVar(&f.history, "history", "", "keep the history in `FILE`; none keeps none")
	flags.BoolVar(&f.plain, "plain", false, "no line editor")
	flags.BoolVar(&f.keepGoing, "keep-going", false, "where standard input is no terminal: go on after an error")
}

func (c *command) newREPL() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "repl [flags] [FILE...]",
		Short: "open a session",
		Long: `Opens a session, which evaluates what is typed and prints the values; FILE is evaluated
first. On a terminal there are editing, history, completion and commands (:help lists
them). From a pipe it prints the value of each form on a line of its own and stops at the
first error.`,
		Args: argCount(0, -1, "FILE"),
	}
	var f replFlags
	f.declare(cmd.Flags())
	c.flags.declareSession(cmd.Flags())
	return c.subcommand(cmd, func(ctx context.Context, args []string) int { return c.session(ctx, f, args) })
}

// session runs a session until its input ends, and returns the exit code.
func (c *command) session(ctx context.Context, f replFlags, files []string) int {
	for _, file := range files {
		if _, err := os.Stat(file); err != nil {
			return c.report(misuse("%v", err))
		}
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	bounds := &sessionLimits{given: c.flags.limits}
	kafka := new(kafkaSession)
	cfg := repl.Config{
		In:        c.in,
		Out:       &outlet{w: c.out, gone: func() { cancel(errOutputClosed) }},
		Err:       c.err,
		KeepGoing: f.keepGoing,
		Files:     files,
		Prepare: func(ctx context.Context, s *interp.Session) error {
			kafka.use(ctx, s)
			return errors.Join(bounds.apply(s), setGlobals(ctx, s, c.flags.sets))
		},
		Interp: func(s repl.Streams) (*interp.Interp, error) {
			e := &evaluation{c: c, in: s.In, out: s.Out, errOut: s.Err, zone: time.Local, tell: s.Lost,
				kafka: []kafkalib.Option{kafkalib.WithObserver(kafka.observe)}}
			return e.interpreter(nil)
		},
		Color:      c.colored(),
		Commands:   append(kafka.commands(), bounds.command()),
		Completers: []repl.Completer{kafka},
		Getenv:     os.Getenv,
	}
	if isTerminal(c.in) {
		c.interactive(&cfg, f)
		c.ownsInterrupts.Store(true)
		defer c.ownsInterrupts.Store(false)
	}
	err := repl.Run(ctx, cfg)
	var setup *repl.SetupError
	switch {
	case errors.As(err, &setup):
		return c.report(setup.Err)
	case errors.Is(err, repl.ErrInterrupted):
		return exitInterrupt
	case errors.Is(err, errInterrupted), errors.Is(err, errTerminated):
		return c.report(err)
	}
	return codeOf(err) // what it was has been shown
}

// interactive sets a session up for somebody who types.
func (c *command) interactive(cfg *repl.Config, f replFlags) {
	cfg.Interactive = true
	cfg.Banner = "bpl " + builtVersions().Version + "; :help tells more, Ctrl-D leaves"
	if !f.noRC {
		cfg.Startup = []string{filepath.Join(configHome(), "rc.bpl")}
	}
	switch f.history {
	case "":
		if state := xdg("XDG_STATE_HOME", filepath.Join(".local", "state")); state != "" {
			cfg.History = filepath.Join(state, "bpl", "history")
		}
	case "none":
	default:
		cfg.History = f.history
	}
	in, inOK := c.in.(*os.File)
	out, outOK := c.out.(*os.File)
	if term := os.Getenv("TERM"); f.plain || term == "" || term == "dumb" || !inOK || !outOK || !isTerminal(out) {
		return
	}
	cfg.Keyboard, cfg.Screen = in, out
	cfg.Terminal = func(restore func()) { c.restore.Store(&restore) }
}
