package repl

import (
	"context"
	"io"
	"strings"

	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// An Editor reads the lines of a session. ReadLine is called by one goroutine; Above by
// any.
type Editor interface {
	// ReadLine shows the prompt and returns the next line without its end. The error is
	// io.EOF at the end, lineedit.ErrInterrupt for Ctrl-C, or the cause of ctx.
	ReadLine(ctx context.Context, prompt string) (string, error)
	// AddHistory adds an entry to what can be brought back.
	AddHistory(entry string)
	// Above shows output above the line that is being read; false if none is.
	Above(p []byte) bool
}

// A plainEditor takes lines as the system gives them.
type plainEditor struct {
	lines *lineReader
	out   io.Writer // for prompts; nil: none
	ended bool
}

// ReadLine implements Editor. A last line without an end counts.
func (p *plainEditor) ReadLine(ctx context.Context, prompt string) (string, error) {
	if p.ended {
		return "", io.EOF
	}
	if p.out != nil {
		io.WriteString(p.out, prompt) //nolint:errcheck // the next output tells
	}
	text, err := p.lines.line(ctx)
	if err == io.EOF && text != "" {
		p.ended, err = true, nil
	}
	return strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\r"), err
}

// AddHistory implements Editor: there is none.
func (p *plainEditor) AddHistory(string) {}

// Above implements Editor: output goes where it is.
func (p *plainEditor) Above([]byte) bool { return false }

var _ Editor = (*lineedit.Editor)(nil)
