package core_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// TestPutFarBehindTheEnd says what is bounded: the longest list is not.
func TestPutFarBehindTheEnd(t *testing.T) {
	s := sessionWith(t, nil)
	_, err := s.Eval(context.Background(), `(put (list) 16777217 1)`)
	var e *interp.LimitError
	if !errors.As(err, &e) || e.Fixed == "" || e.Max != 1<<24 {
		t.Fatalf("error\n got %v\nwant a fixed limit of %d", err, 1<<24)
	}
	if got, want := err.Error(), "nulls that one put adds"; !strings.Contains(got, want) {
		t.Errorf("message\n got %q\nwant %q in it", got, want)
	}
}
