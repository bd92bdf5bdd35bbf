package kafkalib

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/bpl-lang/bpl/interp"
)

// intCodec is a whole number of so many bytes, big endian.
type intCodec struct{ size int }

func (c intCodec) encode(v interp.Value) ([]byte, error) {
	n, ok := v.AsInt()
	if high := int64(1)<<(8*c.size-1) - 1; !ok || n > high || n < -high-1 {
		return nil, mismatch(v, fmt.Sprintf("a whole number of %d bits", 8*c.size))
	}
	data := make([]byte, c.size)
	switch c.size {
	case 2:
		binary.BigEndian.PutUint16(data, uint16(n))
	case 4:
		binary.BigEndian.PutUint32(data, uint32(n))
	default:
		binary.BigEndian.PutUint64(data, uint64(n))
	}
	return data, nil
}

func (c intCodec) read(data []byte) (int64, error) {
	if len(data) != c.size {
		return 0, wrongLength(data, c.size)
	}
	switch c.size {
	case 2:
		return int64(int16(binary.BigEndian.Uint16(data))), nil
	case 4:
		return int64(int32(binary.BigEndian.Uint32(data))), nil
	}
	return int64(binary.BigEndian.Uint64(data)), nil
}

func (c intCodec) value(data []byte) (interp.Value, error) {
	n, err := c.read(data)
	switch {
	case err != nil:
		return interp.Null(), err
	case c.size == 8:
		return interp.Long(n), nil
	}
	return interp.Int(int32(n)), nil
}

// floatCodec is an IEEE 754 number of so many bytes, big endian.
type floatCodec struct{ size int }

func (c floatCodec) encode(v interp.Value) ([]byte, error) {
	f, ok := v.AsDouble()
	if !ok {
		return nil, mismatch(v, "a number")
	}
	data := make([]byte, c.size)
	if c.size == 4 {
		if narrow := float32(f); math.IsInf(float64(narrow), 0) && !math.IsInf(f, 0) {
			return nil, mismatch(v, "a number of 32 bits")
		}
		binary.BigEndian.PutUint32(data, math.Float32bits(float32(f)))
		return data, nil
	}
	if n, isWhole := v.AsInt(); isWhole && !exactDouble(n) {
		return nil, mismatch(v, "a number that a double holds exactly")
	}
	binary.BigEndian.PutUint64(data, math.Float64bits(f))
	return data, nil
}

// exactDouble reports whether a double holds n.
func exactDouble(n int64) bool {
	f := float64(n)
	return f < 1<<63 && int64(f) == n
}

func (c floatCodec) value(data []byte) (interp.Value, error) {
	if len(data) != c.size {
		return interp.Null(), wrongLength(data, c.size)
	}
	if c.size == 4 {
		return interp.Double(float64(math.Float32frombits(binary.BigEndian.Uint32(data)))), nil
	}
	return interp.Double(math.Float64frombits(binary.BigEndian.Uint64(data))), nil
}
