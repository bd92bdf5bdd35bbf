package schema

import (
	"fmt"
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// anyType and anyValue are the elements of an Any: the URL of its type, and
// its value where that is no message whose fields stand in the list itself.
const (
	anyType  = "@type"
	anyValue = "value"
)

// encodeAny takes ("@type" => url field => value …); for well-known types, and
// with the bytes of a type that the schema does not know, ("@type" => url
// "value" => v).
func encodeAny(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	l, ok := v.AsList()
	if !ok || l.Len() > 0 && !l.AllNamed() {
		w.mismatch(v, `a list ("@type" => url field => value …)`)
		return
	}
	if l.Len() == 0 {
		return
	}
	typeValue, _ := l.Get(anyType)
	url, ok := typeValue.AsString()
	if !ok {
		w.add(`"@type" is missing: the URL of the type, such as "type.googleapis.com/package.Message"`)
		return
	}
	data, ok := w.anyBytes(url, l)
	if !ok {
		return
	}
	m.Set(fieldOf(m, "type_url"), protoreflect.ValueOfString(url))
	m.Set(fieldOf(m, "value"), protoreflect.ValueOfBytes(data))
}

func (w *protobufWalk) anyBytes(url string, l *interp.List) ([]byte, bool) {
	before := len(w.problems)
	known, err := w.types.FindMessageByURL(url)
	if err != nil {
		inner, _ := l.Get(anyValue)
		s, ok := inner.AsString()
		if !ok || l.Len() != 2 {
			w.add("the schema does not know the type %s: give its bytes as %q", quoted(url), anyValue)
		}
		return []byte(s), ok && l.Len() == 2
	}
	d := known.Descriptor()
	var inner protoreflect.Message
	if knownMessageOf(d.FullName()).encode != nil {
		x, ok := l.Get(anyValue)
		if !ok {
			w.add("%q is missing: the value of type %s", anyValue, d.FullName())
			return nil, false
		}
		w.in(anyValue, func() { inner = w.message(d, x) })
	} else {
		fields := interp.NewList(0)
		for i := range l.Len() {
			if l.Name(i) != anyType {
				fields.Put(l.Name(i), l.At(i))
			}
		}
		message := dynamicpb.NewMessage(d)
		if w.enter() {
			w.fields(message, fields)
		}
		inner = message
	}
	if len(w.problems) > before || w.over {
		return nil, false
	}
	data, err := proto.MarshalOptions{Deterministic: true}.Marshal(inner.Interface())
	if err != nil {
		w.add("%s", protobufMessage(err))
	}
	return data, err == nil
}

func decodeAny(r protobufReader, m protoreflect.Message, depth int) (interp.Value, error) {
	url, data := m.Get(fieldOf(m, "type_url")).String(), m.Get(fieldOf(m, "value")).Bytes()
	l := interp.NewList(0)
	if url == "" && len(data) == 0 {
		return interp.FromList(l), nil
	}
	l.Put(anyType, interp.String(url))
	known, err := r.types.FindMessageByURL(url)
	if err != nil {
		l.Put(anyValue, interp.Bytes(data))
		return interp.FromList(l), nil
	}
	inner := dynamicpb.NewMessage(known.Descriptor())
	options := proto.UnmarshalOptions{RecursionLimit: maxDepth, Resolver: r.types, DiscardUnknown: true}
	if err := options.Unmarshal(data, inner); err != nil {
		return interp.Null(), fmt.Errorf("the message of an Any of type %s: %s", strings.TrimSpace(url), protobufMessage(err))
	}
	if depth >= maxDepth {
		return interp.Null(), errTooDeep
	}
	if knownMessageOf(known.Descriptor().FullName()).decode != nil {
		v, err := r.message(inner, depth+1)
		l.Put(anyValue, v)
		return interp.FromList(l), err
	}
	return interp.FromList(l), r.fields(l, inner, depth+1)
}
