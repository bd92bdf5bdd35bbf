package repl

import (
	"context"
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// onOff reads the argument of a switch; without one it says how the switch stands.
func (s *session) onOff(name, args string, value *bool) error {
	switch args {
	case "on":
		*value = true
	case "off":
		*value = false
	case "":
		s.say(":%s is %s", name, map[bool]string{true: "on", false: "off"}[*value])
	default:
		return s.complain("got " + args + ", want on or off")
	}
	return nil
}

func nullsCommand(s *session, args string) error { return s.onOff("nulls", args, &s.nulls) }

func timeCommand(s *session, args string) error {
	if args == "" || args == "on" || args == "off" {
		return s.onOff("time", args, &s.timing)
	}
	before := s.timing
	s.timing = true
	defer func() { s.timing = before }()
	return s.evaluateText(args)
}

func resetCommand(s *session, _ string) error {
	s.running.endAll()
	if err := s.s.Close(); err != nil {
		s.warn("%v", err)
	}
	s.forms, s.traces, s.breaks = nil, nil, nil
	if err := s.newSession(); err != nil {
		return err
	}
	s.say("a new session")
	return nil
}

// traceCommand shows each call of a function as it begins.
func traceCommand(_ context.Context, c *Console, name string) error {
	s := c.s
	if name == "" || name == "off" {
		return s.traces.list(c, name)
	}
	return s.traces.set(c, name, func(name string, call *interp.Call) error {
		_, err := fmt.Fprintln(s.console.stderr(), "trace: "+describe(name, call))
		return err
	})
}

// traceWidth is to how many characters values in a trace are cut.
const traceWidth = 60
