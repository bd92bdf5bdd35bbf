package kafkalib

import (
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// booleanCodec is one byte, 1 or 0.
type booleanCodec struct{}

func (booleanCodec) encode(v interp.Value) ([]byte, error) {
	b, ok := v.AsBool()
	switch {
	case !ok:
		return nil, mismatch(v, "true or false")
	case b:
		return []byte{1}, nil
	}
	return []byte{0}, nil
}

func (booleanCodec) value(data []byte) (interp.Value, error) {
	if len(data) != 1 {
		return interp.Null(), wrongLength(data, 1)
	}
	if data[0] > 1 {
		return interp.Null(), fmt.Errorf("got the byte %d, expected 0 or 1", data[0])
	}
	return interp.Bool(data[0] == 1), nil
}

// uuidCodec is the text form of a UUID, as Java's UUIDSerializer writes it.
type uuidCodec struct{}

func (uuidCodec) encode(v interp.Value) ([]byte, error) {
	s, ok := v.AsString()
	if !ok || !isUUID(s) {
		return nil, mismatch(v, "the text of a UUID")
	}
	return []byte(strings.ToLower(s)), nil
}

func (uuidCodec) value(data []byte) (interp.Value, error) {
	if !isUUID(string(data)) {
		return interp.Null(), fmt.Errorf("got %s, expected the text of a UUID", quote(string(data)))
	}
	return interp.String(strings.ToLower(string(data))), nil
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for _, i := range []int{8, 13, 18, 23} {
		if s[i] != '-' {
			return false
		}
	}
	digits := s[:8] + s[9:13] + s[14:18] + s[19:23] + s[24:]
	_, err := hex.DecodeString(digits)
	return err == nil
}

// voidCodec has null only.
type voidCodec struct{}

func (voidCodec) encode(v interp.Value) ([]byte, error) { return nil, mismatch(v, "null") }

func (voidCodec) value(data []byte) (interp.Value, error) { return interp.Null(), notVoid(data) }

func notVoid(data []byte) error {
	return fmt.Errorf("got %d bytes, expected null", len(data))
}
