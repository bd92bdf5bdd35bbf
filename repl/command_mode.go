package repl

import (
	"context"
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
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
	s.forms, s.traces = nil, nil
	if err := s.newSession(); err != nil {
		return err
	}
	s.say("a new session")
	return nil
}

// traceCommand shows each call of a function as it begins.
func traceCommand(_ context.Context, c *Console, name string) error {
	s := c.s
	switch {
	case name == "off":
		for _, remove := range s.traces {
			remove()
		}
		s.traces = nil
		return nil
	case name == "":
		for traced := range s.traces {
			fmt.Fprintln(c.Out(), traced)
		}
		return nil
	case s.traces[name] != nil:
		return nil
	}
	if _, ok := s.s.Help(name); !ok {
		return c.unknown(name)
	}
	if s.traces == nil {
		s.traces = map[string]func(){}
	}
	s.traces[name] = s.s.Break(name, func(call *interp.Call) error {
		var b strings.Builder
		b.WriteString("trace: (" + name)
		for i := range call.Len() {
			b.WriteString(" " + syntax.Cut(call.Arg(i), traceWidth))
		}
		b.WriteString(")")
		for name, v := range call.Locals().All() {
			b.WriteString("  " + name + "=" + syntax.Cut(v, traceWidth))
		}
		_, err := fmt.Fprintln(s.console.stderr(), b.String())
		return err
	})
	return nil
}

// traceWidth is to how many characters values in a trace are cut.
const traceWidth = 60
