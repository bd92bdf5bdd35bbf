package repl

import (
	"context"
	"errors"
	"io"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// The prompts.
const (
	prompt       = "bpl> "
	continuation = "   .. "
)

// parseEachLine is up to how much text every further line is looked at anew whether it
// makes the text complete or wrong. Longer ones are read when their parentheses close.
const parseEachLine = 8 << 10

// read reads a command, or lines until they are complete forms. The error is io.EOF at the
// end of the input.
func (s *session) read() (string, error) {
	var text strings.Builder
	var scan depthScan
	depth := 0
	for {
		p := prompt
		if text.Len() > 0 {
			p = continuation + strings.Repeat("  ", min(max(depth-1, 0), 30))
		}
		line, err := s.readLine(p)
		switch {
		case errors.Is(err, lineedit.ErrInterrupt):
			// Who has typed since the last Ctrl-C gives up what was typed, not the session.
			second, typed := s.ctrlC.again(time.Now()), text.Len() > 0 || line != ""
			if second && !typed {
				return "", ErrInterrupted
			}
			if !typed {
				s.say("(Ctrl-C again, Ctrl-D or :quit leaves)")
			}
			text.Reset()
			scan = depthScan{}
			continue
		case errors.Is(err, io.EOF) && text.Len() > 0:
			if s.Interactive {
				text.Reset() // Ctrl-D gives up what was begun
				scan = depthScan{}
				continue
			}
			return text.String(), nil // incomplete: evaluating it says so
		case err != nil:
			return "", err
		}
		if text.Len() == 0 && (isCommand(line) || strings.TrimSpace(line) == "") {
			s.lines++
			if isCommand(line) {
				return line, nil
			}
			continue
		}
		if text.Len() > 0 {
			text.WriteByte('\n')
		}
		text.WriteString(line)
		scan.line(line)
		if text.Len() > parseEachLine && scan.depth > 0 && !scan.open {
			depth = scan.depth
			continue
		}
		var incomplete bool
		if incomplete, depth = openLists(text.String()); !incomplete {
			return text.String(), nil
		}
	}
}

// readLine reads a line. An editor that fails in a way that it should not gives way to the
// plain one.
func (s *session) readLine(prompt string) (line string, err error) {
	defer func() {
		if p := recover(); p != nil {
			s.warn("the line editor failed (%v); going on without", p)
			s.usePlain()
			line, err = "", lineedit.ErrInterrupt
		}
	}()
	ctx, cancel := context.WithCancelCause(s.ctx)
	defer cancel(nil)
	s.reading.Store(&cancel)
	defer s.reading.Store(nil)
	return s.editor.ReadLine(ctx, prompt)
}

// usePlain replaces the editor of the terminal by the plain one.
func (s *session) usePlain() {
	s.plain.out = s.console.stdout()
	s.editor = s.plain
}

// openLists reports whether a text is to be continued, and how many lists are open then. A
// string that is open is a mistake: no string holds a line end.
func openLists(text string) (incomplete bool, depth int) {
	_, _, err := syntax.ReadAll("", text+"\n", syntax.Options{})
	var wrong *syntax.Error
	if errors.As(err, &wrong) && wrong.Incomplete {
		return true, wrong.Open
	}
	return false, 0
}

// A depthScan counts parentheses line by line, without reading the text.
type depthScan struct {
	depth int
	open  bool // a string is open at the end of the last line
}

func (d *depthScan) line(line string) {
	d.open = false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case d.open && c == '\\':
			i++
		case c == '"':
			d.open = !d.open
		case d.open:
		case c == '(':
			d.depth++
		case c == ')':
			d.depth--
		}
	}
}
