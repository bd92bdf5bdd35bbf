package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// protobufSchema is a compiled Protobuf schema and the message that values
// are.
type protobufSchema struct {
	source  Source
	file    protoreflect.FileDescriptor
	message protoreflect.MessageDescriptor
	types   *dynamicpb.Types // of the file and what it imports
}

func parseProtobuf(s Source) (Schema, error) {
	file, types, err := compileProtobuf(s)
	if err != nil {
		return nil, err
	}
	p := &protobufSchema{source: s, file: file, types: types}
	if p.message, err = p.choose(s.Message); err != nil {
		return nil, err
	}
	return p, nil
}

// choose finds a message by its name, with or without the package; "" is the
// first one.
func (s *protobufSchema) choose(name string) (protoreflect.MessageDescriptor, error) {
	messages := allMessages(s.file.Messages(), nil, 0)
	var names []string
	for _, m := range messages {
		full := string(m.FullName())
		short := strings.TrimPrefix(full, string(s.file.Package())+".")
		if name == "" || name == full || name == short {
			return m, nil
		}
		names = append(names, short)
	}
	e := &InvalidError{Type: Protobuf, Path: string(s.file.Package()), Message: "there is no message in it"}
	if name != "" {
		e.Message = fmt.Sprintf("there is no message %s in it; there are: %s%s", quoted(name), strings.Join(firstOf(names, 20), ", "), nameHint(name, names))
	}
	return nil, e
}

// allMessages are the messages of a file and those inside them, in order.
func allMessages(of protoreflect.MessageDescriptors, found []protoreflect.MessageDescriptor, depth int) []protoreflect.MessageDescriptor {
	for i := range of.Len() {
		m := of.Get(i)
		if m.IsMapEntry() {
			continue
		}
		found = append(found, m)
		if depth < maxBraces {
			found = allMessages(m.Messages(), found, depth+1)
		}
	}
	return found
}

func (s *protobufSchema) Source() Source { return s.source }

func (s *protobufSchema) Name() string { return string(s.message.FullName()) }

func (s *protobufSchema) Encode(v interp.Value) ([]byte, error) {
	w := &protobufWalk{types: s.types}
	m := w.message(s.message, v)
	if len(w.problems) > 0 {
		return nil, &MismatchError{w.problems}
	}
	data, err := proto.MarshalOptions{Deterministic: true}.MarshalAppend([]byte{}, m.Interface())
	if err != nil {
		return nil, &MismatchError{[]Problem{{"", protobufMessage(err)}}}
	}
	return data, nil
}

func (s *protobufSchema) Validate(v interp.Value) []Problem {
	w := &protobufWalk{types: s.types}
	m := w.message(s.message, v)
	if len(w.problems) == 0 {
		if err := proto.CheckInitialized(m.Interface()); err != nil {
			w.add("%s", protobufMessage(err))
		}
	}
	return w.problems
}

func (s *protobufSchema) Decode(data []byte) (interp.Value, error) {
	m := dynamicpb.NewMessage(s.message)
	options := proto.UnmarshalOptions{RecursionLimit: maxDepth, Resolver: s.types, DiscardUnknown: true}
	if err := options.Unmarshal(data, m); err != nil {
		return interp.Null(), fmt.Errorf("message %s: %s", s.message.FullName(), protobufMessage(err))
	}
	r := protobufReader{types: s.types}
	return r.message(m, 0)
}

// Evolve reads what the receiver wrote by the message of the reader: fields
// are known by their numbers.
func (s *protobufSchema) Evolve(reader Schema) (Decoder, error) {
	r, ok := reader.(*protobufSchema)
	if !ok {
		return nil, fmt.Errorf("data of a Protobuf schema cannot be read by a schema of type %s", reader.Source().Type.title())
	}
	if problems := s.unreadable(r); len(problems) > 0 {
		return nil, &MismatchError{problems}
	}
	return r, nil
}

// protobufMessage is an error of the library without its name in front, whose
// blanks it varies.
func protobufMessage(err error) string {
	text := strings.ReplaceAll(err.Error(), "\u00a0", " ")
	return strings.TrimPrefix(text, "proto: ")
}

// Indexes say which message of its schema values are: the place in the file,
// then the place in the message of that place, and so on. They are nil for
// schemas that have no messages.
func Indexes(s Schema) []int {
	p, ok := s.(*protobufSchema)
	if !ok {
		return nil
	}
	var indexes []int
	for d := protoreflect.Descriptor(p.message); d != nil; d = d.Parent() {
		if _, ok := d.(protoreflect.MessageDescriptor); !ok {
			break
		}
		indexes = append(indexes, d.Index())
	}
	slices.Reverse(indexes)
	return indexes
}

// MessageAt is the schema for the message at a place of the file. Indexes of
// a schema without messages are ignored.
func MessageAt(s Schema, indexes []int) (Schema, error) {
	p, ok := s.(*protobufSchema)
	if !ok || len(indexes) == 0 {
		return s, nil
	}
	at := p.file.Messages()
	var m protoreflect.MessageDescriptor
	for _, i := range indexes {
		if i < 0 || i >= at.Len() {
			return nil, fmt.Errorf("the schema %s has no message at %v", p.file.Path(), indexes)
		}
		m = at.Get(i)
		at = m.Messages()
	}
	if m == p.message {
		return p, nil
	}
	other := *p
	other.message = m
	return &other, nil
}
