package interp

import (
	"context"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// A Program holds a source text that was read, as an immutable template; it is safe for
// concurrent use. Each Run works on its own deep copy of the template's lists, made
// expression by expression: nothing that a run changes is seen by another run or session.
// To keep state between runs, evaluate a definition once in the session and Call it.
type Program struct {
	in          *Interp
	source      *syntax.Source
	expressions []*value.Template
}

// Compile reads a source text for many runs. The name stands in positions; of a file it
// is the path. Mistakes are a *SyntaxError.
func (in *Interp) Compile(name, src string) (*Program, error) {
	p := &Program{in: in, source: syntax.NewSource(name, src)}
	opts := in.readOptions()
	opts.Source = 1 // each run puts the number that the text has in its session
	expressions, _, err := syntax.ReadAll(name, src, opts)
	if err != nil {
		return nil, readError(err, p.source)
	}
	for _, e := range expressions {
		p.expressions = append(p.expressions, value.NewTemplate(e))
	}
	return p, nil
}

// Run evaluates the expressions of a program in order, each in a fresh local scope; the
// value of the last one, null if there is none. Relative paths that the program loads go
// from the folder of its name. A program that another Interp compiled is read anew, since
// its functions may be others.
func (s *Session) Run(ctx context.Context, p *Program) (Value, error) {
	if p.in.registry != s.in.registry {
		return s.evalText(ctx, func(t *text) value.Value {
			defer t.frame.SetFile(t.frame.SetFile(p.source.Name()))
			return t.run(p.source, false)
		})
	}
	return s.evaluate(ctx, Null(), func(f *eval.Frame) value.Value {
		defer f.SetFile(f.SetFile(p.source.Name()))
		made := s.marker(f, p.source)
		v := value.Null()
		for _, e := range p.expressions {
			v = f.TopLevel(e.Instance(made, f.TickHolding))
		}
		return v
	})
}

// marker returns what is to be done with each list that a run copies from the template: it
// charges for the list, and notes on it where it was read, and on a function whose it is.
func (s *Session) marker(f *eval.Frame, src *syntax.Source) func(*value.List) {
	number := s.core.SourceNumber(src)
	return func(l *value.List) {
		f.ChargeElements(l.Len())
		_, offset := l.Source()
		l.SetSource(number, offset)
		if eval.IsFunction(l) {
			l.MakeAux().Owner = s.core.Mark()
		}
	}
}

// Parse reads the expressions of a source text without evaluating anything; the spans
// tell where they and their elements are. The name stands in positions; of a file it is
// the path. Mistakes are a *SyntaxError.
func (in *Interp) Parse(name, src string) ([]Value, *Spans, error) {
	opts := in.readOptions()
	opts.Spans = true
	values, spans, err := syntax.ReadAll(name, src, opts)
	if err != nil {
		return nil, nil, readError(err, syntax.NewSource(name, src))
	}
	return values, spans, nil
}

// ParseOne reads the one value that src consists of; blank text is null. Mistakes are a
// *SyntaxError.
func (in *Interp) ParseOne(name, src string) (Value, error) {
	v, err := syntax.Read(src, in.readOptions())
	if err != nil {
		return Null(), readError(err, syntax.NewSource(name, src))
	}
	return v, nil
}

func (in *Interp) readOptions() syntax.Options {
	return syntax.Options{
		Lookup: in.registry.HardName,
		Depth:  in.registry.Config.Limits.WithDefaults().ReadDepth,
	}
}
