package kafkalib

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
)

// schemaBuiltins are the functions about schemas. They need no broker.
var schemaBuiltins = []builtin{
	{"kafka-schema-parse", schemaParse, helpSchemaParse},
	{"kafka-schema-validate", schemaValidate, helpSchemaValidate},
	{"kafka-schema-encode", schemaEncode, helpSchemaEncode},
	{"kafka-schema-decode", schemaDecode, helpSchemaDecode},
	{"kafka-schema-compatible", schemaCompatible, helpSchemaCompatible},
}

// schemaParse is (kafka-schema-parse type source ["references" "message"]).
func schemaParse(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	name, _ := a.at(0).AsString()
	t, ok := schema.ParseType(name)
	if !ok {
		names := []string{"avro", "json", "protobuf"}
		return interp.Null(), a.wrong("type", a.at(0), `"avro", "json" or "protobuf"`+hint(name, names))
	}
	source := schema.Source{Type: t}
	if source.Text, err = a.schemaText("source", a.at(1)); err != nil {
		return interp.Null(), err
	}
	references, _ := a.option("references")
	if source.References, err = a.schemaReferences("source", references); err != nil {
		return interp.Null(), err
	}
	if v, ok := a.option("message"); ok {
		if source.Message, ok = v.AsString(); !ok {
			return interp.Null(), a.wrongOption("message", v, "the name of a message of a Protobuf schema")
		}
	}
	if err := a.done("references", "message"); err != nil {
		return interp.Null(), err
	}
	s, err := stateOf(call).schema(source)
	if err != nil {
		return interp.Null(), err
	}
	return s.Describe(), nil
}

// schemaValidate is (kafka-schema-validate schema value).
func schemaValidate(call *interp.Call) (interp.Value, error) {
	a, s, err := schemaAnd(call)
	if err != nil {
		return interp.Null(), err
	}
	return problemList(s.Validate(a.at(1))), nil
}

// schemaAnd reads a schema and one argument behind it.
func schemaAnd(call *interp.Call, options ...string) (*arguments, schema.Schema, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return nil, nil, err
	}
	if len(a.values) < 2 {
		return nil, nil, invalidArgument(fmt.Sprintf("%s: got %d arguments without name, expected 2", call.Name(), len(a.values)))
	}
	s, err := a.schema("schema", a.at(0))
	if err != nil {
		return nil, nil, err
	}
	for _, o := range options {
		a.given(o)
	}
	return a, s, a.done(append(options, "type")...)
}

// schemaEncode is (kafka-schema-encode schema value).
func schemaEncode(call *interp.Call) (interp.Value, error) {
	a, s, err := schemaAnd(call)
	if err != nil {
		return interp.Null(), err
	}
	data, err := s.Encode(a.at(1))
	if err != nil {
		return interp.Null(), clientError("SERIALIZATION", call.Name()+": "+err.Error(), err)
	}
	return interp.Bytes(data), nil
}

// schemaDecode is (kafka-schema-decode schema bytes ["reader" => schema]).
func schemaDecode(call *interp.Call) (interp.Value, error) {
	a, s, err := schemaAnd(call, "reader")
	if err != nil {
		return interp.Null(), err
	}
	data, err := a.text(1, "bytes")
	if err != nil {
		return interp.Null(), err
	}
	var d schema.Decoder = s
	if v, ok := a.option("reader"); ok {
		reader, err := a.schema("reader", v)
		if err != nil {
			return interp.Null(), err
		}
		if d, err = s.Evolve(reader); err != nil {
			return interp.Null(), clientError("INVALID_SCHEMA", call.Name()+": the reader's schema cannot read data of the writer's: "+err.Error(), err)
		}
	}
	v, err := d.Decode([]byte(data))
	if err != nil {
		return interp.Null(), clientError("DESERIALIZATION", call.Name()+": "+err.Error(), err)
	}
	return v, nil
}

// schemaCompatible is (kafka-schema-compatible old new [mode]).
func schemaCompatible(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	mode := schema.Backward
	if v := a.at(2); !v.IsNull() {
		name, _ := v.AsString()
		var ok bool
		if mode, ok = schema.ParseMode(name); !ok {
			return interp.Null(), a.wrong("mode", v, `"backward", "forward" or "full"`)
		}
	}
	if len(a.values) < 2 {
		return interp.Null(), invalidArgument(fmt.Sprintf("%s: got %d arguments without name, expected 2 or 3", call.Name(), len(a.values)))
	}
	old, err := a.schema("old", a.at(0))
	if err != nil {
		return interp.Null(), err
	}
	renewed, err := a.schema("new", a.at(1))
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done("type"); err != nil {
		return interp.Null(), err
	}
	return problemList(schema.Compatible(old, renewed, mode)), nil
}
