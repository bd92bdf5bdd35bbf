package bench

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bpl-lang/bpl/interp"
)

// NewSession returns a session in which the programs run: without a limit of memory, as
// in the command. Further options may be given.
func NewSession(opts ...interp.Option) (*interp.Session, error) {
	in, err := interp.New(append([]interp.Option{interp.WithLimits(interp.Limits{Bytes: interp.Unlimited})}, opts...)...)
	if err != nil {
		return nil, err
	}
	return in.NewSession(), nil
}

// Load evaluates the source of a BPL program in the session, with its variable TEXT, and
// returns what calls its function: run, or b_NAME where a source holds several programs.
func Load(ctx context.Context, s *interp.Session, program, source, text string) (run func() (sum string, err error), err error) {
	if err := s.Set("TEXT", text); err != nil {
		return nil, err
	}
	if _, err := s.Eval(ctx, source); err != nil {
		return nil, err
	}
	fn, ok := s.Get("b_" + program)
	if !ok {
		if fn, ok = s.Get("run"); !ok {
			return nil, fmt.Errorf("the source defines neither run nor b_%s", program)
		}
	}
	return func() (string, error) {
		v, err := s.CallValue(ctx, fn)
		if err != nil {
			return "", err
		}
		n, ok := v.AsDouble()
		if !ok {
			return "", fmt.Errorf("run: got %s, want a number", v)
		}
		return strconv.FormatFloat(n, 'f', 0, 64), nil
	}, nil
}
