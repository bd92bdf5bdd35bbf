package kafkalib

import (
	"context"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kfake"
)

// A script is a session on an embedded broker.
type script struct {
	*interp.Session
	t      testing.TB
	broker *Embedded
}

// newScript starts a session; the broker is the test's own.
func newScript(t testing.TB, opts ...kfake.Opt) *script {
	t.Helper()
	broker := newEmbedded(t, opts...)
	return newScriptOn(t, broker)
}

func newScriptOn(t testing.TB, broker *Embedded, opts ...Option) *script {
	t.Helper()
	in, err := interp.New(interp.With(New(append([]Option{WithEmbedded(broker)}, opts...)...)))
	if err != nil {
		t.Fatal(err)
	}
	s := &script{in.NewSession(), t, broker}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Logf("closing the session: %v", err)
		}
	})
	return s
}

// eval evaluates and fails on an error.
func (s *script) eval(src string) interp.Value {
	s.t.Helper()
	v, err := s.try(src)
	if err != nil {
		s.t.Fatalf("%s\n%v", src, err)
	}
	return v
}

func (s *script) try(src string) (interp.Value, error) {
	ctx, cancel := context.WithTimeout(s.t.Context(), 60*time.Second)
	defer cancel()
	return s.Session.Eval(ctx, src)
}

// want checks the printed result.
func (s *script) want(src, printed string) {
	s.t.Helper()
	if got := s.eval(src).String(); got != printed {
		s.t.Errorf("%s\ngot  %s\nwant %s", src, got, printed)
	}
}

// fails checks the code of the KafkaException and returns its list.
func (s *script) fails(src, code string) *interp.Exception {
	s.t.Helper()
	_, err := s.try(src)
	e, ok := err.(*interp.Exception)
	if !ok || e.Type != "KafkaException" || e.Code != code {
		s.t.Fatalf("%s\ngot  %v\nwant KafkaException %s", src, err, code)
	}
	return e
}
