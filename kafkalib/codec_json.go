package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
)

// jsonCodec is JSON, as the language's own functions write and read it.
type jsonCodec struct{ in *interp.Interp }

func (c jsonCodec) encode(v interp.Value) ([]byte, error) {
	if v.Kind() == interp.KindForeign || v.Kind() == interp.KindReference {
		return nil, mismatch(v, "a value that JSON has")
	}
	return c.in.AppendJSON(nil, v)
}

func (c jsonCodec) value(data []byte) (interp.Value, error) {
	return c.in.ParseJSON(string(data))
}
