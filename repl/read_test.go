package repl

import (
	"context"
	"errors"
	"io"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// A typedLine is what a scriptedEditor answers, after a while.
type typedLine struct {
	line  string
	err   error
	after time.Duration
}

// A scriptedEditor answers with lines that are given, then with the end of the input.
type scriptedEditor struct{ lines []typedLine }

func (e *scriptedEditor) ReadLine(context.Context, string) (string, error) {
	if len(e.lines) == 0 {
		return "", io.EOF
	}
	next := e.lines[0]
	e.lines = e.lines[1:]
	time.Sleep(next.after)
	return next.line, next.err
}

func (e *scriptedEditor) AddHistory(string) {}

func (e *scriptedEditor) Above([]byte) bool { return false }

func TestInterruptsWhileReading(t *testing.T) {
	interrupt := lineedit.ErrInterrupt
	tests := []struct {
		name string
		text []typedLine
		want error
	}{
		{"twice at once", []typedLine{{"", interrupt, 0}, {"", interrupt, time.Millisecond}}, ErrInterrupted},
		{"twice, slowly", []typedLine{{"", interrupt, 0}, {"", interrupt, time.Second}}, io.EOF},
		{"twice at once after a line", []typedLine{{"(abc", interrupt, 0}, {"", interrupt, time.Millisecond}}, ErrInterrupted},
		{"a line between them", []typedLine{{"", interrupt, 0}, {"(abc", interrupt, time.Millisecond}}, io.EOF},
		{"a begun form between them", []typedLine{{"", interrupt, 0}, {"(abc", nil, time.Millisecond}, {"", interrupt, 0}}, io.EOF},
		{"two lines given up, then once more", []typedLine{{"a", interrupt, 0}, {"b", interrupt, 0}, {"", interrupt, 0}}, ErrInterrupted},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &session{ctx: t.Context(), editor: &scriptedEditor{test.text}, console: console{out: io.Discard}}
				_, err := s.read()
				if !errors.Is(err, test.want) {
					t.Errorf("got  %v\nwant %v", err, test.want)
				}
			})
		})
	}
}
