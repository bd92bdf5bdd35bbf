package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib"
	"github.com/bpl-lang/bpl/repl"
)

// A program is a source text to be run.
type program struct {
	name string // of its file, or what messages call it
	text string
	args []string // what (args) gives
	// show, which may be nil, prints the value of the last expression.
	show func(ctx context.Context, s *interp.Session, v interp.Value, w io.Writer) error
}

// evaluate runs a program as the flags say, from reading it to closing its session, and
// returns the exit code.
func (c *command) evaluate(ctx context.Context, p program) int {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if c.flags.timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeoutCause(ctx, c.flags.timeout, errTimeout)
		defer stop()
	}
	out := &outlet{w: c.out, gone: func() { cancel(errOutputClosed) }}
	stopProfile, err := startProfile(c.flags.cpuProfile)
	if err != nil {
		return c.report(err)
	}
	defer func() {
		if err := stopProfile(); err != nil {
			c.say("--profile: %v", err)
		}
	}()
	e := &evaluation{c: c, in: c.in, out: out, errOut: c.err, zone: time.Local}
	stopMetrics, err := e.serveMetrics(c.flags.metrics)
	if err != nil {
		return c.report(err)
	}
	defer stopMetrics()
	in, err := e.interpreter(p.args)
	if err != nil {
		return c.report(err)
	}
	return e.run(ctx, in, p)
}

// An evaluation is the run of one program.
type evaluation struct {
	c           *command
	in          io.Reader
	out, errOut io.Writer
	zone        *time.Location
	tell        func(executor int, err error) // is told instead of lost, if set
	kafka       []kafkalib.Option
	mu          sync.Mutex // guards exit
	exit        *interp.ExitError
}

// run evaluates the program in a session of its own.
func (e *evaluation) run(ctx context.Context, in *interp.Interp, p program) int {
	compiled, err := in.Compile(p.name, p.text)
	if err != nil {
		return e.c.report(err)
	}
	s := in.NewSession()
	err = e.evaluate(ctx, s, compiled, p)
	code := exitOK
	s.Do(func(*interp.Session) { code = e.c.report(err) }) // an exception holds data of the session
	if err := s.Close(); err != nil {
		e.c.say("%v", err)
		if code == exitOK {
			code = exitFailure
		}
	}
	return code
}

func (e *evaluation) evaluate(ctx context.Context, s *interp.Session, compiled *interp.Program, p program) error {
	if err := setGlobals(ctx, s, e.c.flags.sets); err != nil {
		return err
	}
	v, err := s.Run(ctx, compiled)
	if err != nil {
		return err
	}
	if p.show != nil {
		if err := p.show(ctx, s, v, e.out); err != nil {
			return err
		}
	}
	if e.c.flags.wait {
		if err := s.Wait(ctx); err != nil {
			if cause := ended(ctx); cause != nil {
				return cause
			}
			return err
		}
	}
	return e.exited()
}

// exited returns the exit that an executor asked for after the program itself was over.
func (e *evaluation) exited() error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.exit == nil {
		return nil
	}
	return e.exit
}

// lost is told of the errors that end executors and timers, of which nobody else hears.
func (e *evaluation) lost(executor int, err error) {
	if e.tell != nil {
		e.tell(executor, err)
		return
	}
	var exit *interp.ExitError
	if errors.As(err, &exit) {
		e.mu.Lock()
		e.exit = exit
		e.mu.Unlock()
		return
	}
	fmt.Fprintf(e.errOut, "bpl: warning: %s\n", repl.LostError(executor, err))
}

// interpreter returns what the flags grant and bound, with the libraries of the command.
func (e *evaluation) interpreter(args []string) (*interp.Interp, error) {
	bounds, err := parseLimits(e.c.flags.limits)
	if err != nil {
		return nil, err
	}
	options := []interp.Option{
		interp.WithStdio(e.in, e.out, e.errOut),
		interp.WithArgs(args...),
		interp.WithLimits(bounds),
		interp.WithZone(e.zone),
		interp.WithExecutorErrors(e.lost),
	}
	granted, err := e.c.flags.grants.options()
	if err != nil {
		return nil, err
	}
	options = append(options, granted...)
	options = append(options, e.c.flags.libraries(e.kafka...)...)
	if e.c.flags.trace {
		options = append(options, interp.WithTracer(&tracer{w: e.c.err, depths: map[int]int{}}))
	}
	return interp.New(options...)
}

// setGlobals sets the variables of --set.
func setGlobals(ctx context.Context, s *interp.Session, sets []string) error {
	for _, set := range sets {
		name, text, ok := strings.Cut(set, "=")
		if !ok || name == "" {
			return misuse("--set %s: want NAME=EXPR", set)
		}
		compiled, err := s.Interp().Compile("--set "+name, text)
		if err != nil {
			return err
		}
		v, err := s.Run(ctx, compiled)
		if err != nil {
			return err
		}
		if err := s.Set(name, v); err != nil {
			return misuse("--set %s: %v", name, err)
		}
	}
	return nil
}

// readProgram reads the file of a program, standard input if the name is "-".
func (c *command) readProgram(ctx context.Context, name string) (string, error) {
	if name == "-" {
		return readInput(ctx, c.in)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return "", misuse("%v", err)
	}
	return string(text), nil
}

// readInput reads all of standard input, until ctx ends. A read that blocks cannot be
// ended; its goroutine lives as long as the process, which is about to end.
func readInput(ctx context.Context, in io.Reader) (string, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(in)
		done <- result{text, err}
	}()
	select {
	case r := <-done:
		if r.err != nil {
			return "", misuse("standard input: %v", r.err)
		}
		return string(r.text), nil
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}
