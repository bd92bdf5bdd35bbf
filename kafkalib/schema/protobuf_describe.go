package schema

import (
	"github.com/bpl-lang/bpl/interp"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Describe shows the messages and enums of the file. Depth is bounded by the
// compiler.
func (s *protobufSchema) Describe() interp.Value {
	parts := interp.NewList(0)
	parts.Put("syntax", interp.String(s.file.Syntax().String()))
	parts.Put("package", orNull(string(s.file.Package())))
	imports := interp.NewList(0)
	for i := range s.file.Imports().Len() {
		imports.Append(interp.String(s.file.Imports().Get(i).Path()))
	}
	parts.Put("imports", interp.FromList(imports))
	describeTypes(parts, s.file.Messages(), s.file.Enums())
	return describe(s.source, s.Name(), interp.FromList(parts))
}

func describeTypes(l *interp.List, messages protoreflect.MessageDescriptors, enums protoreflect.EnumDescriptors) {
	named := interp.NewList(0)
	for i := range messages.Len() {
		if m := messages.Get(i); !m.IsMapEntry() {
			named.Put(string(m.Name()), describeMessage(m))
		}
	}
	l.Put("messages", interp.FromList(named))
	named = interp.NewList(0)
	for i := range enums.Len() {
		e, values := enums.Get(i), interp.NewList(0)
		for j := range e.Values().Len() {
			v := e.Values().Get(j)
			values.Put(string(v.Name()), interp.Int(int32(v.Number())))
		}
		named.Put(string(e.Name()), interp.FromList(values))
	}
	l.Put("enums", interp.FromList(named))
}

func describeMessage(m protoreflect.MessageDescriptor) interp.Value {
	fields := interp.NewList(0)
	for i := range m.Fields().Len() {
		f := m.Fields().Get(i)
		l := interp.NewList(0)
		l.Put("name", interp.String(string(f.Name())))
		l.Put("number", interp.Int(int32(f.Number())))
		if f.IsMap() {
			l.Put("type", interp.String("map<"+fieldTitle(f.MapKey())+", "+fieldTitle(f.MapValue())+">"))
		} else {
			l.Put("type", interp.String(fieldTitle(f)))
		}
		if inOneof(f) {
			l.Put("oneof", interp.String(string(f.ContainingOneof().Name())))
		}
		fields.Append(interp.FromList(l))
	}
	l := interp.NewList(0)
	l.Put("fields", interp.FromList(fields))
	if m.Messages().Len() > 0 || m.Enums().Len() > 0 {
		describeTypes(l, m.Messages(), m.Enums())
	}
	return interp.FromList(l)
}
