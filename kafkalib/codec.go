package kafkalib

import (
	"fmt"
	"unsafe"

	"github.com/bpl-lang/bpl/interp"
)

// A codec turns keys and values into bytes and back. It is immutable and safe
// for concurrent use. Null never gets to a codec: it is null on both sides.
type codec interface {
	// encode returns the bytes of a value, or what it takes instead.
	encode(v interp.Value) ([]byte, error)
	// value returns the value of data.
	value(data []byte) (interp.Value, error)
}

// codecTable holds the codecs by the names that options have.
var codecTable = map[string]codec{
	"String": bytesCodec{}, "ByteArray": bytesCodec{}, "Bytes": bytesCodec{}, "ByteBuffer": bytesCodec{},
	"Short": intCodec{2}, "Integer": intCodec{4}, "Long": intCodec{8},
	"Float": floatCodec{4}, "Double": floatCodec{8},
	"Boolean": booleanCodec{}, "UUID": uuidCodec{}, "Void": voidCodec{},
}

// takesLists reports whether a list may be one value of the codec.
func takesLists(name string) bool {
	_, ok := schemaKinds[name]
	return ok || name == "Json" || name == "Bpl"
}

// isNumeric reports whether the codec's values are numbers, so that the text
// of a name becomes one.
func isNumeric(name string) bool {
	switch name {
	case "Short", "Integer", "Long", "Float", "Double":
		return true
	}
	return false
}

// bytesCodec takes strings and is exact in both ways: the language's strings
// are bytes.
type bytesCodec struct{}

func (bytesCodec) encode(v interp.Value) ([]byte, error) {
	s, ok := v.AsString()
	if !ok {
		return nil, mismatch(v, "a string")
	}
	return bytesOf(s), nil
}

// bytesOf is the bytes of a string, not copied: strings do not change, and
// nobody writes to the key or value of a record that is sent.
func bytesOf(s string) []byte {
	if s == "" {
		return []byte{} // not nil, which is null
	}
	return unsafe.Slice(unsafe.StringData(s), len(s))
}

func (bytesCodec) value(data []byte) (interp.Value, error) { return interp.Bytes(data), nil }

// mismatch says which value a codec does not take.
func mismatch(v interp.Value, expected string) error {
	return fmt.Errorf("got %s, expected %s", shownScript(v), expected)
}

// wrongLength says that data has not the length of the codec.
func wrongLength(data []byte, expected int) error {
	return fmt.Errorf("got %d bytes, expected %d", len(data), expected)
}
