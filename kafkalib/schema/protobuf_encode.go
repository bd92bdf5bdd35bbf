package schema

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// A protobufWalk turns values of the language into messages, and collects
// where they do not fit.
type protobufWalk struct {
	walk
	types *dynamicpb.Types
}

// message makes a message. It counts only where no problem was added.
func (w *protobufWalk) message(d protoreflect.MessageDescriptor, v interp.Value) protoreflect.Message {
	m := dynamicpb.NewMessage(d)
	if !w.enter() {
		return m
	}
	if known := knownMessageOf(d.FullName()); known.encode != nil {
		known.encode(w, m, v)
		return m
	}
	l, ok := v.AsList()
	if !ok || l.Len() > 0 && !l.AllNamed() {
		w.mismatch(v, "a list with names (message "+string(d.FullName())+")")
		return m
	}
	w.fields(m, l)
	return m
}

func (w *protobufWalk) fields(m protoreflect.Message, l *interp.List) {
	chosen := make(map[protoreflect.Name]string)
	for i := range l.Len() {
		name, v := l.Name(i), l.At(i)
		w.in(name, func() {
			f := w.field(m.Descriptor(), name)
			switch {
			case f == nil:
				w.add("message %s has no such field%s", m.Descriptor().FullName(), nameHint(name, fieldNames(m.Descriptor())))
				return
			case v.IsNull() && !takesNull(f):
				return // not set
			}
			if o := f.ContainingOneof(); o != nil && !o.IsSynthetic() {
				if other, ok := chosen[o.Name()]; ok && other != name {
					w.add("only one field of oneof %s may be set, and %s is", o.Name(), other)
				}
				chosen[o.Name()] = name
			}
			w.set(m, f, v)
		})
	}
}

// field finds a field by its name, by its name in JSON, or an extension by its
// full name in brackets.
func (w *protobufWalk) field(d protoreflect.MessageDescriptor, name string) protoreflect.FieldDescriptor {
	if f := d.Fields().ByName(protoreflect.Name(name)); f != nil {
		return f
	}
	if f := d.Fields().ByJSONName(name); f != nil {
		return f
	}
	if strings.HasPrefix(name, "[") && strings.HasSuffix(name, "]") {
		x, err := w.types.FindExtensionByName(protoreflect.FullName(name[1 : len(name)-1]))
		if err == nil && x.TypeDescriptor().ContainingMessage().FullName() == d.FullName() {
			return x.TypeDescriptor()
		}
	}
	return nil
}

func fieldNames(d protoreflect.MessageDescriptor) []string {
	names := make([]string, d.Fields().Len())
	for i := range names {
		names[i] = string(d.Fields().Get(i).Name())
	}
	return names
}

// takesNull reports whether null is a value of the field, and does not mean
// that it is not set.
func takesNull(f protoreflect.FieldDescriptor) bool {
	return !f.IsList() && !f.IsMap() && (f.Message() != nil && f.Message().FullName() == "google.protobuf.Value" ||
		f.Enum() != nil && f.Enum().FullName() == "google.protobuf.NullValue")
}

func (w *protobufWalk) set(m protoreflect.Message, f protoreflect.FieldDescriptor, v interp.Value) {
	l, isList := v.AsList()
	switch {
	case f.IsMap():
		if !isList || l.Len() > 0 && !l.AllNamed() {
			w.mismatch(v, "a list with names (map)")
			return
		}
		entries := m.Mutable(f).Map()
		for i := range l.Len() {
			w.in(l.Name(i), func() {
				key, ok := mapKey(f.MapKey(), l.Name(i))
				if !ok {
					w.add("the name is no %s, of which the keys of the map are", f.MapKey().Kind())
					return
				}
				if item, ok := w.value(f.MapValue(), l.At(i)); ok {
					entries.Set(key, item)
				}
			})
		}
	case f.IsList():
		if !isList || hasNames(l) {
			w.mismatch(v, "a list without names (repeated "+f.Kind().String()+")")
			return
		}
		items := m.Mutable(f).List()
		for i := range l.Len() {
			w.index(i, func() {
				if item, ok := w.value(f, l.At(i)); ok {
					items.Append(item)
				}
			})
		}
	default:
		if item, ok := w.value(f, v); ok {
			m.Set(f, item)
		}
	}
}

// mapKey reads the text of a key.
func mapKey(f protoreflect.FieldDescriptor, text string) (protoreflect.MapKey, bool) {
	switch f.Kind() {
	case protoreflect.StringKind:
		return protoreflect.ValueOfString(text).MapKey(), utf8.ValidString(text)
	case protoreflect.BoolKind:
		return protoreflect.ValueOfBool(text == "true").MapKey(), text == "true" || text == "false"
	}
	if isUnsigned(f.Kind()) {
		n, err := strconv.ParseUint(text, 10, bitsOf(f.Kind()))
		if bitsOf(f.Kind()) == 32 {
			return protoreflect.ValueOfUint32(uint32(n)).MapKey(), err == nil
		}
		return protoreflect.ValueOfUint64(n).MapKey(), err == nil
	}
	n, err := strconv.ParseInt(text, 10, bitsOf(f.Kind()))
	if bitsOf(f.Kind()) == 32 {
		return protoreflect.ValueOfInt32(int32(n)).MapKey(), err == nil
	}
	return protoreflect.ValueOfInt64(n).MapKey(), err == nil
}

func isUnsigned(k protoreflect.Kind) bool {
	switch k {
	case protoreflect.Uint32Kind, protoreflect.Uint64Kind, protoreflect.Fixed32Kind, protoreflect.Fixed64Kind:
		return true
	}
	return false
}

func bitsOf(k protoreflect.Kind) int {
	switch k {
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind, protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		return 32
	}
	return 64
}

// value converts one element; ok is false where it added a problem.
func (w *protobufWalk) value(f protoreflect.FieldDescriptor, v interp.Value) (out protoreflect.Value, ok bool) {
	before := len(w.problems)
	switch k := f.Kind(); k {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		out = protoreflect.ValueOfMessage(w.message(f.Message(), v))
	case protoreflect.BoolKind:
		b, isBool := v.AsBool()
		if !isBool {
			w.mismatch(v, "true or false")
		}
		out = protoreflect.ValueOfBool(b)
	case protoreflect.StringKind:
		s, isText := v.AsString()
		if !isText {
			w.mismatch(v, "a string")
		} else if !utf8.ValidString(s) {
			w.add("got %s, which is not UTF-8, expected a string of characters; bytes are for the type bytes", quoted(s))
		}
		out = protoreflect.ValueOfString(s)
	case protoreflect.BytesKind:
		out = protoreflect.ValueOfBytes([]byte(w.bytes(v)))
	case protoreflect.EnumKind:
		out = w.enum(f.Enum(), v)
	case protoreflect.DoubleKind, protoreflect.FloatKind:
		out = w.float(k, v)
	default:
		out = w.integer(k, v)
	}
	return out, len(w.problems) == before && !w.over
}

func (w *protobufWalk) enum(d protoreflect.EnumDescriptor, v interp.Value) protoreflect.Value {
	if d.FullName() == "google.protobuf.NullValue" && v.IsNull() {
		return protoreflect.ValueOfEnum(0)
	}
	if s, ok := v.AsString(); ok {
		if known := d.Values().ByName(protoreflect.Name(s)); known != nil {
			return protoreflect.ValueOfEnum(known.Number())
		}
	}
	if n, ok := v.AsInt(); ok && int64(int32(n)) == n && (!d.IsClosed() || d.Values().ByNumber(protoreflect.EnumNumber(n)) != nil) {
		return protoreflect.ValueOfEnum(protoreflect.EnumNumber(n))
	}
	names := make([]string, d.Values().Len())
	for i := range names {
		names[i] = string(d.Values().Get(i).Name())
	}
	s, _ := v.AsString()
	w.add("got %s, expected a value of enum %s: %s%s", shown(v), d.FullName(), strings.Join(firstOf(names, 20), ", "), nameHint(s, names))
	return protoreflect.ValueOfEnum(0)
}

func (w *protobufWalk) float(k protoreflect.Kind, v interp.Value) protoreflect.Value {
	f, ok := v.AsDouble()
	i, isWhole := v.AsInt()
	switch {
	case !ok:
		w.mismatch(v, "a number ("+k.String()+")")
	case isWhole && !v.IsDouble() && !exactDouble(i):
		w.mismatch(v, "a number that a "+k.String()+" holds exactly")
	case k == protoreflect.FloatKind && math.IsInf(float64(float32(f)), 0) && !math.IsInf(f, 0):
		w.mismatch(v, "a number of 32 bits (float)")
	}
	if k == protoreflect.FloatKind {
		return protoreflect.ValueOfFloat32(float32(f))
	}
	return protoreflect.ValueOfFloat64(f)
}

// integer takes a whole number, or its digits as text: a uint64 may be larger
// than any number of the language.
func (w *protobufWalk) integer(k protoreflect.Kind, v interp.Value) protoreflect.Value {
	text, isText := v.AsString()
	if n, ok := v.AsInt(); ok && !isText {
		text, isText = strconv.FormatInt(n, 10), true
	}
	if !isText {
		w.mismatch(v, "a whole number ("+k.String()+")")
		return protoreflect.ValueOfInt64(0)
	}
	var err error
	var signed int64
	var unsigned uint64
	if isUnsigned(k) {
		unsigned, err = strconv.ParseUint(text, 10, bitsOf(k))
	} else {
		signed, err = strconv.ParseInt(text, 10, bitsOf(k))
	}
	if err != nil {
		w.mismatch(v, "a whole number ("+k.String()+")")
	}
	switch {
	case isUnsigned(k) && bitsOf(k) == 32:
		return protoreflect.ValueOfUint32(uint32(unsigned))
	case isUnsigned(k):
		return protoreflect.ValueOfUint64(unsigned)
	case bitsOf(k) == 32:
		return protoreflect.ValueOfInt32(int32(signed))
	}
	return protoreflect.ValueOfInt64(signed)
}
