package schema

import (
	"errors"
	"slices"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/avro"
)

// avroSchema is a compiled Avro schema: the wire format is the library's, the
// values are ours.
type avroSchema struct {
	source Source
	tree   *jsonNode
	wire   *avro.Schema
	root   *avroNode
}

// rawLogicalTypes take away the library's own conversions of logical types:
// values are converted here, along the schema, so that nothing is lost.
var rawLogicalTypes = []avro.SchemaOpt{
	avro.CustomType{LogicalType: "decimal"}, avro.CustomType{LogicalType: "big-decimal"},
	avro.CustomType{LogicalType: "uuid"}, avro.CustomType{LogicalType: "date"},
	avro.CustomType{LogicalType: "time-millis"}, avro.CustomType{LogicalType: "time-micros"},
	avro.CustomType{LogicalType: "timestamp-millis"}, avro.CustomType{LogicalType: "timestamp-micros"},
	avro.CustomType{LogicalType: "timestamp-nanos"}, avro.CustomType{LogicalType: "local-timestamp-millis"},
	avro.CustomType{LogicalType: "local-timestamp-micros"}, avro.CustomType{LogicalType: "local-timestamp-nanos"},
	avro.CustomType{LogicalType: "duration"},
}

func parseAvro(s Source) (Schema, error) {
	var cache avro.SchemaCache
	names := make(map[string]*avroNode)
	pending := slices.Clone(s.References)
	for len(pending) > 0 { // in any order: those that need others wait for them
		var waiting []Reference
		var first error
		for _, r := range pending {
			wire, tree, err := parseAvroText(&cache, r.Text)
			if err != nil {
				if first == nil {
					first = invalidAvro(r.Text, tree, r.Name, err)
				}
				waiting = append(waiting, r)
				continue
			}
			if _, err := avroNodes(wire.Root(), names); err != nil {
				return nil, invalidAvro(r.Text, tree, r.Name, err)
			}
		}
		if len(waiting) == len(pending) {
			return nil, first
		}
		pending = waiting
	}
	wire, tree, err := parseAvroText(&cache, s.Text)
	if err != nil {
		return nil, invalidAvro(s.Text, tree, "", err)
	}
	root, err := avroNodes(wire.Root(), names)
	if err != nil {
		return nil, invalidAvro(s.Text, tree, "", err)
	}
	return &avroSchema{source: s, tree: tree, wire: wire, root: root}, nil
}

// parseAvroText compiles one text. The tree is nil where it is no JSON. A
// primitive type may stand without quotes, as kafka tools take it.
func parseAvroText(cache *avro.SchemaCache, text string) (*avro.Schema, *jsonNode, error) {
	if slices.Contains(avroPrimitives, text) {
		text = `"` + text + `"`
	}
	tree, err := parseJSONNode(text)
	if err != nil {
		return nil, nil, err
	}
	wire, err := cache.Parse(text, rawLogicalTypes...)
	return wire, tree, err
}

var avroPrimitives = []string{"null", "boolean", "int", "long", "float", "double", "bytes", "string"}

func (s *avroSchema) Source() Source { return s.source }

func (s *avroSchema) Name() string { return s.root.name }

func (s *avroSchema) Encode(v interp.Value) ([]byte, error) {
	w := &avroWalk{out: []byte{}}
	w.value(s.root, v)
	if len(w.problems) > 0 {
		return nil, &MismatchError{w.problems}
	}
	return w.out, nil
}

func (s *avroSchema) Validate(v interp.Value) []Problem {
	w := &avroWalk{}
	w.value(s.root, v)
	return w.problems
}

// avroProblem is an error of the library with its place.
func avroProblem(err error) Problem {
	if e, ok := errors.AsType[*avro.SemanticError](err); ok && e.Field != "" {
		return Problem{dottedPointer(e.Field), avroMessage(err)}
	}
	return Problem{"", avroMessage(err)}
}
