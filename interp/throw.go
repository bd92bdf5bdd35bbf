package interp

import (
	"errors"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// throw raises the error that a built-in of the host returned; it does not return. An
// exception that was caught on its way is raised whole; one that the host made, or any
// other error, becomes a new exception whose cause is the error.
func throw(err error) {
	if e := exceptionAround(err); e != nil {
		panic(e)
	}
	eval.ThrowError(eval.GeneralException, err)
}

// exceptionAround returns an exception for an error that has one inside, or that speaks
// of a text; nil for others.
func exceptionAround(err error) *eval.Exception {
	switch inner := outermost(err).(type) {
	case *SyntaxError:
		return eval.WithCause(eval.NewException(inner.Type, "%s", inner.Msg), err)
	case *eval.Exception:
		if error(inner) == err {
			return nil
		}
		e := eval.NewException(inner.Type, "%s", err.Error())
		e.Code = inner.Code
		return eval.WithCause(e, err)
	}
	return nil
}

// errorList returns an error as an exception list. Throwing the list raises an exception
// with the error as its cause.
func errorList(err error) value.Value {
	if e := exceptionAround(err); e != nil {
		return e.List().Value()
	}
	if e, ok := err.(*eval.Exception); ok {
		return e.Raised().List().Value()
	}
	typ := eval.GeneralException
	if limit := (*LimitError)(nil); errors.As(err, &limit) {
		typ = eval.LimitExceededInName
	}
	return eval.WithCause(eval.NewException(typ, "%s", err.Error()), err).List().Value()
}

// exceptionFrom returns the error that an exception list stands for.
func exceptionFrom(l *value.List) *Exception { return eval.Thrown(l, syntax.Text) }
