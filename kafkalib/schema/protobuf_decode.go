package schema

import (
	"errors"
	"slices"
	"strconv"

	"github.com/bpl-lang/bpl/interp"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/types/dynamicpb"
)

// A protobufReader turns messages into values of the language.
type protobufReader struct{ types *dynamicpb.Types }

var errTooDeep = errors.New("messages are nested too deeply")

// message is the list of a message: all fields that have no presence, and of
// the others those that are set, in the order of their declaration.
func (r protobufReader) message(m protoreflect.Message, depth int) (interp.Value, error) {
	if depth > maxDepth {
		return interp.Null(), errTooDeep
	}
	if known := knownMessageOf(m.Descriptor().FullName()); known.decode != nil {
		return known.decode(r, m, depth)
	}
	l := interp.NewList(0)
	return interp.FromList(l), r.fields(l, m, depth)
}

func (r protobufReader) fields(l *interp.List, m protoreflect.Message, depth int) error {
	fields := m.Descriptor().Fields()
	for i := range fields.Len() {
		f := fields.Get(i)
		if f.HasPresence() && !m.Has(f) {
			continue
		}
		v, err := r.field(f, m.Get(f), depth)
		if err != nil {
			return err
		}
		l.Put(string(f.Name()), v)
	}
	return r.extensions(l, m, depth)
}

// extensions are those that are set, in the order of their numbers.
func (r protobufReader) extensions(l *interp.List, m protoreflect.Message, depth int) error {
	var set []protoreflect.FieldDescriptor
	m.Range(func(f protoreflect.FieldDescriptor, _ protoreflect.Value) bool {
		if f.IsExtension() {
			set = append(set, f)
		}
		return true
	})
	slices.SortFunc(set, func(a, b protoreflect.FieldDescriptor) int { return int(a.Number()) - int(b.Number()) })
	for _, f := range set {
		v, err := r.field(f, m.Get(f), depth)
		if err != nil {
			return err
		}
		l.Put("["+string(f.FullName())+"]", v)
	}
	return nil
}

func (r protobufReader) field(f protoreflect.FieldDescriptor, x protoreflect.Value, depth int) (interp.Value, error) {
	switch {
	case f.IsMap():
		return r.mapping(f, x.Map(), depth)
	case f.IsList():
		items := x.List()
		l := interp.NewList(items.Len())
		for i := range items.Len() {
			v, err := r.value(f, items.Get(i), depth)
			if err != nil {
				return v, err
			}
			l.SetAt(i, v)
		}
		return interp.FromList(l), nil
	}
	return r.value(f, x, depth)
}

// mapping is a list whose names are the keys, in their order.
func (r protobufReader) mapping(f protoreflect.FieldDescriptor, entries protoreflect.Map, depth int) (interp.Value, error) {
	keys := make([]protoreflect.MapKey, 0, entries.Len())
	entries.Range(func(k protoreflect.MapKey, _ protoreflect.Value) bool {
		keys = append(keys, k)
		return true
	})
	slices.SortFunc(keys, compareKeys)
	l := interp.NewList(0)
	for _, k := range keys {
		v, err := r.value(f.MapValue(), entries.Get(k), depth)
		if err != nil {
			return v, err
		}
		l.Put(k.String(), v)
	}
	return interp.FromList(l), nil
}

func compareKeys(a, b protoreflect.MapKey) int {
	less := false
	switch a.Interface().(type) {
	case string:
		less = a.String() < b.String()
	case bool:
		less = !a.Bool() && b.Bool()
	case int32, int64:
		less = a.Int() < b.Int()
	default:
		less = a.Uint() < b.Uint()
	}
	if less {
		return -1
	}
	return 1 // keys of a map differ
}

func (r protobufReader) value(f protoreflect.FieldDescriptor, x protoreflect.Value, depth int) (interp.Value, error) {
	switch f.Kind() {
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return r.message(x.Message(), depth+1)
	case protoreflect.BoolKind:
		return interp.Bool(x.Bool()), nil
	case protoreflect.StringKind:
		return interp.String(x.String()), nil
	case protoreflect.BytesKind:
		return interp.Bytes(x.Bytes()), nil
	case protoreflect.EnumKind:
		if f.Enum().FullName() == "google.protobuf.NullValue" {
			return interp.Null(), nil
		}
		if known := f.Enum().Values().ByNumber(x.Enum()); known != nil {
			return interp.String(string(known.Name())), nil
		}
		return interp.Int(int32(x.Enum())), nil
	case protoreflect.DoubleKind, protoreflect.FloatKind:
		return interp.Double(x.Float()), nil
	}
	return integerValue(f.Kind(), x), nil
}

// integerValue is an integer for what has 32 bits, a long for what has 64; a
// uint32 beyond the integers is a long, a uint64 beyond the longs the text of
// its digits.
func integerValue(k protoreflect.Kind, x protoreflect.Value) interp.Value {
	if isUnsigned(k) {
		n := x.Uint()
		switch {
		case n > 1<<63-1:
			return interp.String(strconv.FormatUint(n, 10))
		case bitsOf(k) == 32:
			return wholeValue(int64(n))
		}
		return interp.Long(int64(n))
	}
	if bitsOf(k) == 32 {
		return interp.Int(int32(x.Int()))
	}
	return interp.Long(x.Int())
}
