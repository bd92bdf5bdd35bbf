package interp

import (
	"context"

	"github.com/bpl-lang/bpl/interp/core"
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// Eval reads src and evaluates its expressions in order, each in a fresh local scope; the
// value of the last one, null if there is none. Text that is wrong or incomplete is a
// *SyntaxError and nothing is evaluated.
func (s *Session) Eval(ctx context.Context, src string) (Value, error) {
	return s.evalText(ctx, func(t *text) value.Value { return t.run(syntax.NewSource("", src), true) })
}

// EvalFile evaluates a file, which it opens through the Files of the session, as Eval
// does. A byte-order mark and a line beginning with #! at its start are skipped. Relative
// paths that the file loads go from its folder. A file that cannot be read is an
// Exception, as load throws it.
func (s *Session) EvalFile(ctx context.Context, path string) (Value, error) {
	return s.evalText(ctx, func(t *text) value.Value {
		return t.frame.InFile(path, func() value.Value {
			return t.run(syntax.NewSource(path, core.ReadFile(t.frame, "load", path)), false)
		})
	})
}

// A text is source text that is evaluated.
type text struct {
	frame *eval.Frame
	wrong error // what is wrong with it; nothing is then evaluated
}

// evalText lets body run a text as an evaluation.
func (s *Session) evalText(ctx context.Context, body func(t *text) value.Value) (Value, error) {
	var t text
	v, err := s.evaluate(ctx, Null(), func(f *eval.Frame) value.Value {
		t.frame = f
		return body(&t)
	})
	if err == nil && t.wrong != nil {
		return Null(), t.wrong
	}
	return v, err
}

// run reads the expressions of a text and evaluates them.
func (t *text) run(src *syntax.Source, noFile bool) value.Value {
	f := t.frame
	s := f.Session()
	expressions, _, err := syntax.ReadAll(src.Name(), src.Text(), syntax.Options{
		Lookup: s.Registry().HardName,
		Depth:  f.Executor().Evaluation().Limits().ReadDepth,
		Source: s.AddSource(src),
		Owner:  s.Mark(),
		NoFile: noFile,
		Meter:  f.Meter(),
	})
	if err != nil {
		t.wrong = readError(err, src)
		return value.Null()
	}
	v := value.Null()
	for _, e := range expressions {
		v = f.TopLevel(e)
	}
	return v
}
