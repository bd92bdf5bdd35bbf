package interp

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

// TestTextBehindAnException asserts that what a built-in throws is what scripts and hosts
// meet, also where its cause is an error about a text, and that such an error itself is a
// ParseException.
func TestTextBehindAnException(t *testing.T) {
	wrong := &SyntaxError{Type: "ParseException", Msg: "Missing value"}
	decode := func(cause error) error {
		return &Exception{Type: "DecodeError", Message: "record 7", Code: "BAD", Cause: cause}
	}
	tests := []struct {
		name  string
		err   error
		typ   string
		shown string // how Show begins
	}{
		{"the text", wrong, "ParseException", "a.bpl:1:1: ParseException: Missing value\n"},
		{"the text in another error", fmt.Errorf("reading: %w", wrong), "ParseException", "a.bpl:1:1: ParseException: Missing value\n"},
		{"an exception because of the text", decode(wrong), "DecodeError", "a.bpl:1:1: DecodeError (BAD): record 7\n"},
		{"an exception because of an error about the text", decode(fmt.Errorf("reading: %w", wrong)), "DecodeError", "a.bpl:1:1: DecodeError (BAD): record 7\n"},
		{"such an exception in another error", fmt.Errorf("polling: %w", decode(wrong)), "DecodeError", "a.bpl:1:1: DecodeError (BAD): polling: DecodeError: record 7\n"},
		{"such an exception beside another error", errors.Join(errors.New("first"), decode(wrong)), "DecodeError", "a.bpl:1:1: DecodeError (BAD): first"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			fail := Func("fail", func() error { return test.err }, Help{Summary: "For tests."})
			s := newSession(t, With(Lib("l", fail)))
			caught, err := s.Eval(t.Context(), `(try (fail) (e "*" => (get e 0)))`)
			if err != nil || caught.String() != `"`+test.typ+`"` {
				t.Errorf("caught\n got  %v, %v\n want %q", caught, err, test.typ)
			}
			p, err := s.in.Compile("a.bpl", "(fail)")
			if err != nil {
				t.Fatal(err)
			}
			_, err = s.Run(t.Context(), p)
			var thrown *Exception
			if !errors.As(err, &thrown) || thrown.Type != test.typ || !errors.Is(err, wrong) {
				t.Errorf("got  %v\nwant the exception %s with its cause", err, test.typ)
			}
			var b strings.Builder
			Show(&b, err, false)
			if !strings.HasPrefix(b.String(), test.shown) {
				t.Errorf("shown\n got  %q\n want it to begin with %q", b.String(), test.shown)
			}
		})
	}
}
