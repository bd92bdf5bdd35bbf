package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
)

// codecOf returns the codec of a name that the option table knows.
func codecOf(name string, in *interp.Interp) codec {
	if c, ok := codecTable[name]; ok {
		return c
	}
	switch name {
	case "Bpl":
		return bplCodec{in}
	case "Json":
		return jsonCodec{in}
	}
	panic("kafkalib: no codec " + name)
}

// bplCodec is the printed form of any value, parsed and not evaluated.
type bplCodec struct{ in *interp.Interp }

func (bplCodec) encode(v interp.Value) ([]byte, error) {
	if v.Kind() == interp.KindForeign {
		return nil, mismatch(v, "a value that can be read back")
	}
	return []byte(v.String()), nil
}

func (c bplCodec) value(data []byte) (interp.Value, error) {
	return c.in.ParseOne("", string(data))
}
