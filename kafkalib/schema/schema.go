// Package schema compiles Avro, JSON and Protobuf schemas, and turns values of
// the language into bytes by them and back. It knows nothing of Kafka.
package schema

import (
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// A Type is the language in which a schema is written.
type Type string

// The types, by the names that scripts give them.
const (
	Avro     Type = "avro"
	JSON     Type = "json"
	Protobuf Type = "protobuf"
)

// Types are all types.
var Types = []Type{Avro, JSON, Protobuf}

// ParseType reads the name of a type, without regard to letter case.
func ParseType(name string) (Type, bool) {
	switch t := Type(strings.ToLower(name)); t {
	case Avro, JSON, Protobuf:
		return t, true
	case "jsonschema", "json-schema":
		return JSON, true
	case "proto":
		return Protobuf, true
	}
	return "", false
}

// A Source is a schema as it is written, with what it refers to.
type Source struct {
	Type Type
	// Text is the schema itself: JSON, the text of a .proto file, or the bytes
	// of a FileDescriptorSet or FileDescriptorProto (also in base64).
	Text string
	// References are the schemas that Text names, in any order.
	References []Reference
	// Message is the full name of the message of a Protobuf schema that
	// values are; "" for the first one.
	Message string
}

// A Reference is a schema that others name: the full name of an Avro type, the
// $ref of a JSON schema, the path by which a .proto file imports it.
type Reference struct {
	Name string
	Text string
}

// A Schema is compiled. It is immutable and safe for concurrent use.
type Schema interface {
	// Source is what was compiled.
	Source() Source
	// Name is the full name of the record or message; "" where it has none.
	Name() string
	// Encode returns the bytes of v, or a *MismatchError.
	Encode(v interp.Value) ([]byte, error)
	// Decode returns the value of data, all of which must be used.
	Decode(data []byte) (interp.Value, error)
	// Validate says where v does not fit; nil where it does.
	Validate(v interp.Value) []Problem
	// Evolve returns how to decode what was written by the receiver as values
	// of the reader's schema, or an error that says why that is impossible.
	Evolve(reader Schema) (Decoder, error)
	// Describe shows the schema as a list of the language.
	Describe() interp.Value
	// unreadable says what of data written by the receiver cannot be read by
	// reader, which is of the same type.
	unreadable(reader Schema) []Problem
}

// A Decoder decodes. It is immutable and safe for concurrent use.
type Decoder interface {
	Decode(data []byte) (interp.Value, error)
}

// Parse compiles a schema; errors are *InvalidError.
func Parse(s Source) (Schema, error) {
	if len(s.Text) > maxSource {
		return nil, &InvalidError{Type: s.Type, Line: 1, Message: fmt.Sprintf("the schema has %d bytes, more than %d", len(s.Text), maxSource)}
	}
	switch s.Type {
	case Avro:
		return parseAvro(s)
	case Protobuf:
		return parseProtobuf(s)
	case JSON:
		return parseJSONSchema(s)
	}
	return nil, &InvalidError{Type: s.Type, Line: 1, Message: "unknown type of schema"}
}

// Bounds that keep hostile schemas and values from using up the machine.
const (
	maxSource   = 8 << 20
	maxDepth    = 500        // of schemas and values
	maxVisits   = 10_000_000 // values looked at in one call
	maxFailed   = 500_000    // alternatives that did not fit, in one call
	maxProblems = 100        // that are reported
)

// A Problem is one place where a value does not fit its schema, or one schema
// another. Path is a JSON pointer: "" is the whole, "/items/2/name" a part.
type Problem struct {
	Path    string
	Message string
}

func (p Problem) String() string {
	if p.Path == "" {
		return p.Message
	}
	return p.Path + ": " + p.Message
}

// An InvalidError says where a schema is wrong.
type InvalidError struct {
	Type      Type
	Reference string // the name of the reference that is wrong; "" for the schema itself
	Line      int    // from 1; 0 where the schema is no text
	Column    int    // in characters, from 1; 0 where it is not known
	Path      string // JSON pointer, or the full name of a Protobuf element
	Message   string
}

func (e *InvalidError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "the %s schema is invalid", e.Type.title())
	if e.Reference != "" {
		fmt.Fprintf(&b, " in reference %q", e.Reference)
	}
	if e.Line > 0 {
		fmt.Fprintf(&b, " at line %d", e.Line)
		if e.Column > 0 {
			fmt.Fprintf(&b, ", column %d", e.Column)
		}
	}
	fmt.Fprintf(&b, ", path %q: %s", e.Path, e.Message)
	return b.String()
}

func (t Type) title() string {
	switch t {
	case Avro:
		return "Avro"
	case Protobuf:
		return "Protobuf"
	}
	return "JSON"
}

// A MismatchError says why a value has no bytes by its schema. It has at least
// one problem.
type MismatchError struct{ Problems []Problem }

func (e *MismatchError) Error() string {
	const shown = 3
	texts := make([]string, 0, shown)
	for _, p := range e.Problems[:min(shown, len(e.Problems))] {
		texts = append(texts, p.String())
	}
	text := strings.Join(texts, "; ")
	if more := len(e.Problems) - shown; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}
