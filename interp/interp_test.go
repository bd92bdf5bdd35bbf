package interp

import (
	"context"
	"errors"
	"io"
	"testing"
)

// newSession returns a session of an Interp with these options, closed when the test ends.
func newSession(t *testing.T, opts ...Option) *Session {
	t.Helper()
	in, err := New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	t.Cleanup(func() {
		if err := s.Close(); err != nil && !errors.Is(err, ErrClosed) {
			t.Error(err)
		}
	})
	return s
}

// evaluated evaluates src, which must not fail, and returns the printed value.
func evaluated(t *testing.T, s *Session, src string) string {
	t.Helper()
	v, err := s.Eval(context.Background(), src)
	if err != nil {
		t.Fatalf("%s\ngot  error %v", src, err)
	}
	return v.String()
}

func TestSpecialFormsReceiveTheirArgumentsUnevaluated(t *testing.T) {
	twice := Special("twice", func(c *Call) (Value, error) {
		if _, err := c.Eval(0); err != nil {
			return Null(), err
		}
		return c.Eval(0)
	}, Help{Signature: "(twice X)", Summary: "Evaluates X twice."})
	s := newSession(t, With(Lib("demo", twice)))
	if got, want := evaluated(t, s, `(do (twice (do 1 2)))`), "2"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	_, err := s.Eval(context.Background(), "(twice)")
	var e *Exception
	if !errors.As(err, &e) || e.Type != "RuntimeException" || e.Message != "Insufficient number of arguments" {
		t.Errorf("got  %v\nwant Insufficient number of arguments", err)
	}
}

func TestErrorsOfBuiltinsBecomeExceptions(t *testing.T) {
	broken := Special("broken", func(c *Call) (Value, error) { return Null(), io.ErrUnexpectedEOF },
		Help{Signature: "(broken)", Summary: "Fails."})
	s := newSession(t, With(Lib("demo", broken)))
	_, err := s.Eval(context.Background(), "(broken)")
	var e *Exception
	if !errors.As(err, &e) || e.Type != "Exception" || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got  %v\nwant an Exception that is io.ErrUnexpectedEOF", err)
	}
}

func TestSyntaxErrorsEvaluateNothing(t *testing.T) {
	s := newSession(t)
	if err := s.Set("x", 1); err != nil {
		t.Fatal(err)
	}
	_, err := s.Eval(context.Background(), "x\n (quote")
	var e *SyntaxError
	if !errors.As(err, &e) || !e.Incomplete || e.Pos.Line != 2 || e.Pos.Column != 2 {
		t.Errorf("got  %v\nwant an incomplete text at 2:2", err)
	}
}
