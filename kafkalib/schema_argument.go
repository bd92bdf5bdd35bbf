package kafkalib

import (
	"errors"
	"fmt"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
)

// schemaForms says how a schema is given.
const schemaForms = `a schema: the list of kafka-schema-parse, a pair ("avro" source), or the text of an Avro schema (another type by the option "type")`

// schema returns the compiled schema of a value.
func (a *arguments) schema(what string, v interp.Value) (schema.Schema, error) {
	source, err := a.schemaSource(what, v)
	if err != nil {
		return nil, err
	}
	return stateOf(a.call).schema(source)
}

// schemaSource reads a schema in every form.
func (a *arguments) schemaSource(what string, v interp.Value) (schema.Source, error) {
	standard, err := a.schemaType()
	if err != nil {
		return schema.Source{}, err
	}
	if s, ok := v.AsString(); ok {
		return schema.Source{Type: standard, Text: s}, nil
	}
	l, ok := v.AsList()
	if !ok || isFunction(l) {
		return schema.Source{}, a.wrong(what, v, schemaForms)
	}
	if l.Len() == 2 && !l.AllNamed() {
		name, isText := l.At(0).AsString()
		t, known := schema.ParseType(name)
		if !isText || !known {
			return schema.Source{}, a.wrong(what, v, schemaForms)
		}
		text, err := a.schemaText(what, l.At(1))
		return schema.Source{Type: t, Text: text}, err
	}
	name, _ := element(v, "type").AsString()
	t, known := schema.ParseType(name)
	if !known || element(v, "source").IsNull() {
		return schema.Source{}, a.wrong(what, v, schemaForms)
	}
	s := schema.Source{Type: t}
	if s.Text, err = a.schemaText(what, element(v, "source")); err != nil {
		return s, err
	}
	if s.References, err = a.schemaReferences(what, element(v, "references")); err != nil {
		return s, err
	}
	s.Message, _ = element(v, "message").AsString()
	return s, nil
}

// schemaType takes the option "type", Avro where there is none.
func (a *arguments) schemaType() (schema.Type, error) {
	v, ok := a.option("type")
	if !ok {
		return schema.Avro, nil
	}
	name, _ := v.AsString()
	t, known := schema.ParseType(name)
	if !known {
		return "", a.wrongOption("type", v, `"avro", "json" or "protobuf"`)
	}
	return t, nil
}

// schemaText is the text of a schema: a string, ("file" path), or for the
// types that are written in JSON the list of it.
func (a *arguments) schemaText(what string, v interp.Value) (string, error) {
	if s, ok := v.AsString(); ok {
		return s, nil
	}
	l, ok := v.AsList()
	if !ok || isFunction(l) {
		return "", a.wrong(what, v, `the text of a schema, ("file" path), or its JSON as a list`)
	}
	if l.Len() == 2 && !l.AllNamed() {
		kind, _ := l.At(0).AsString()
		if path, ok := l.At(1).AsString(); ok && kind == "file" {
			data, err := stateOf(a.call).lib.refs.read(what, path)
			if err != nil {
				return "", err
			}
			return string(data), nil
		}
	}
	text, err := schema.Text(v)
	if err != nil {
		return "", invalidArgument(fmt.Sprintf("%s: %s: %s", a.call.Name(), what, err))
	}
	return text, nil
}

// Bounds of the references that a script gives: how deep they are nested in
// references, and how many there may be in all.
const (
	maxReferenceDepth = 16
	maxReferences     = 10_000
)

// schemaReferences reads references: elements name => source, or lists of
// kafka-schema-parse, whose own references come along.
func (a *arguments) schemaReferences(what string, v interp.Value) ([]schema.Reference, error) {
	return a.addReferences(nil, what, v, 0)
}

// addReferences adds references to outer; depth is 0 for those of the schema
// itself.
func (a *arguments) addReferences(outer []schema.Reference, what string, v interp.Value, depth int) ([]schema.Reference, error) {
	if v.IsNull() {
		return outer, nil
	}
	l, ok := v.AsList()
	if !ok || isFunction(l) {
		return nil, a.wrong(what+": references", v, "a list of name => source")
	}
	for i := range l.Len() {
		if len(outer) >= maxReferences {
			return nil, a.wrong(what+": references", v, fmt.Sprintf("at most %d references in all", maxReferences))
		}
		name, item := l.Name(i), l.At(i)
		source := item
		if inner := element(item, "source"); !inner.IsNull() {
			source = inner
			if name == "" {
				name, _ = element(item, "name").AsString()
			}
		}
		if name == "" {
			return nil, a.wrong(fmt.Sprintf("%s: references: element %d", what, i), item, `name => source, or a list of kafka-schema-parse that has a name`)
		}
		text, err := a.schemaText(what+": references: "+quote(name), source)
		if err != nil {
			return nil, err
		}
		outer = append(outer, schema.Reference{Name: name, Text: text})
		if inner := element(item, "references"); !inner.IsNull() {
			if depth >= maxReferenceDepth {
				return nil, a.wrong(what+": references", v, fmt.Sprintf("references that are nested at most %d deep", maxReferenceDepth))
			}
			if outer, err = a.addReferences(outer, what+": references", inner, depth+1); err != nil {
				return nil, err
			}
		}
	}
	return outer, nil
}

// schemaError turns an error about a schema into INVALID_SCHEMA.
func schemaError(err error) error {
	if invalid, ok := errors.AsType[*schema.InvalidError](err); ok {
		return clientError("INVALID_SCHEMA", invalid.Error(), invalid)
	}
	return err
}

// problemList is a list of ("path" "message").
func problemList(problems []schema.Problem) interp.Value {
	b := interp.NewListBuilder(problemShape, len(problems), 0)
	out := interp.NewList(len(problems))
	for i, p := range problems {
		b.Value(interp.String(p.Path))
		b.Value(interp.String(p.Message))
		out.SetAt(i, interp.FromList(b.List()))
	}
	return interp.FromList(out)
}

var problemShape = interp.NewShape("path", "message")
