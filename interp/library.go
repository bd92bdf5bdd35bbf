package interp

import (
	"io"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// A Library is a named set of built-ins. Open makes its state for one session when the
// session first calls one of them; the state is closed with the session. Open runs in a
// built-in's call: the session it is given may be kept and used as any other. A Library
// must be safe for concurrent use.
type Library interface {
	Name() string
	Builtins() []Builtin
	Open(s *Session) (io.Closer, error)
}

// Lib returns a library without state. Its names are overridable: variables may hide them.
func Lib(name string, fns ...Builtin) Library { return plainLibrary{name, fns} }

type plainLibrary struct {
	name     string
	builtins []Builtin
}

func (l plainLibrary) Name() string                     { return l.name }
func (l plainLibrary) Builtins() []Builtin              { return l.builtins }
func (l plainLibrary) Open(*Session) (io.Closer, error) { return nil, nil }

// Hard returns the library with names that become hard references: the reader binds them,
// no variable can hide them.
func Hard(l Library) Library { return hardLibrary{l} }

type hardLibrary struct{ Library }

// A Builtin declares a built-in function; Func and Special make it. It is immutable and
// safe for concurrent use.
type Builtin struct {
	name    string
	special func(c *Call) (Value, error)
	fn      any // of Func
	isFunc  bool
	help    Help
}

// Name returns the name of the built-in.
func (b Builtin) Name() string { return b.name }

// Help returns its help.
func (b Builtin) Help() Help { return b.help }

// Special declares a built-in that receives its arguments unevaluated and runs under the
// session's lock. Its help must have a signature and a summary.
func Special(name string, fn func(c *Call) (Value, error), help Help) Builtin {
	return Builtin{name: name, special: fn, help: help}
}

type (
	// Help is data: the help function, documentation, completion and the check of argument
	// counts come from it. Its fields are Signature, Summary, Result, Args, Errors, Related
	// and Examples. Signature is written as "(f a [b] c… "opt" => n)": brackets for optional
	// arguments, an ellipsis for any number of them, capitals for arguments that are not
	// evaluated. Examples run as tests.
	Help = eval.Help
	// HelpArg describes one argument: Name, Type, Meaning.
	HelpArg = eval.HelpArg
	// HelpExample is an Expression and the Result it prints, or "! TYPE" and a message for an
	// exception, as in the transcripts.
	HelpExample = eval.HelpExample
)
