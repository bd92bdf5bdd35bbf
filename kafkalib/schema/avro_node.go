package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/twmb/avro"
)

// An avroNode is a type of an Avro schema, as values are converted along it.
// Nodes of named types are shared, so the graph of a recursive schema has
// cycles. A graph is not changed once it is built.
type avroNode struct {
	kind    avroKind
	logical string // "" where the type does not carry that logical type
	name    string // full name of a record, enum or fixed
	aliases []string

	fields   []avroField
	fieldAt  map[string]int
	names    []string    // of the fields
	items    *avroNode   // of an array or map
	branches []*avroNode // of a union
	symbols  []string
	standard string // the default symbol of an enum
	size     int

	precision, scale int
}

type avroField struct {
	name       string
	node       *avroNode
	hasDefault bool
	standard   []byte // the default, encoded
	aliases    []string
}

type avroKind string

const (
	avroNull    avroKind = "null"
	avroBoolean avroKind = "boolean"
	avroInt     avroKind = "int"
	avroLong    avroKind = "long"
	avroFloat   avroKind = "float"
	avroDouble  avroKind = "double"
	avroBytes   avroKind = "bytes"
	avroString  avroKind = "string"
	avroRecord  avroKind = "record"
	avroEnum    avroKind = "enum"
	avroFixed   avroKind = "fixed"
	avroArray   avroKind = "array"
	avroMap     avroKind = "map"
	avroUnion   avroKind = "union"
)

// logicalBases are the types that may carry a logical type. On others it is
// ignored, as the specification says.
var logicalBases = map[string][]avroKind{
	"decimal":                {avroBytes, avroFixed},
	"uuid":                   {avroString, avroFixed},
	"date":                   {avroInt},
	"time-millis":            {avroInt},
	"time-micros":            {avroLong},
	"timestamp-millis":       {avroLong},
	"timestamp-micros":       {avroLong},
	"timestamp-nanos":        {avroLong},
	"local-timestamp-millis": {avroLong},
	"local-timestamp-micros": {avroLong},
	"local-timestamp-nanos":  {avroLong},
	"duration":               {avroFixed},
}

// avroNodes builds the graph of a schema. Named types that it defines are
// added to named; those that it refers to are found there.
func avroNodes(n *avro.SchemaNode, named map[string]*avroNode) (*avroNode, error) {
	b := avroBuilder{named: named}
	root := b.node(n, "")
	return root, b.err
}

type avroBuilder struct {
	named map[string]*avroNode
	err   error // the first
}

// node builds the graph of a type in an enclosing namespace. Depth is bounded
// by the library, which refuses schemas that are nested too deeply.
func (b *avroBuilder) node(n *avro.SchemaNode, namespace string) *avroNode {
	kind := avroKind(n.Type)
	if n.Type == "error" {
		kind = avroRecord
	}
	out := &avroNode{kind: kind, logical: n.LogicalType, size: n.Size, precision: n.Precision, scale: n.Scale}
	switch kind {
	case avroRecord, avroEnum, avroFixed:
		out.name = fullName(n.Name, n.Namespace)
		namespace = namespaceOf(out.name)
		for _, a := range n.Aliases {
			out.aliases = append(out.aliases, fullName(a, namespace))
		}
		b.named[out.name] = out
		out.symbols, out.standard = n.Symbols, n.EnumDefault
		b.fields(out, n.Fields, namespace)
	case avroArray:
		out.items = b.node(n.Items, namespace)
	case avroMap:
		out.items = b.node(n.Values, namespace)
	case avroUnion:
		for i := range n.Branches {
			out.branches = append(out.branches, b.node(&n.Branches[i], namespace))
		}
	case avroNull, avroBoolean, avroInt, avroLong, avroFloat, avroDouble, avroBytes, avroString:
	default:
		return b.named[b.reference(n.Type, namespace)]
	}
	if !slices.Contains(logicalBases[out.logical], kind) || out.logical == "duration" && out.size != 12 || kind == avroFixed && out.logical == "uuid" && out.size != 16 {
		out.logical = ""
	}
	return out
}

func (b *avroBuilder) fields(out *avroNode, fields []avro.SchemaField, namespace string) {
	out.fieldAt = make(map[string]int, len(fields))
	for i := range fields {
		f := &fields[i]
		out.fieldAt[f.Name] = i
		out.names = append(out.names, f.Name)
		field := avroField{name: f.Name, node: b.node(&f.Type, namespace), hasDefault: f.HasDefault, aliases: f.Aliases}
		if f.HasDefault {
			field.standard = b.encodedDefault(f)
		}
		out.fields = append(out.fields, field)
	}
}

// encodedDefault is the default of a field in bytes. The library has checked
// it when it parsed the schema.
func (b *avroBuilder) encodedDefault(f *avro.SchemaField) []byte {
	s, err := f.Type.Schema(rawLogicalTypes...)
	var data []byte
	if err == nil {
		data, err = s.Encode(f.Default)
	}
	if err != nil && b.err == nil {
		b.err = fmt.Errorf("record field %q: the default cannot be encoded: %w", f.Name, err)
	}
	return data
}

// reference is the full name that a name in a namespace means.
func (b *avroBuilder) reference(name, namespace string) string {
	if full := fullName(name, namespace); b.named[full] != nil {
		return full
	}
	return name
}

func fullName(name, namespace string) string {
	if namespace == "" || strings.Contains(name, ".") {
		return name
	}
	return namespace + "." + name
}

func namespaceOf(full string) string {
	return full[:max(strings.LastIndexByte(full, '.'), 0)]
}

// branchName names a branch of a union: the full name of a named type, of
// others the type.
func (n *avroNode) branchName() string {
	if n.name != "" {
		return n.name
	}
	return string(n.kind)
}

// is reports whether the name is that of the branch, full or not.
func (n *avroNode) is(name string) bool {
	full := n.branchName()
	return full == name || n.name != "" && full[strings.LastIndexByte(full, '.')+1:] == name
}

// nullable reports whether the type takes null.
func (n *avroNode) nullable() bool {
	return n.kind == avroNull || n.kind == avroUnion && slices.ContainsFunc(n.branches, func(b *avroNode) bool { return b.kind == avroNull })
}

// title names the type in messages.
func (n *avroNode) title() string {
	text := string(n.kind)
	if n.name != "" {
		text += " " + n.name
	}
	if n.logical != "" {
		text += " (" + n.logical + ")"
	}
	return text
}
