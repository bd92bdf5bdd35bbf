package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// breakCommand makes evaluations stop where a function is entered.
func breakCommand(_ context.Context, c *Console, name string) error {
	s := c.s
	if !s.Interactive {
		return errors.New("nobody is there to look at a break")
	}
	if name == "" || name == "off" {
		return s.breaks.list(c, name)
	}
	return s.breaks.set(c, name, s.stopAt)
}

// watches are functions that are watched, with what ends it.
type watches map[string]func()

// list names the functions, or ends all with "off".
func (w *watches) list(c *Console, args string) error {
	if args == "off" {
		for _, remove := range *w {
			remove()
		}
		*w = nil
		return nil
	}
	for name := range *w {
		if _, err := fmt.Fprintln(c.Out(), name); err != nil {
			return err
		}
	}
	return nil
}

// set watches a function.
func (w *watches) set(c *Console, name string, f func(name string, call *interp.Call) error) error {
	if (*w)[name] != nil {
		return nil
	}
	if _, ok := c.Session().Help(name); !ok {
		return c.unknown(name)
	}
	if *w == nil {
		*w = watches{}
	}
	(*w)[name] = c.Session().Break(name, func(call *interp.Call) error { return f(name, call) })
	return nil
}

// describe shows a call that has just been entered: its arguments as they are written, and
// the local scope.
func describe(name string, call *interp.Call) string {
	var b strings.Builder
	b.WriteString("(" + name)
	for i := range call.Len() {
		b.WriteByte(' ')
		if argument := call.ArgName(i); argument != "" {
			b.WriteString(interp.String(argument).String() + " => ")
		}
		b.WriteString(syntax.Cut(call.Arg(i), traceWidth))
	}
	b.WriteString(")")
	for name, v := range call.Locals().All() {
		b.WriteString("  " + name + " = " + syntax.Cut(v, traceWidth))
	}
	return b.String()
}

// stopAt lets the user look around where a function was entered. It runs in the evaluation
// and holds the lock of the session, so nothing else goes on meanwhile.
func (s *session) stopAt(name string, call *interp.Call) error {
	s.stopped.Store(true)
	defer s.stopped.Store(false)
	s.console.freshRow()
	s.warn("break: %s", describe(name, call))
	s.warn("forms are evaluated there; :continue (or Ctrl-D) goes on, :stop (or Ctrl-C) ends the evaluation")
	for {
		line, err := s.editor.ReadLine(call.Context(), "break> ")
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case errors.Is(err, lineedit.ErrInterrupt):
			return errStopped
		case err != nil:
			return err
		}
		switch line = strings.TrimSpace(line); line {
		case "":
		case ":continue", ":c":
			return nil
		case ":stop":
			return errStopped
		default:
			if isCommand(line) {
				s.warn("here are only :continue and :stop")
				continue
			}
			s.look(line, call)
		}
	}
}

// look evaluates forms in the scope of a call, and prints their values.
func (s *session) look(text string, call *interp.Call) {
	forms, _, err := s.in.Parse("break", text)
	for _, form := range forms {
		var v interp.Value
		if v, err = call.EvalValue(form); err != nil {
			break
		}
		s.say("%s", s.visible(v.String()))
	}
	if err != nil {
		interp.Show(s.console.stderr(), err, s.Color)
	}
}
