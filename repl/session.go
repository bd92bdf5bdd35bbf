package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/repl/internal/lineedit"
)

// A session is one run of the REPL.
type session struct {
	Config
	ctx     context.Context // of everything; ends with the session
	end     context.CancelCauseFunc
	console console
	editor  Editor
	plain   *plainEditor // what the editor falls back to
	turn    *turn        // of standard input
	stdin   io.Reader    // for evaluations
	tty     *lineedit.TTY
	width   func() int // of the screen

	in       *interp.Interp
	s        *interp.Session
	ctrlC    interrupts
	last     lastResults
	running  evaluations
	forms    []string // that were evaluated without an error, as they were typed
	entries  int      // texts that were read
	lines    int      // of the input before the text that is being read, where nobody types
	history  *history
	record   recorder
	commands []Command
	nulls    bool
	timing   bool
	traces   watches                                 // functions whose calls are shown
	breaks   watches                                 // functions at which evaluations stop
	stopped  atomic.Bool                             // an evaluation has stopped at one
	failed   error                                   // the first error, where nobody types
	stuck    atomic.Bool                             // an evaluation does not stop, though the session is to end
	asking   atomic.Bool                             // whether the session is busy, which may take long to find out
	reading  atomic.Pointer[context.CancelCauseFunc] // ends the reading of a line
}

// errQuit is why a session ends that was asked to.
var errQuit = errors.New("the session has ended")

// A SetupError is why a session could not begin: what the functions of the configuration
// answered, or the terminal. It has not been shown.
type SetupError struct{ Err error }

// Error gives the reason.
func (e *SetupError) Error() string { return e.Err.Error() }

// Unwrap returns it.
func (e *SetupError) Unwrap() error { return e.Err }

// Run runs a session until its input or ctx ends. It returns nil, an *interp.ExitError for
// (exit n), the cause of ctx, ErrInterrupted, or, where nobody types, the first error of a
// form. All errors but a *SetupError have been shown.
func Run(ctx context.Context, cfg Config) error {
	s := &session{Config: cfg}
	s.ctx, s.end = context.WithCancelCause(ctx)
	defer s.end(errQuit)
	if err := s.open(); err != nil {
		return &SetupError{err}
	}
	defer s.close()
	err := s.run()
	if errors.Is(err, errQuit) || errors.Is(err, io.EOF) {
		err = nil
	}
	if err == nil {
		err = s.failed
	}
	return err
}

// open sets streams and editor up and makes the evaluating session.
func (s *session) open() error {
	s.console.out, s.console.err = s.Out, s.Err
	s.width = func() int { return 0 }
	lines := newLineReader(s.In)
	s.plain = &plainEditor{lines: lines}
	s.editor, s.turn, s.stdin = s.plain, &lines.turn, lines
	s.commands = append(commands(), s.Commands...)
	if s.Interactive {
		s.plain.out = s.Err
		if s.Keyboard == nil {
			s.plain.out = s.console.stdout()
		}
		s.history = openHistory(s.History)
		if s.Keyboard != nil {
			if err := s.openTerminal(); err != nil {
				return err
			}
		}
	}
	in, err := s.Interp(Streams{In: s.stdin, Out: s.console.stdout(), Err: s.console.stderr(), Lost: s.lost})
	if err != nil {
		return err
	}
	s.in = in
	return s.newSession()
}

// openTerminal makes the editor of a terminal.
func (s *session) openTerminal() error {
	tty, err := lineedit.OpenTTY(s.Keyboard, s.Screen)
	if err != nil {
		return err
	}
	if s.Terminal != nil {
		s.Terminal(func() { _ = tty.Restore() })
	}
	s.tty = tty
	e := lineedit.New(tty, lineedit.Options{Complete: s.complete, Paint: s.painter(),
		HistorySize: historyEntries, History: s.history.entries()})
	turn := &turn{wake: tty.Wake}
	s.editor, s.turn, s.stdin = e, turn, &keyboardReader{turn: turn, tty: tty, editor: e}
	s.console.above, s.console.together = e.Above, true
	s.width = func() int { columns, _ := tty.Size(); return columns }
	return nil
}

// newSession makes the session to evaluate in.
func (s *session) newSession() error {
	s.s = s.in.NewSession()
	s.last.forget()
	s.s.SetFallback(s.last.lookup)
	if s.Prepare != nil {
		if err := s.Prepare(s.ctx, s.s); err != nil {
			return errors.Join(err, s.s.Close())
		}
	}
	return nil
}

func (s *session) close() {
	s.running.endAll()
	if !s.stuck.Load() {
		if err := s.s.Close(); err != nil {
			s.warn("%v", err)
		}
	}
	s.record.close()
	if s.history != nil {
		if err := s.history.shorten(); err != nil {
			s.warn("history: %v", err)
		}
	}
	if s.tty != nil {
		_ = s.tty.Close()
	}
}

// run evaluates the files and then what is typed.
func (s *session) run() error {
	if s.Interactive {
		stop := s.watchInterrupts()
		defer stop()
		if s.Banner != "" {
			fmt.Fprintln(s.console.stdout(), s.Banner)
		}
	}
	for _, path := range s.Startup {
		if err := s.startupFile(path); err != nil {
			return err
		}
	}
	for _, path := range s.Files {
		if err := s.file(path); err != nil && s.stops(err) {
			return err
		}
	}
	for {
		if err := s.ctx.Err(); err != nil {
			return context.Cause(s.ctx)
		}
		text, err := s.read()
		if err != nil {
			return err
		}
		if err := s.entry(text); err != nil {
			return err
		}
	}
}

// stops reports whether an error ends the session, and notes the first one where nobody
// types.
func (s *session) stops(err error) bool {
	var exit *interp.ExitError
	if errors.As(err, &exit) || errors.Is(err, ErrInterrupted) || errors.Is(err, errQuit) || s.ctx.Err() != nil {
		return true
	}
	if s.Interactive {
		return false
	}
	if s.failed == nil {
		s.failed = err
	}
	return !s.KeepGoing
}

// entry handles a text that was read: a command, or forms.
func (s *session) entry(text string) error {
	if isCommand(text) {
		s.remember(text)
		if err := s.command(strings.TrimSpace(text)[1:]); err != nil && s.stops(err) {
			return err
		}
		return nil
	}
	s.remember(text)
	if err := s.evaluateText(text); err != nil && s.stops(err) {
		return err
	}
	return nil
}

// isCommand reports whether a line is a command: a colon and a letter.
func isCommand(line string) bool {
	return len(line) > 1 && line[0] == ':' && (line[1]|0x20 >= 'a' && line[1]|0x20 <= 'z')
}

// say writes lines of the session itself.
func (s *session) say(format string, args ...any) {
	fmt.Fprintf(s.console.stdout(), format+"\n", args...)
}

// warn writes a line about something that is wrong.
func (s *session) warn(format string, args ...any) {
	fmt.Fprintf(s.console.stderr(), "bpl: "+format+"\n", args...)
}

// lost is told of the errors that end executors in the background.
func (s *session) lost(executor int, err error) {
	var exit *interp.ExitError
	if errors.As(err, &exit) {
		s.end(exit)
		return
	}
	s.warn("warning: %s", LostError(executor, err))
}
