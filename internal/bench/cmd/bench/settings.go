package main

import (
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/runner"
)

// settings are the flags of the suite.
type settings struct {
	rounds, starts   int
	programs, peers  []string
	extra            []runner.Command
	variants, curves bool
	write            bool
	clock            runner.Clock
	timeout          time.Duration
}

func parseSettings(args []string, stderr io.Writer) (settings, error) {
	var s settings
	f := flag.NewFlagSet("bench", flag.ContinueOnError)
	f.SetOutput(stderr)
	f.IntVar(&s.rounds, "rounds", 3, "how often everything is run")
	f.IntVar(&s.starts, "starts", 10, "how often each start is measured; 0: not at all")
	programs := f.String("programs", "", "the programs to run, with commas between; all if empty")
	peers := f.String("peers", "", "the peers to run, with commas between; if empty, all but bpl-walker")
	f.Func("extra", "`NAME=COMMAND`, another peer: a command that is given PROGRAM REPETITIONS TEXTFILE and prints\nRESULT PROGRAM NANOSECONDS SUM; may be given several times", func(text string) error {
		c, err := extraCommand(text)
		s.extra = append(s.extra, c)
		return err
	})
	f.BoolVar(&s.variants, "variants", false, "also run this language's programs written in other ways")
	f.BoolVar(&s.curves, "curves", true, "also measure the cost per element of small and large data")
	f.BoolVar(&s.write, "write", false, "write spec/benchmarks.md")
	f.Func("clock", "`wall` (the default) or cpu, the processor time, for machines that have other work to do", func(text string) error {
		s.clock = runner.Clock(text)
		if s.clock != runner.Wall && s.clock != runner.CPU {
			return fmt.Errorf("got %q, want wall or cpu", text)
		}
		return nil
	})
	f.DurationVar(&s.timeout, "timeout", 5*time.Minute, "the longest time of one process")
	s.clock = runner.Wall
	if err := f.Parse(args); err != nil {
		return s, err
	}
	if f.NArg() > 0 {
		return s, fmt.Errorf("got %q, want flags, or one of the words guard and curves in front", f.Arg(0))
	}
	if s.rounds < 1 {
		return s, fmt.Errorf("rounds: got %d, want 1 or more", s.rounds)
	}
	s.programs, s.peers = split(*programs), split(*peers)
	return s, nil
}

func split(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// extraCommand makes a peer of NAME=COMMAND. It is asked to run every program.
func extraCommand(text string) (runner.Command, error) {
	name, command, ok := strings.Cut(text, "=")
	words := strings.Fields(command)
	if !ok || name == "" || len(words) == 0 {
		return runner.Command{}, fmt.Errorf("got %q, want NAME=COMMAND", text)
	}
	return runner.Command{
		Peer: runner.Peer{Name: name, Ext: "bpl", Args: words[1:], Repetitions: 3},
		Path: words[0],
	}, nil
}
