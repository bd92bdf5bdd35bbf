package schema

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// A knownMessage converts a well-known type as its own JSON form has it.
type knownMessage struct {
	encode func(w *protobufWalk, m protoreflect.Message, v interp.Value)
	decode func(r protobufReader, m protoreflect.Message, depth int) (interp.Value, error)
}

// knownMessageOf returns the conversion of a type; a type without one has nil
// functions.
func knownMessageOf(name protoreflect.FullName) knownMessage {
	if !strings.HasPrefix(string(name), "google.protobuf.") {
		return knownMessage{}
	}
	switch name[len("google.protobuf."):] {
	case "Timestamp":
		return knownMessage{encodeTimestamp, decodeTimestamp}
	case "Duration":
		return knownMessage{encodeDuration, decodeDuration}
	case "FieldMask":
		return knownMessage{encodeFieldMask, decodeFieldMask}
	case "Struct":
		return knownMessage{encodeStruct, decodeStruct}
	case "ListValue":
		return knownMessage{encodeListValue, decodeListValue}
	case "Value":
		return knownMessage{encodeAnyValue, decodeAnyValue}
	case "Any":
		return knownMessage{encodeAny, decodeAny}
	case "BoolValue", "BytesValue", "DoubleValue", "FloatValue", "Int32Value", "Int64Value", "StringValue", "UInt32Value", "UInt64Value":
		return knownMessage{encodeWrapper, decodeWrapper}
	}
	return knownMessage{}
}

func fieldOf(m protoreflect.Message, name protoreflect.Name) protoreflect.FieldDescriptor {
	return m.Descriptor().Fields().ByName(name)
}

// Bounds of a Timestamp, in seconds: the years 1 to 9999.
const (
	minTimestamp = -62_135_596_800
	maxTimestamp = 253_402_300_799
)

// encodeTimestamp takes RFC 3339 text, or ms since 1970.
func encodeTimestamp(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	var t time.Time
	if s, ok := v.AsString(); ok {
		var err error
		if t, err = time.Parse(time.RFC3339, s); err != nil {
			w.mismatch(v, `a time as text, such as "2001-09-09T01:46:40Z", or ms since 1970`)
			return
		}
	} else if n, ok := v.AsInt(); ok {
		t = time.UnixMilli(n)
	} else {
		w.mismatch(v, `a time as text, such as "2001-09-09T01:46:40Z", or ms since 1970`)
		return
	}
	if t.Unix() < minTimestamp || t.Unix() > maxTimestamp {
		w.add("got %s, expected a time of the years 1 to 9999", shown(v))
		return
	}
	setSeconds(m, t.Unix(), int32(t.Nanosecond()))
}

func setSeconds(m protoreflect.Message, seconds int64, nanos int32) {
	m.Set(fieldOf(m, "seconds"), protoreflect.ValueOfInt64(seconds))
	m.Set(fieldOf(m, "nanos"), protoreflect.ValueOfInt32(nanos))
}

func decodeTimestamp(_ protobufReader, m protoreflect.Message, _ int) (interp.Value, error) {
	seconds, nanos := m.Get(fieldOf(m, "seconds")).Int(), m.Get(fieldOf(m, "nanos")).Int()
	if seconds < minTimestamp || seconds > maxTimestamp || nanos < 0 || nanos >= 1e9 {
		return interp.Null(), fmt.Errorf("a Timestamp of %d s and %d ns, which is none of the years 1 to 9999", seconds, nanos)
	}
	return interp.String(time.Unix(seconds, nanos).UTC().Format(time.RFC3339Nano)), nil
}

// maxDuration is the longest Duration, in seconds.
const maxDuration = 315_576_000_000

// encodeDuration takes seconds as text with an s behind, or ms.
func encodeDuration(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	const expected = `a duration as text, such as "1.5s", or ms`
	if n, ok := v.AsInt(); ok {
		if n/1000 > maxDuration || n/1000 < -maxDuration {
			w.mismatch(v, "at most 10,000 years")
			return
		}
		setSeconds(m, n/1000, int32(n%1000)*1e6)
		return
	}
	s, isText := v.AsString()
	digits, found := strings.CutSuffix(s, "s")
	n, err := unscaledDecimal(digits, 9)
	if !isText || !found || err != nil || strings.ContainsAny(s, "eE") {
		w.mismatch(v, expected)
		return
	}
	if !n.IsInt64() && len(n.String()) > 22 {
		w.mismatch(v, "at most 10,000 years")
		return
	}
	seconds, nanos := n.QuoRem(n, power10(9), power10(0))
	if !seconds.IsInt64() || seconds.Int64() > maxDuration || seconds.Int64() < -maxDuration {
		w.mismatch(v, "at most 10,000 years")
		return
	}
	setSeconds(m, seconds.Int64(), int32(nanos.Int64()))
}

func decodeDuration(_ protobufReader, m protoreflect.Message, _ int) (interp.Value, error) {
	seconds, nanos := m.Get(fieldOf(m, "seconds")).Int(), m.Get(fieldOf(m, "nanos")).Int()
	if seconds > maxDuration || seconds < -maxDuration || nanos >= 1e9 || nanos <= -1e9 || seconds > 0 && nanos < 0 || seconds < 0 && nanos > 0 {
		return interp.Null(), fmt.Errorf("a Duration of %d s and %d ns, which is none", seconds, nanos)
	}
	sign := ""
	if seconds < 0 || nanos < 0 {
		sign, seconds, nanos = "-", -seconds, -nanos
	}
	text := fmt.Sprintf("%s%d", sign, seconds)
	if nanos != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%09d", nanos), "0")
	}
	return interp.String(text + "s"), nil
}

// encodeFieldMask takes paths with commas between them.
func encodeFieldMask(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	s, ok := v.AsString()
	if !ok {
		w.mismatch(v, "paths with commas between them")
		return
	}
	paths := m.Mutable(fieldOf(m, "paths")).List()
	for path := range strings.SplitSeq(s, ",") {
		if path = strings.TrimSpace(path); path != "" {
			paths.Append(protoreflect.ValueOfString(path))
		}
	}
}

func decodeFieldMask(_ protobufReader, m protoreflect.Message, _ int) (interp.Value, error) {
	paths := m.Get(fieldOf(m, "paths")).List()
	texts := make([]string, paths.Len())
	for i := range texts {
		texts[i] = paths.Get(i).String()
	}
	return interp.String(strings.Join(texts, ",")), nil
}

// encodeWrapper takes the value that is wrapped.
func encodeWrapper(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	f := fieldOf(m, "value")
	if x, ok := w.value(f, v); ok {
		m.Set(f, x)
	}
}

func decodeWrapper(r protobufReader, m protoreflect.Message, depth int) (interp.Value, error) {
	f := fieldOf(m, "value")
	return r.value(f, m.Get(f), depth)
}

// encodeStruct takes a list with names.
func encodeStruct(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	l, ok := v.AsList()
	if !ok || l.Len() > 0 && !l.AllNamed() {
		w.mismatch(v, "a list with names (google.protobuf.Struct)")
		return
	}
	w.set(m, fieldOf(m, "fields"), v)
}

func decodeStruct(r protobufReader, m protoreflect.Message, depth int) (interp.Value, error) {
	f := fieldOf(m, "fields")
	return r.field(f, m.Get(f), depth)
}

func encodeListValue(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	w.set(m, fieldOf(m, "values"), v)
}

func decodeListValue(r protobufReader, m protoreflect.Message, depth int) (interp.Value, error) {
	f := fieldOf(m, "values")
	return r.field(f, m.Get(f), depth)
}

// encodeAnyValue takes what JSON has. The empty list is an array.
func encodeAnyValue(w *protobufWalk, m protoreflect.Message, v interp.Value) {
	set := func(name protoreflect.Name, x protoreflect.Value) { m.Set(fieldOf(m, name), x) }
	switch v.Kind() {
	case interp.KindNull:
		set("null_value", protoreflect.ValueOfEnum(0))
	case interp.KindBool:
		b, _ := v.AsBool()
		set("bool_value", protoreflect.ValueOfBool(b))
	case interp.KindInt, interp.KindLong, interp.KindDouble:
		f, _ := v.AsDouble()
		if i, whole := v.AsInt(); whole && !v.IsDouble() && !exactDouble(i) || math.IsNaN(f) || math.IsInf(f, 0) {
			w.mismatch(v, "a finite number that a double holds exactly")
		}
		set("number_value", protoreflect.ValueOfFloat64(f))
	case interp.KindString:
		if x, ok := w.value(fieldOf(m, "string_value"), v); ok {
			set("string_value", x)
		}
	case interp.KindList:
		l, _ := v.AsList()
		name := protoreflect.Name("list_value")
		if l.Len() > 0 && l.AllNamed() {
			name = "struct_value"
		}
		if x, ok := w.value(fieldOf(m, name), v); ok {
			set(name, x)
		}
	default:
		w.mismatch(v, "a value that JSON has")
	}
}

func decodeAnyValue(r protobufReader, m protoreflect.Message, depth int) (interp.Value, error) {
	f := m.WhichOneof(m.Descriptor().Oneofs().ByName("kind"))
	if f == nil {
		return interp.Null(), nil
	}
	return r.value(f, m.Get(f), depth)
}
