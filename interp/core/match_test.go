package core_test

import (
	"context"
	"errors"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// A function whose name looks like a variable of a pattern is none.
func TestFunctionAsVariableOfPattern(t *testing.T) {
	done := interp.Special("done?", func(*interp.Call) (interp.Value, error) {
		return interp.Bool(true), nil
	}, interp.Help{Signature: "(done?)", Summary: "For tests."})
	s := sessionWith(t, nil, interp.With(interp.Hard(interp.Lib("test", done))))
	_, err := s.Eval(context.Background(), "(match () (quote (1 done?)))")
	var e *interp.Exception
	if !errors.As(err, &e) || e.Type != "IllegalArgumentException" {
		t.Errorf("got %v\nwant IllegalArgumentException", err)
	}
}
