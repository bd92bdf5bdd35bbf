package interp

import (
	"errors"

	"github.com/bpl-lang/bpl/interp/internal/eval"
)

// throw raises the error that a built-in of the host returned; it does not return. An
// exception that was caught on its way is raised whole; one that the host made, or any
// other error, becomes a new exception whose cause is the error.
func throw(err error) {
	var wrong *SyntaxError
	var inner *eval.Exception
	switch {
	case errors.As(err, &wrong):
		panic(eval.WithCause(eval.NewException(wrong.Type, "%s", wrong.Msg), err))
	case errors.As(err, &inner) && error(inner) != err:
		e := eval.NewException(inner.Type, "%s", err.Error())
		e.Code = inner.Code
		panic(eval.WithCause(e, err))
	}
	eval.ThrowError(eval.GeneralException, err)
}
