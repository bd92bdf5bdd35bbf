package repl

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp/syntax"
)

func loadCommand(s *session, path string) error {
	if path == "" {
		return s.complain("got no file; write :load FILE")
	}
	return s.file(path)
}

func saveCommand(_ context.Context, c *Console, args string) error {
	path, replace := strings.CutPrefix(args, "-f ")
	path = strings.TrimSpace(path)
	if path == "" || path == "-f" {
		return Misuse("got no file")
	}
	var b strings.Builder
	left := 0
	for _, form := range c.s.forms {
		if holdsSecret(form) {
			left++
			continue
		}
		text, err := syntax.Format(form, syntax.FormatOptions{})
		if err != nil {
			text = form + "\n"
		}
		b.WriteString(text)
	}
	flags := os.O_CREATE | os.O_WRONLY | os.O_EXCL
	if replace {
		flags = os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	}
	f, err := os.OpenFile(path, flags, 0o666)
	if err != nil {
		if errors.Is(err, os.ErrExist) {
			return fmt.Errorf("%s exists; :save -f %s replaces it", path, path)
		}
		return err
	}
	_, err = f.WriteString(b.String())
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.Out(), "%d forms in %s\n", len(c.s.forms)-left, path)
	if left > 0 {
		fmt.Fprintf(c.Out(), "%d are left out, since they may hold secrets\n", left)
	}
	return nil
}

func recordCommand(_ context.Context, c *Console, path string) error {
	if path == "" {
		if c.s.record.file == nil {
			return Misuse("nothing is being recorded")
		}
		c.s.record.close()
		return c.s.record.err
	}
	return c.s.record.start(path)
}

func historyCommand(_ context.Context, c *Console, args string) error {
	entries := c.s.history.entries()
	n, err := strconv.Atoi(args)
	switch {
	case args == "":
		n = 20
	case err != nil:
		n = len(entries)
	case n < 0:
		return Misuse("got " + args + ", want a number of entries")
	}
	var b strings.Builder
	for _, entry := range entries[max(0, len(entries)-n):] {
		if args == "" || err == nil || strings.Contains(entry, args) {
			b.WriteString("  " + entry + "\n")
		}
	}
	_, err = c.Out().Write([]byte(b.String()))
	return err
}

// editCommand lets the user write a form in an editor, beginning with the last one or the
// definition of a function, and evaluates it.
func editCommand(s *session, name string) error {
	text := ""
	if name != "" {
		source, err := s.sourceOf(name)
		if err != nil {
			return s.complain(err.Error())
		}
		text = source
	} else if n := len(s.forms); n > 0 {
		text = s.forms[n-1] + "\n"
	}
	changed, err := s.edit(text)
	if err != nil {
		return s.complain("edit: " + err.Error())
	}
	if strings.TrimSpace(changed) == "" {
		return nil
	}
	s.remember(changed)
	return s.evaluateText(changed)
}

// edit runs the user's editor on a text.
func (s *session) edit(text string) (string, error) {
	program := ""
	if s.Getenv != nil {
		if program = s.Getenv("VISUAL"); program == "" {
			program = s.Getenv("EDITOR")
		}
	}
	if program == "" {
		return "", errors.New("set the environment variable EDITOR to the editor to use")
	}
	dir, err := os.MkdirTemp("", "bpl-edit")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "form.bpl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		return "", err
	}
	words := strings.Fields(program)
	cmd := exec.CommandContext(s.ctx, words[0], append(words[1:], path)...)
	cmd.Stdout, cmd.Stderr = s.Out, s.Err
	if s.tty != nil {
		_ = s.tty.Restore()
		cmd.Stdin, cmd.Stdout, cmd.Stderr = s.Keyboard, s.Screen, s.Screen
	} else if f, ok := s.In.(*os.File); ok { // of other input it would take too much
		cmd.Stdin = f
	}
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w", program, err)
	}
	changed, err := os.ReadFile(path)
	return string(changed), err
}
