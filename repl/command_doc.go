package repl

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
)

func helpCommand(_ context.Context, c *Console, _ string) error {
	var b strings.Builder
	b.WriteString("What begins with a parenthesis, or is any other form, is evaluated. Lines that begin with a colon:\n\n")
	width := 0
	for _, command := range c.s.commands {
		width = max(width, len(command.Name+command.Args)+2)
	}
	for _, command := range c.s.commands {
		head := command.Name + " " + command.Args
		b.WriteString("  :" + head + strings.Repeat(" ", max(1, width-len(head)+1)) + command.Summary + "\n")
	}
	b.WriteString(`
*1 *2 *3 are the last values, *e is the last exception. Tab completes, Ctrl-R searches
what was typed before, Ctrl-C stops an evaluation; twice within a second it leaves, as
Ctrl-D on an empty line does. (help NAME) explains a function to programs, too.
`)
	_, err := c.Out().Write([]byte(b.String()))
	return err
}

func docCommand(_ context.Context, c *Console, name string) error {
	if name == "" {
		return Misuse("got no name")
	}
	text, ok := c.Session().HelpText(name)
	if !ok {
		return c.unknown(name)
	}
	_, err := fmt.Fprint(c.Out(), text)
	return err
}

// unknown is the error for the name of no function.
func (c *Console) unknown(name string) error {
	var names []string
	for _, fn := range c.Session().Functions() {
		names = append(names, fn.Name)
	}
	if near := interp.Nearest(name, names); near != "" {
		return fmt.Errorf("there is no function %s, did you mean %s?", name, near)
	}
	return fmt.Errorf("there is no function %s; :find lists functions", name)
}

// findCommand lists the functions whose name or summary holds a word; where there is none,
// those whose arguments or result have to do with it.
func findCommand(_ context.Context, c *Console, word string) error {
	if word == "" {
		return Misuse("got no word")
	}
	for _, about := range []func(interp.Help) string{
		func(help interp.Help) string { return help.Summary },
		details,
	} {
		var b strings.Builder
		for _, fn := range c.Session().Functions() {
			help, _ := c.Session().Help(fn.Name)
			if strings.Contains(strings.ToLower(fn.Name+" "+about(help)), strings.ToLower(word)) {
				b.WriteString("  " + fn.Name + strings.Repeat(" ", max(1, 24-syntax.Columns(fn.Name))) + OneLine(help.Summary, messageBytes) + "\n")
			}
		}
		if b.Len() > 0 {
			_, err := c.Out().Write([]byte(b.String()))
			return err
		}
	}
	return fmt.Errorf("no function has to do with %q", word)
}

// details are what a help says about arguments, options and the result.
func details(help interp.Help) string {
	texts := []string{help.Signature, help.Result}
	for _, arg := range help.Args {
		texts = append(texts, arg.Meaning)
	}
	return strings.Join(texts, " ")
}

func sourceCommand(_ context.Context, c *Console, name string) error {
	if name == "" {
		return Misuse("got no name")
	}
	text, err := c.s.sourceOf(name)
	if err != nil {
		return err
	}
	_, err = fmt.Fprint(c.Out(), text)
	return err
}

// sourceOf writes the definition of a variable.
func (s *session) sourceOf(name string) (string, error) {
	v, ok := s.s.Get(name)
	if !ok {
		if _, known := s.s.Help(name); known {
			return "", errors.New(name + " is built in; :doc " + name + " explains it")
		}
		return "", (&Console{s}).unknown(name)
	}
	ref, err := interp.Reference(name)
	if err != nil {
		return "", err
	}
	var text string
	s.s.Do(func(*interp.Session) {
		text, err = syntax.Pretty(v, syntax.PrettyOptions{Width: syntax.FormatWidth - 10})
	})
	if err != nil {
		return "", err
	}
	return syntax.Format("(set "+ref.String()+" "+text+")", syntax.FormatOptions{})
}
