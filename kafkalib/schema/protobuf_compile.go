package schema

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/bufbuild/protocompile"
	"github.com/bufbuild/protocompile/linker"
	"github.com/bufbuild/protocompile/reporter"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// mainFile is the name of the schema itself where it is compiled from text.
const mainFile = "schema.proto"

// compileProtobuf compiles a text or a descriptor set. Well-known imports
// (google/protobuf/…) need no reference.
func compileProtobuf(s Source) (protoreflect.FileDescriptor, *dynamicpb.Types, error) {
	if data, ok := descriptorBytes(s.Text); ok {
		return fromDescriptors(data)
	}
	texts := map[string]string{mainFile: s.Text}
	for _, r := range s.References {
		if data, ok := descriptorBytes(r.Text); ok {
			return nil, nil, &InvalidError{Type: Protobuf, Reference: r.Name, Message: fmt.Sprintf("got %d bytes of a descriptor, expected the text of a .proto file", len(data))}
		}
		texts[r.Name] = r.Text
	}
	for name, text := range texts {
		if offset, ok := tooManyBraces(text); ok {
			line, column := lineColumn(text, offset)
			return nil, nil, &InvalidError{Type: Protobuf, Reference: referenceOf(name), Line: line, Column: column, Message: fmt.Sprintf("nested more than %d levels deep", maxBraces)}
		}
	}
	var first error
	compiler := protocompile.Compiler{
		MaxParallelism: 1,
		Resolver: protocompile.WithStandardImports(&protocompile.SourceResolver{Accessor: func(path string) (io.ReadCloser, error) {
			if text, ok := texts[path]; ok {
				return io.NopCloser(strings.NewReader(text)), nil
			}
			return nil, protoregistry.NotFound
		}}),
		Reporter: reporter.NewReporter(func(e reporter.ErrorWithPos) error {
			at := e.GetPosition()
			first = &InvalidError{
				Type: Protobuf, Reference: referenceOf(at.Filename), Line: at.Line, Column: at.Col,
				Path: enclosingElement(texts[at.Filename], at.Offset), Message: e.Unwrap().Error(),
			}
			return first
		}, nil),
	}
	files, err := compiler.Compile(context.Background(), mainFile)
	if first != nil {
		return nil, nil, first
	}
	if err != nil {
		return nil, nil, importError(s.Text, err)
	}
	file := files[0]
	known := new(protoregistry.Files)
	register(known, file)
	return file, dynamicpb.NewTypes(known), nil
}

func referenceOf(file string) string {
	if file == mainFile {
		return ""
	}
	return file
}

// importError is about an import that is nowhere.
func importError(text string, err error) error {
	e := &InvalidError{Type: Protobuf, Line: 1, Message: err.Error()}
	if missing, ok := errors.AsType[protocompile.PanicError](err); ok {
		e.Message = fmt.Sprintf("the compiler failed: %v", missing.Value)
	}
	if at := strings.Index(text, "import"); at >= 0 {
		e.Line, e.Column = lineColumn(text, at)
	}
	return e
}

// register enters a file and what it imports.
func register(known *protoregistry.Files, file protoreflect.FileDescriptor) {
	if _, err := known.FindFileByPath(file.Path()); err == nil {
		return
	}
	imports := file.Imports()
	for i := range imports.Len() {
		register(known, imports.Get(i).FileDescriptor)
	}
	if f, ok := file.(linker.File); ok {
		_ = known.RegisterFile(f) // the compiler has refused what would clash
		return
	}
	_ = known.RegisterFile(file)
}

var base64Text = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9+/]{8,}={0,2}$`) })

// descriptorBytes tells bytes of descriptors, also in base64, from text.
func descriptorBytes(text string) ([]byte, bool) {
	if base64Text().MatchString(strings.TrimSpace(text)) {
		if data, err := base64.StdEncoding.DecodeString(strings.TrimSpace(text)); err == nil {
			return data, true
		}
	}
	control := func(r rune) bool { return r < ' ' && !strings.ContainsRune("\t\n\r\f\v", r) }
	if !utf8.ValidString(text) || strings.ContainsFunc(text, control) {
		return []byte(text), true
	}
	return nil, false
}

// fromDescriptors takes a FileDescriptorSet, whose last file is the schema, or
// one FileDescriptorProto.
func fromDescriptors(data []byte) (protoreflect.FileDescriptor, *dynamicpb.Types, error) {
	fail := func(err error) (protoreflect.FileDescriptor, *dynamicpb.Types, error) {
		return nil, nil, &InvalidError{Type: Protobuf, Message: "the descriptor set: " + protobufMessage(err)}
	}
	options := proto.UnmarshalOptions{RecursionLimit: maxDepth}
	set := new(descriptorpb.FileDescriptorSet)
	one := new(descriptorpb.FileDescriptorProto)
	if err := options.Unmarshal(data, one); err == nil && isFileName(one.GetName()) {
		set.File = []*descriptorpb.FileDescriptorProto{one}
	} else if err := options.Unmarshal(data, set); err != nil {
		return fail(err)
	}
	if len(set.File) == 0 {
		return fail(errors.New("there is no file in it"))
	}
	addWellKnown(set)
	known, err := protodesc.NewFiles(set)
	if err != nil {
		return fail(err)
	}
	file, err := known.FindFileByPath(set.File[len(set.File)-1].GetName())
	if err != nil {
		return fail(err)
	}
	return file, dynamicpb.NewTypes(known), nil
}

func isFileName(s string) bool {
	return s != "" && utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' })
}

// addWellKnown adds the well-known files that a set imports and lacks.
func addWellKnown(set *descriptorpb.FileDescriptorSet) {
	have := make(map[string]bool)
	for _, f := range set.File {
		have[f.GetName()] = true
	}
	for i := 0; i < len(set.File); i++ {
		for _, name := range set.File[i].GetDependency() {
			if have[name] {
				continue
			}
			if found, err := protoregistry.GlobalFiles.FindFileByPath(name); err == nil && strings.HasPrefix(name, "google/protobuf/") {
				have[name] = true
				set.File = append([]*descriptorpb.FileDescriptorProto{protodesc.ToFileDescriptorProto(found)}, set.File...)
				i++
			}
		}
	}
}
