package eval

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// The types of internal errors (spec/language.md, Exceptions).
const (
	IllegalArgument     = "IllegalArgumentException"
	IndexOutOfBounds    = "IndexOutOfBoundsException"
	NumberFormat        = "NumberFormatException"
	Arithmetic          = "ArithmeticException"
	PatternSyntax       = "PatternSyntaxException"
	StackOverflow       = "StackOverflowError"
	IOError             = "IOException"
	PermissionDenied    = "PermissionDenied"
	RuntimeError        = "RuntimeException"
	MissingArgument     = "MissingArgument"
	InvalidReference    = "InvalidReference"
	ParseError          = "ParseException"
	AssertFailed        = "AssertFailed"
	GeneralException    = "Exception"
	LimitExceededInName = "LimitExceeded"
)

// NewException returns an exception of that type; its message is formatted as by
// fmt.Sprintf. Built-ins panic with it, or return it as an error where they return one.
func NewException(typ, format string, args ...any) *Exception {
	message := format
	if len(args) > 0 {
		message = fmt.Sprintf(format, args...)
	}
	e := &Exception{Type: typ, Message: message, HasMessage: true}
	if typ == PermissionDenied {
		e.Cause = fs.ErrPermission
	}
	return e
}

// Throw raises an exception; it does not return. What stands in the stack of user
// functions and which expression failed is noted where the exception is caught, before
// the frames are given up, so any Go code below a built-in may throw.
func Throw(typ, format string, args ...any) {
	panic(NewException(typ, format, args...))
}

// ThrowError raises err: an exception as it is, one of the errors that end an evaluation
// as it is, anything else as an exception of the given type with err as its cause.
func ThrowError(typ string, err error) {
	switch err := err.(type) {
	case *Exception:
		panic(err.Raised())
	case *LimitError, *ExitError, *PanicError:
		panic(err)
	case *CancelError:
		if !err.scoped { // else only a part was cancelled, by a context of the host
			panic(err)
		}
	}
	panic(&Exception{Type: typ, Message: err.Error(), HasMessage: true, Cause: err})
}

// ThrowIO raises what a host's capability answered: the exception PermissionDenied if err
// is fs.ErrPermission, else an IOException; the message is formatted as by fmt.Sprintf.
// Errors that end an evaluation are raised as they are.
func ThrowIO(err error, format string, args ...any) {
	switch err := err.(type) {
	case *Exception, *LimitError, *CancelError, *ExitError, *PanicError:
		ThrowError(IOError, err)
	}
	typ := IOError
	if errors.Is(err, fs.ErrPermission) {
		typ = PermissionDenied
	}
	e := NewException(typ, format, args...)
	e.Cause = err
	panic(e)
}

// In sets the place that the exception speaks of, in a text that was read.
func (e *Exception) In(source *syntax.Source, pos Pos) { e.source, e.Pos = source, pos }

// WithCause sets the Go error behind an exception.
func WithCause(e *Exception, cause error) *Exception {
	e.Cause = cause
	return e
}

// Raised returns the exception to raise for an error that Go code returned: itself if it
// was raised before, else a copy, since hosts may keep one error value for all calls.
// Named elements of a Data that the host gave are further fields.
func (e *Exception) Raised() *Exception {
	if e.captured {
		return e
	}
	again := *e
	again.HasMessage = e.HasMessage || e.Message != ""
	if again.Type == "" {
		again.Type = GeneralException
	}
	if again.Cause == nil {
		again.Cause = e
	}
	if e.Data != nil && e.Fields == nil {
		again.Fields, again.Data = e.Data, nil
	}
	return &again
}

// ExceedLimit ends the evaluation with a LimitError.
func ExceedLimit(limit string, maximum int64) {
	panic(&LimitError{Limit: limit, Max: maximum})
}
