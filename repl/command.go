package repl

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// A Command is a line ":NAME ARGS" that talks to the session instead of being evaluated.
type Command struct {
	Name    string
	Args    string // how they are written, "" for none
	Summary string
	// Run does the work. Its context ends at Ctrl-C. What it returns is shown.
	Run func(ctx context.Context, c *Console, args string) error
	// inline commands are not run as something that Ctrl-C stops: they evaluate by
	// themselves, or end the session.
	inline func(s *session, args string) error
	// names tells that the argument is the name of a function.
	names bool
}

// A Console is what a Command sees of the session. It is valid while the command runs.
type Console struct{ s *session }

// Session is where forms are evaluated.
func (c *Console) Session() *interp.Session { return c.s.s }

// Out takes what the command has to say.
func (c *Console) Out() io.Writer { return c.s.console.stdout() }

// Status shows a text in the last row of a terminal until there is other output.
func (c *Console) Status(text string) {
	if c.s.Keyboard != nil {
		c.s.console.setStatus(text)
	}
}

// A usageError says that a command was written in a wrong way.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

// Misuse is the error of a Command whose arguments are wrong.
func Misuse(msg string) error { return &usageError{msg} }

// command runs a command, without its colon.
func (s *session) command(line string) error {
	name, args, _ := strings.Cut(line, " ")
	args = strings.TrimSpace(args)
	i := slices.IndexFunc(s.commands, func(c Command) bool { return c.Name == name })
	if i < 0 {
		hint := "; :help lists them"
		if near := interp.Nearest(name, s.commandNames()); near != "" {
			hint = ", did you mean :" + near + "?"
		}
		return s.complain("there is no command :" + name + hint)
	}
	c := s.commands[i]
	if c.Args == "" && args != "" {
		return s.complain(":" + name + " takes no arguments")
	}
	if c.inline != nil {
		return c.inline(s, args)
	}
	_, err := s.evaluate(func(ctx context.Context) (interp.Value, error) {
		return interp.Null(), c.Run(ctx, &Console{s}, args)
	})
	if _, ok := err.(*usageError); ok {
		return s.complain(err.Error() + "; write :" + name + " " + c.Args)
	}
	if err != nil {
		return s.show(err)
	}
	return nil
}

// complain shows a mistake in a command.
func (s *session) complain(msg string) error {
	s.warn("%s", msg)
	return &usageError{msg}
}

func (s *session) commandNames() []string {
	var names []string
	for _, c := range s.commands {
		names = append(names, c.Name)
	}
	slices.Sort(names)
	return names
}

// commands are those of every session.
func commands() []Command {
	return []Command{
		{Name: "help", Summary: "list the commands", Run: helpCommand},
		{Name: "doc", Args: "NAME", Summary: "explain a function", Run: docCommand, names: true},
		{Name: "find", Args: "WORD", Summary: "list the functions that have to do with a word", Run: findCommand},
		{Name: "source", Args: "NAME", Summary: "show the source of a function of yours", Run: sourceCommand, names: true},
		{Name: "load", Args: "FILE", Summary: "evaluate the forms of a file", inline: loadCommand},
		{Name: "edit", Args: "[NAME]", Summary: "write a form, or change a function, in $EDITOR", inline: editCommand, names: true},
		{Name: "save", Args: "[-f] FILE", Summary: "write the forms of the session into a file; -f replaces one", Run: saveCommand},
		{Name: "record", Args: "[FILE]", Summary: "write forms and results into a transcript; without FILE end it", Run: recordCommand},
		{Name: "history", Args: "[N|TEXT]", Summary: "show the last N entries, or those with a text", Run: historyCommand},
		{Name: "time", Args: "[on|off|FORM]", Summary: "say how long forms take; or time one", inline: timeCommand},
		{Name: "nulls", Args: "[on|off]", Summary: "print values that are null, too", inline: nullsCommand},
		{Name: "trace", Args: "[NAME|off]", Summary: "show each call of a function; off ends all", Run: traceCommand, names: true},
		{Name: "break", Args: "[NAME|off]", Summary: "stop at each call of a function and look around; off ends all", Run: breakCommand, names: true},
		{Name: "reset", Summary: "begin anew: no variables, executors and handles", inline: resetCommand},
		{Name: "quit", Summary: "leave", inline: func(*session, string) error { return errQuit }},
	}
}
