package repl

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/bpl-lang/bpl/interp"
)

// ErrInterrupted is how Run ends after two Ctrl-C within a second.
var ErrInterrupted = errors.New("interrupted")

// Config says what a session reads, writes and knows. Fields that are not set switch off
// what they are for.
type Config struct {
	In       io.Reader
	Out, Err io.Writer
	// Interactive tells that a person types: prompts, no end at an error, Ctrl-C stops only
	// the evaluation.
	Interactive bool
	// Keyboard and Screen are the terminal, for editing lines; nil: lines as the system
	// gives them.
	Keyboard, Screen *os.File
	// Color allows colours.
	Color bool
	// Interp makes what is evaluated in, with these streams.
	Interp func(s Streams) (*interp.Interp, error)
	// Prepare is called with each new session.
	Prepare func(ctx context.Context, s *interp.Session) error
	// KeepGoing goes on after an error where nobody types.
	KeepGoing bool
	// Banner is the first line.
	Banner string
	// History is the path of the history file.
	History string
	// Files are evaluated first, those of Startup only if they exist.
	Startup, Files []string
	// Commands are further commands.
	Commands []Command
	// Completers know what may stand inside strings.
	Completers []Completer
	// Interrupts gives the signals of Ctrl-C; nil: those of the process.
	Interrupts func() (signals <-chan os.Signal, stop func())
	// Terminal is told how to give the terminal back its modes.
	Terminal func(restore func())
	// Getenv reads the environment, for the editor of :edit; nil: there is none.
	Getenv func(name string) string
}

// Streams are the standard streams of what is evaluated, and who is told of the errors
// that end executors in the background.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Lost     func(executor int, err error)
}

// A Completer gives what may stand at a place inside a string. It must answer at once: what
// takes time it prepares for the next call.
type Completer interface {
	Complete(p Place) []Candidate
}

// A Place is where the cursor is.
type Place struct {
	Function string // that is called, "" for none
	First    string // its first argument, if that is a string
	Argument int    // the number of the argument, from 0, without the function
	Nested   bool   // inside a list that is data in that argument
	Option   string // the name of the argument or element, "" for none
	Word     string // what is typed of the string
}

// A Candidate is what may stand there, with a hint for a line below. The name of an option
// is followed by an arrow.
type Candidate struct {
	Text, Hint string
	Option     bool
}
