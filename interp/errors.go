package interp

import (
	"errors"
	"io"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// The errors of evaluations. All work with errors.Is and errors.As and unwrap to their
// cause. Their values may be shared by goroutines as long as nobody changes them; the
// list in an Exception is live data of its session.
type (
	// An Exception is what try can catch. Its fields are Type, Message, Code (of a library's
	// error, else ""), Data (the list as handlers see it), Pos and Stack (where it was
	// thrown) and Cause (the Go error behind it, nil if there is none). Throwing a caught
	// list again keeps Cause, Pos and Stack.
	//
	// A library that returns an Exception from a built-in sets Type, Message, Code and Cause;
	// named elements of Data become further elements of the exception.
	Exception = eval.Exception
	// A LimitError says that an evaluation exceeded a limit: Limit names it ("steps",
	// "list-len" …), Max is what was allowed. The language calls it LimitExceeded; scripts
	// cannot catch it.
	LimitError = eval.LimitError
	// A PanicError says that Go code panicked with Value; GoStack is the Go stack. Scripts
	// cannot catch it and FINALLY is skipped.
	PanicError = eval.PanicError
	// An ExitError is (exit n), from any executor: the evaluation and all its executors have
	// ended, FINALLY was skipped, nothing of the host is closed.
	ExitError = eval.ExitError
	// A CancelError says that the context ended, with its cause, or that another executor
	// killed this one (ErrKilled). Scripts cannot catch it.
	CancelError = eval.CancelError
	// A Frame is one call of a user function in the stack of an error, with the place of the
	// call; the outermost stands first.
	Frame = eval.CallInfo
	// A Pos is a place in a source text: File, Line and Column (from 1, in code points),
	// Offset (bytes). The zero Pos is unknown.
	Pos = syntax.Pos
)

var (
	// ErrClosed is what a closed session answers.
	ErrClosed = eval.ErrClosed
	// ErrKilled is the cause of the CancelError of an executor that another executor, or
	// closing the session, ended.
	ErrKilled = eval.ErrKilled
)

// A SyntaxError says what is wrong with a source text, and where. Scripts that read text
// themselves get it as an exception of the type Type (ParseException, or InvalidReference)
// with the message Msg.
type SyntaxError struct {
	Type string
	Pos  Pos
	Msg  string
	// Incomplete tells that the text ends too early: more text could make it right.
	Incomplete bool
	source     *syntax.Source
}

// Error gives place and message.
func (e *SyntaxError) Error() string {
	if at := e.Pos.String(); at != "" {
		return at + ": " + e.Msg
	}
	return e.Msg
}

// Show writes the error for people: what is wrong, and the source line with the culprit
// marked. color adds the marks of a terminal.
func (e *SyntaxError) Show(w io.Writer, color bool) {
	eval.ShowText(w, e.source, e.Pos, e.Msg, color)
}

// Show writes any error of an evaluation for people, as the methods Show of Exception and
// SyntaxError do: of a LimitError, a PanicError and a CancelError with the calls in which
// they happened, the Go stack of a PanicError included.
func Show(w io.Writer, err error, color bool) {
	switch e := outermost(err).(type) {
	case *SyntaxError:
		e.Show(w, color)
	case *LimitError:
		eval.ShowStack(w, err, e.Stack, color)
	case *PanicError:
		eval.ShowStack(w, err, e.Stack, color)
		_, _ = w.Write(e.GoStack)
	case *CancelError:
		eval.ShowStack(w, err, e.Stack, color)
	case *Exception:
		e.Show(w, color)
	default:
		if err != nil {
			eval.ShowStack(w, err, nil, color)
		}
	}
}

// outermost returns the first error of this package that errors.As would meet, nil if there
// is none: an exception whose cause is wrong text is an exception.
func outermost(err error) error {
	for err != nil {
		switch err.(type) {
		case *SyntaxError, *LimitError, *PanicError, *CancelError, *Exception:
			return err
		}
		if several, ok := err.(interface{ Unwrap() []error }); ok {
			for _, one := range several.Unwrap() {
				if found := outermost(one); found != nil {
					return found
				}
			}
			return nil
		}
		err = errors.Unwrap(err)
	}
	return nil
}

// Throw returns the error by which a built-in raises an exception of that type, with a
// message made as by fmt.Sprintf. A PermissionDenied is fs.ErrPermission to errors.Is.
func Throw(typ, format string, args ...any) error {
	return eval.NewException(typ, format, args...)
}

// readError turns what the reader says into an error of this package.
func readError(err error, source *syntax.Source) error {
	var wrong *syntax.Error
	if errors.As(err, &wrong) {
		return &SyntaxError{Type: wrong.Type, Pos: wrong.Pos, Msg: wrong.Msg, Incomplete: wrong.Incomplete, source: source}
	}
	var deep *syntax.DepthError
	if errors.As(err, &deep) {
		return &LimitError{Limit: "read-depth", Max: int64(deep.Max)}
	}
	return err
}
