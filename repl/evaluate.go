package repl

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// evaluateText evaluates the forms of a text, each by itself, and prints their values. The
// first error, which is shown, ends it.
func (s *session) evaluateText(text string) error {
	name, source := s.place(text)
	_, spans, err := s.in.Parse(name, source)
	if err != nil {
		return s.show(err)
	}
	for i := range spans.Len() {
		if err := s.form(name, spans, i); err != nil {
			return err
		}
	}
	return nil
}

// place names a text and pads it, so that the places in errors say where it was typed: in
// which entry, or in which lines of an input that nobody types.
func (s *session) place(text string) (name, source string) {
	s.entries++
	if s.Interactive {
		return fmt.Sprintf("input %d", s.entries), text
	}
	name, source = "standard input", strings.Repeat("\n", s.lines)+text
	if s.lines > mostPadding {
		name, source = fmt.Sprintf("standard input behind line %d", s.lines), text
	}
	s.lines += strings.Count(text, "\n") + 1
	return name, source
}

// mostPadding is how many lines are put before a text for the sake of the places in it.
const mostPadding = 5000

// form evaluates one expression of a text and prints its value.
func (s *session) form(name string, spans *syntax.Spans, i int) error {
	p, err := s.in.Compile(name, spans.Alone(i))
	if err != nil {
		return s.show(err)
	}
	began := time.Now()
	v, err := s.evaluate(func(ctx context.Context) (interp.Value, error) { return s.s.Run(ctx, p) })
	span := spans.Expression(i)
	source := spans.Source().Text()[span.Start:span.End]
	s.record.form(s.s, source, v, err)
	if err != nil {
		return s.show(err)
	}
	if s.Interactive {
		s.forms = append(s.forms, source)
	}
	s.print(v)
	s.printTime(time.Since(began))
	return nil
}

// file evaluates a file, as load does.
func (s *session) file(path string) error {
	text, err := os.ReadFile(path)
	if err != nil {
		s.warn("%v", err)
		return err
	}
	p, err := s.in.Compile(path, string(text))
	if err != nil {
		return s.show(err)
	}
	_, err = s.evaluate(func(ctx context.Context) (interp.Value, error) { return s.s.Run(ctx, p) })
	if err != nil {
		return s.show(err)
	}
	return nil
}

// startupFile evaluates a file that need not exist. Its errors are shown and do not keep
// the session from beginning.
func (s *session) startupFile(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := s.file(path); err != nil && s.Interactive && s.stops(err) {
		return err
	}
	return nil
}

// evaluate runs f as an evaluation that Ctrl-C ends. It comes back before f where two
// Ctrl-C ask for the end of the session and f does not stop.
func (s *session) evaluate(f func(ctx context.Context) (interp.Value, error)) (interp.Value, error) {
	ctx, cancel := context.WithCancelCause(s.ctx)
	s.running.add(cancel)
	s.turn.begin()
	quit := s.ctrlC.begin(cancel)
	stopProgress := s.progress()
	type outcome struct {
		v   interp.Value
		err error
	}
	done := make(chan outcome, 1)
	go func() {
		v, err := f(ctx)
		done <- outcome{v, err}
	}()
	var got outcome
	select {
	case got = <-done:
	case <-quit:
		select {
		case got = <-done:
		case <-time.After(quitTime):
			s.stuck.Store(true)
		}
		got = outcome{interp.Null(), ErrInterrupted}
	}
	stopProgress()
	s.ctrlC.end()
	s.turn.end()
	s.console.freshRow()
	if stats := s.stats(); stats.Executors == 0 && stats.Timers == 0 {
		s.running.endAll()
	}
	return got.v, got.err
}

// quitTime is how long an evaluation may take to stop when the session is to end.
const quitTime = 500 * time.Millisecond

// stats tells what lives in the session. One that is stuck is not asked.
func (s *session) stats() interp.Stats {
	if s.stuck.Load() {
		return interp.Stats{Executors: 1}
	}
	return s.s.Stats()
}

// show shows what ended an evaluation, and returns it.
func (s *session) show(err error) error {
	var exit *interp.ExitError
	switch {
	case errors.As(err, &exit), errors.Is(err, ErrInterrupted), s.ctx.Err() != nil:
		return err
	case errors.Is(err, errStopped):
		fmt.Fprintln(s.console.stderr(), "interrupted")
		return err
	}
	s.s.Do(func(*interp.Session) {
		s.last.setError(err)
		var b strings.Builder
		interp.Show(&b, err, s.Color)
		_, _ = s.console.stderr().Write([]byte(b.String()))
	})
	return err
}

// evaluations are the contexts of evaluations whose executors may live on.
type evaluations struct{ cancel []context.CancelCauseFunc }

func (e *evaluations) add(cancel context.CancelCauseFunc) { e.cancel = append(e.cancel, cancel) }

// endAll frees the contexts; nothing of their evaluations lives, or it is to end.
func (e *evaluations) endAll() {
	for _, cancel := range e.cancel {
		cancel(errQuit)
	}
	e.cancel = nil
}
