package kafkalib

import (
	"errors"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
)

// namedOption is optionValue for an option of a name. A schema may be a list
// that is nested more deeply than other options: of one that
// kafka-schema-parse made the source is enough, and any other is JSON.
func namedOption(name string, v interp.Value) (any, error) {
	l, ok := v.AsList()
	if n := normalName(name); !ok || n != "key-schema" && n != "value-schema" || isFunction(l) {
		return optionValue(v, 0)
	}
	if l.Len() == 2 && !l.AllNamed() {
		kind, _ := l.At(0).AsString()
		_, isType := schema.ParseType(kind)
		if _, text := l.At(1).AsString(); text && (isType || kind == "file") {
			return optionValue(v, 0)
		}
	}
	if source, ok := l.Get("source"); ok && l.AllNamed() {
		if _, text := source.AsString(); !text {
			return nil, errors.New("got a schema whose source is no text, expected the list of kafka-schema-parse")
		}
		parsed := interp.NewList(0)
		for i := range l.Len() {
			if l.Name(i) != "schema" {
				parsed.Put(l.Name(i), l.At(i))
			}
		}
		return optionValue(interp.FromList(parsed), 0)
	}
	return schema.Text(v)
}
