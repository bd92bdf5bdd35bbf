package eval

import (
	"context"
	"errors"
	"fmt"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// The errors that end an evaluation. None of them but Exception can be caught by a
// script; the others also skip FINALLY.

// A Pos is a place in a source text; Line and Column count from 1, columns in code
// points. The zero Pos is "unknown".
type Pos = syntax.Pos

// CallInfo is one active call of a user function in the stack of an error.
type CallInfo struct {
	Func string
	Pos  Pos
}

// A LimitError says that the evaluation exceeded a limit.
type LimitError struct {
	Limit string // the field of Limits, in the command's spelling ("steps", "list-len")
	Max   int64
	Fixed string // what Max bounds where no field of Limits sets it, else ""
	Stack []CallInfo
}

// Error names the limit.
func (e *LimitError) Error() string {
	if e.Fixed != "" {
		return fmt.Sprintf("limit exceeded: %s (at most %d)", e.Fixed, e.Max)
	}
	return fmt.Sprintf("limit exceeded: %s (at most %d)", e.Limit, e.Max)
}

// A PanicError says that Go code panicked: an error of the implementation or of a host's
// function.
type PanicError struct {
	Value   any
	GoStack []byte
	Stack   []CallInfo
}

// Error gives the value that the code panicked with.
func (e *PanicError) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// Unwrap returns the value if it is an error.
func (e *PanicError) Unwrap() error {
	err, _ := e.Value.(error)
	return err
}

// An ExitError is (exit n), from any executor of the evaluation.
type ExitError struct{ Code int }

// Error names the code.
func (e *ExitError) Error() string { return fmt.Sprintf("exit %d", e.Code) }

// A CancelError says that the context ended or that another executor killed this one
// (ErrKilled).
type CancelError struct {
	Cause  error
	Stack  []CallInfo
	scoped bool // of a context that bounded only a part of the evaluation
}

// Error gives the cause.
func (e *CancelError) Error() string { return "evaluation ended: " + e.Cause.Error() }

// Unwrap returns the cause: context.Canceled, context.DeadlineExceeded, the context's
// cause, or ErrKilled.
func (e *CancelError) Unwrap() error { return e.Cause }

var (
	// ErrClosed is what a closed session answers.
	ErrClosed = errors.New("session is closed")
	// ErrKilled is the cause when another executor, a finished program or the closing of
	// the session ended an executor.
	ErrKilled = errors.New("killed by another executor")
)

func newCancelError(ctx context.Context) *CancelError {
	return &CancelError{Cause: context.Cause(ctx)}
}

// An Exception is what try can catch, on its way through Go code: a panic carries it
// inside the interpreter, an error value to the host.
type Exception struct {
	Type       string
	Message    string
	HasMessage bool
	// Code is the name of the error where a library gives one, else "".
	Code string
	// Fields are further elements that a library adds; nil for none.
	Fields *value.List
	Cause  error
	// Data is the list as handlers see it; made when the exception is first caught.
	Data *value.List
	// Expression is the innermost expression that was being evaluated.
	Expression    value.Value
	hasExpression bool
	Pos           Pos
	Stack         []CallInfo
	trace         trace       // the active calls
	stack         value.Value // that a script gave it instead
	hasStack      bool
	captured      bool
	source        *syntax.Source // of Pos, nil if it is not known
	hint          string
}

// Error gives type and message.
func (e *Exception) Error() string {
	if !e.HasMessage && e.Message == "" { // a library's own has only the latter before it is raised
		return e.Type
	}
	return e.Type + ": " + e.Message
}

// Unwrap returns the Go error that caused the exception, if any.
func (e *Exception) Unwrap() error { return e.Cause }
