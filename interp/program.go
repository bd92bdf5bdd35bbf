package interp

import (
	"github.com/bpl-lang/bpl/interp/syntax"
)

// Parse reads the expressions of a source text without evaluating anything. The name
// stands in positions; of a file it is the path. Mistakes are a *SyntaxError.
func (in *Interp) Parse(name, src string) ([]Value, *Spans, error) {
	values, spans, err := syntax.ReadAll(name, src, in.readOptions(true))
	if err != nil {
		return nil, nil, readError(err, syntax.NewSource(name, src))
	}
	return values, spans, nil
}

// ParseOne reads the one value that src consists of; blank text is null. Mistakes are a
// *SyntaxError.
func (in *Interp) ParseOne(name, src string) (Value, error) {
	v, err := syntax.Read(src, in.readOptions(false))
	if err != nil {
		return Null(), readError(err, syntax.NewSource(name, src))
	}
	return v, nil
}

func (in *Interp) readOptions(spans bool) syntax.Options {
	return syntax.Options{
		Lookup: in.registry.HardName,
		Depth:  in.registry.Config.Limits.WithDefaults().ReadDepth,
		Spans:  spans,
	}
}
