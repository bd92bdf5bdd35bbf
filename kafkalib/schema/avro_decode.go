package schema

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/avro"
)

func (s *avroSchema) Decode(data []byte) (interp.Value, error) {
	return decodeAvro(s.wire, s.root, data)
}

// evolvedAvro reads what one schema wrote as values of another.
type evolvedAvro struct {
	wire *avro.Schema
	root *avroNode // of the reader
}

func (e *evolvedAvro) Decode(data []byte) (interp.Value, error) {
	return decodeAvro(e.wire, e.root, data)
}

func (s *avroSchema) Evolve(reader Schema) (Decoder, error) {
	r, ok := reader.(*avroSchema)
	if !ok {
		return nil, fmt.Errorf("data of an Avro schema cannot be read by a schema of type %s", reader.Source().Type.title())
	}
	wire, err := avro.Resolve(s.wire, r.wire)
	if err != nil {
		return nil, &MismatchError{s.unreadable(r)}
	}
	return &evolvedAvro{wire, r.root}, nil
}

func decodeAvro(wire *avro.Schema, root *avroNode, data []byte) (interp.Value, error) {
	var out any
	rest, err := wire.Decode(data, &out, avro.TaggedUnions())
	if err != nil {
		p := avroProblem(err)
		return interp.Null(), fmt.Errorf("%s", p)
	}
	if len(rest) > 0 {
		return interp.Null(), fmt.Errorf("%d bytes are left behind the end of the value: the data was written by another schema, or has a prefix", len(rest))
	}
	var d avroReader
	return d.value(root, out)
}

// avroReader turns what the library decoded into values of the language. The
// library has bounded the depth.
type avroReader struct{ path []string }

func (d *avroReader) value(n *avroNode, x any) (interp.Value, error) {
	switch n.kind {
	case avroNull:
		return interp.Null(), nil
	case avroUnion:
		return d.union(n, x)
	case avroRecord:
		return d.record(n, x)
	}
	switch x := x.(type) {
	case bool:
		return interp.Bool(x), nil
	case int32:
		return interp.Int(x), nil
	case int64:
		return interp.Long(x), nil
	case float32:
		return interp.Double(float64(x)), nil
	case float64:
		return interp.Double(x), nil
	case string:
		if n.logical == "uuid" {
			x = strings.ToLower(x)
		}
		return interp.String(x), nil
	case []byte:
		return d.bytes(n, x)
	case []any:
		l := interp.NewList(len(x))
		for i, item := range x {
			v, err := d.in(fmt.Sprint(i), n.items, item)
			if err != nil {
				return v, err
			}
			l.SetAt(i, v)
		}
		return interp.FromList(l), nil
	case map[string]any:
		l := interp.NewList(0)
		for _, name := range slices.Sorted(maps.Keys(x)) { // the library keeps no order
			v, err := d.in(name, n.items, x[name])
			if err != nil {
				return v, err
			}
			l.Put(name, v)
		}
		return interp.FromList(l), nil
	}
	return interp.Null(), fmt.Errorf("%s: unexpected %T for %s", pointer(d.path), x, n.title())
}

func (d *avroReader) in(step string, n *avroNode, x any) (interp.Value, error) {
	d.path = append(d.path, step)
	v, err := d.value(n, x)
	d.path = d.path[:len(d.path)-1]
	return v, err
}

func (d *avroReader) bytes(n *avroNode, data []byte) (interp.Value, error) {
	switch n.logical {
	case "decimal":
		text, err := decimalText(data, n.scale)
		if err != nil {
			return interp.Null(), fmt.Errorf("%s: %w", pointer(d.path), err)
		}
		return interp.String(text), nil
	case "uuid":
		return interp.String(formatUUID(data)), nil
	case "duration":
		return durationValue(data), nil
	}
	return interp.Bytes(data), nil
}

func (d *avroReader) union(n *avroNode, x any) (interp.Value, error) {
	if x == nil {
		return interp.Null(), nil
	}
	if tagged, ok := x.(map[string]any); ok && len(tagged) == 1 {
		for name, inner := range tagged {
			for _, b := range n.branches {
				if b.branchName() == name {
					return d.value(b, inner)
				}
			}
		}
	}
	return interp.Null(), fmt.Errorf("%s: unexpected branch of the union", pointer(d.path))
}

func (d *avroReader) record(n *avroNode, x any) (interp.Value, error) {
	fields, ok := x.(map[string]any)
	if !ok {
		return interp.Null(), fmt.Errorf("%s: unexpected %T for %s", pointer(d.path), x, n.title())
	}
	l := interp.NewList(0)
	for i := range n.fields {
		f := &n.fields[i]
		v, err := d.in(f.name, f.node, fields[f.name])
		if err != nil {
			return v, err
		}
		l.Put(f.name, v)
	}
	return interp.FromList(l), nil
}

func (s *avroSchema) Describe() interp.Value {
	return describe(s.source, s.root.name, nodeValue(s.tree))
}
