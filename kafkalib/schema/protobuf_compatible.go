package schema

import (
	"slices"
	"strings"

	"google.golang.org/protobuf/reflect/protoreflect"
)

// unreadable lists the changes from the receiver's file to the reader's by
// which data is misread or lost, as registries see them: fields and messages
// may be added and fields be removed; numbers must keep their meaning.
func (s *protobufSchema) unreadable(reader Schema) []Problem {
	r, ok := reader.(*protobufSchema)
	if !ok {
		return otherType(s, reader)
	}
	c := &protobufComparison{}
	c.messages(s.file.Messages(), r.file.Messages())
	return c.problems
}

type protobufComparison struct{ walk }

// messages compares the messages of a file or message by their names. Depth is
// bounded by the compiler.
func (c *protobufComparison) messages(old, renewed protoreflect.MessageDescriptors) {
	for i := range old.Len() {
		o := old.Get(i)
		if o.IsMapEntry() {
			continue
		}
		c.in(string(o.Name()), func() {
			n := renewed.ByName(o.Name())
			if n == nil {
				c.add("the message was removed")
				return
			}
			c.message(o, n)
			c.messages(o.Messages(), n.Messages())
		})
	}
}

func (c *protobufComparison) message(old, renewed protoreflect.MessageDescriptor) {
	fields := old.Fields()
	for i := range fields.Len() {
		o := fields.Get(i)
		c.in(string(o.Name()), func() {
			n := renewed.Fields().ByNumber(o.Number())
			switch {
			case n != nil:
				c.field(o, n)
			case o.Cardinality() == protoreflect.Required:
				c.add("a required field was removed")
			case inOneof(o):
				c.add("the field was removed from oneof %s", o.ContainingOneof().Name())
			}
		})
	}
	fields = renewed.Fields()
	for i := range fields.Len() {
		n := fields.Get(i)
		if o := old.Fields().ByNumber(n.Number()); n.Cardinality() == protoreflect.Required && (o == nil || o.Cardinality() != protoreflect.Required) {
			c.in(string(n.Name()), func() { c.add("a required field was added") })
		}
	}
	c.oneofs(old, renewed)
}

// inOneof reports whether a field is in a oneof that was written as one.
func inOneof(f protoreflect.FieldDescriptor) bool {
	return f.ContainingOneof() != nil && !f.ContainingOneof().IsSynthetic()
}

// oneofs refuses that several fields, of which more than one may be set,
// become one oneof.
func (c *protobufComparison) oneofs(old, renewed protoreflect.MessageDescriptor) {
	oneofs := renewed.Oneofs()
	for i := range oneofs.Len() {
		o := oneofs.Get(i)
		if o.IsSynthetic() {
			continue
		}
		var moved []string
		for j := range o.Fields().Len() {
			before := old.Fields().ByNumber(o.Fields().Get(j).Number())
			if before != nil && !inOneof(before) {
				moved = append(moved, string(before.Name()))
			}
		}
		if len(moved) > 1 {
			c.in(string(o.Name()), func() { c.add("fields that could be set together became one oneof: %s", strings.Join(moved, ", ")) })
		}
	}
}

// kindGroups are kinds that read each other's bytes.
var kindGroups = [][]protoreflect.Kind{
	{protoreflect.Int32Kind, protoreflect.Uint32Kind, protoreflect.Int64Kind, protoreflect.Uint64Kind, protoreflect.BoolKind, protoreflect.EnumKind},
	{protoreflect.Sint32Kind, protoreflect.Sint64Kind},
	{protoreflect.StringKind, protoreflect.BytesKind},
	{protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind},
	{protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind},
}

func (c *protobufComparison) field(o, n protoreflect.FieldDescriptor) {
	sameGroup := slices.ContainsFunc(kindGroups, func(g []protoreflect.Kind) bool {
		return slices.Contains(g, o.Kind()) && slices.Contains(g, n.Kind())
	})
	switch {
	case o.IsMap() != n.IsMap():
		c.add("the field became %s", fieldTitle(n))
	case o.IsMap():
		c.in("key", func() { c.field(o.MapKey(), n.MapKey()) })
		c.in("value", func() { c.field(o.MapValue(), n.MapValue()) })
	case o.Kind() != n.Kind() && !sameGroup:
		c.add("the type changed from %s to %s", fieldTitle(o), fieldTitle(n))
	case o.Message() != nil && n.Message() != nil && o.Message().FullName() != n.Message().FullName():
		c.add("the type changed from %s to %s", o.Message().FullName(), n.Message().FullName())
	case o.IsList() != n.IsList() && o.Kind() != protoreflect.StringKind && o.Kind() != protoreflect.BytesKind && o.Message() == nil:
		c.add("the field changed from %s to %s", fieldTitle(o), fieldTitle(n))
	}
}

// fieldTitle names the type of a field in messages.
func fieldTitle(f protoreflect.FieldDescriptor) string {
	text := f.Kind().String()
	switch {
	case f.IsMap():
		return "a map"
	case f.Message() != nil:
		text = string(f.Message().FullName())
	case f.Enum() != nil:
		text = string(f.Enum().FullName())
	}
	if f.IsList() {
		text = "repeated " + text
	}
	return text
}
