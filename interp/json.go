package interp

import (
	"errors"

	"github.com/bpl-lang/bpl/interp/internal/interchange"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// AppendJSON appends a value as JSON, as (string V "format" => "json") writes it: a list
// whose elements all have names becomes an object, every other list an array. A list that
// contains itself, and a string that is not valid UTF-8, are errors.
func (in *Interp) AppendJSON(dst []byte, v Value) ([]byte, error) {
	return interchange.AppendJSON(dst, v, interchange.WriteOptions{Lookup: in.registry.HardName})
}

// ParseJSON reads the one value of a JSON text, as (parse T "json") does. Mistakes are a
// *SyntaxError; text that is nested too deeply is a *LimitError.
func (in *Interp) ParseJSON(src string) (Value, error) {
	v, err := interchange.ReadJSON(src, interchange.ReadOptions{Depth: in.registry.Config.Limits.WithDefaults().ReadDepth})
	if err == nil {
		return v, nil
	}
	var wrong *interchange.SyntaxError
	if errors.As(err, &wrong) {
		return Null(), &SyntaxError{Type: syntax.ParseException, Msg: wrong.Error()}
	}
	return Null(), readError(err, syntax.NewSource("", src))
}
