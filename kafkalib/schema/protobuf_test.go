package schema

import (
	"encoding/base64"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/types/descriptorpb"
)

const everyKind = `syntax = "proto3";
package test;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";
message All {
  bool b = 1; int32 i32 = 2; int64 i64 = 3; uint32 u32 = 4; uint64 u64 = 5;
  sint32 s32 = 6; sint64 s64 = 7; fixed32 f32 = 8; fixed64 f64 = 9; sfixed32 sf32 = 10; sfixed64 sf64 = 11;
  float f = 12; double d = 13; string s = 14; bytes by = 15; Color color = 16;
}
enum Color { RED = 0; BLUE = 1; }
message Parts {
  repeated int32 list = 1;
  map<string, int32> names = 2;
  map<int64, Leaf> numbers = 3;
  map<bool, string> flags = 4;
  oneof choice { string text = 5; Leaf leaf = 6; }
  optional int32 maybe = 7;
  Parts inner = 8;
  message Leaf { int32 snake_case = 1; }
}
message Known {
  google.protobuf.Timestamp time = 1; google.protobuf.Duration span = 2; google.protobuf.Struct struct = 3;
  google.protobuf.Value value = 4; google.protobuf.ListValue list = 5; google.protobuf.Int64Value number = 6;
  google.protobuf.StringValue text = 7; google.protobuf.FieldMask mask = 8; google.protobuf.Any any = 9; google.protobuf.Empty empty = 10;
  google.protobuf.NullValue none = 11; google.protobuf.BytesValue raw = 12; google.protobuf.UInt64Value big = 13;
}
`

func message(t testing.TB, text, name string) Schema {
	t.Helper()
	s, err := Parse(Source{Type: Protobuf, Text: text, Message: name})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestProtobufScalars(t *testing.T) {
	zero := func(name, value string) string { // all fields without presence are shown
		var b strings.Builder
		for i, f := range strings.Fields(`b=false i32=0 i64=0 u32=0 u64=0 s32=0 s64=0 f32=0 f64=0 sf32=0 sf64=0 f=0 d=0 s="" by="" color="RED"`) {
			k, v, _ := strings.Cut(f, "=")
			if k == name {
				v = value
			}
			if i > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(`"` + k + `" => ` + v)
		}
		return "(" + b.String() + ")"
	}
	tests := []struct{ name, value, want string }{
		{"b", "true", "true"},
		{"i32", "-2147483648", "-2147483648"},
		{"i64", "9223372036854775807", "9223372036854775807"},
		{"i64", `"-9223372036854775808"`, "-9223372036854775808"},
		{"u32", "4294967295", "4294967295"},
		{"u64", `"18446744073709551615"`, `"18446744073709551615"`},
		{"u64", `9223372036854775807`, `9223372036854775807`},
		{"s32", "-1", "-1"},
		{"s64", "-1", "-1"},
		{"f32", "4294967295", "4294967295"},
		{"f64", `"18446744073709551615"`, `"18446744073709551615"`},
		{"sf32", "-5", "-5"},
		{"sf64", "-5", "-5"},
		{"f", "0.5", "0.5"},
		{"f", "Infinity", "Infinity"},
		{"d", "NaN", "NaN"},
		{"d", "-Infinity", "-Infinity"},
		{"s", `"日本"`, `"日本"`},
		{"by", "\"\xff\xfe\"", "\"\xff\xfe\""},
		{"color", `"BLUE"`, `"BLUE"`},
		{"color", `1`, `"BLUE"`},
		{"color", `77`, `77`},
		{"i32", `null`, `0`},
	}
	s := message(t, everyKind, "All")
	for _, tt := range tests {
		t.Run(tt.name+" "+tt.value, func(t *testing.T) {
			roundTrip(t, s, `("`+tt.name+`" => `+tt.value+`)`, zero(tt.name, tt.want))
		})
	}
}

func TestProtobufParts(t *testing.T) {
	const rest = `"list" => () "names" => () "numbers" => () "flags" => ()`
	tests := []struct{ value, want string }{
		{`()`, `(` + rest + `)`},
		{`("list" => (1 2) "names" => ("b" => 1 "a" => 2))`, `("list" => (1 2) "names" => ("a" => 2 "b" => 1) "numbers" => () "flags" => ())`},
		{`("numbers" => ("10" => ("snake_case" => 1) "9" => ("snakeCase" => 2)) "flags" => ("true" => "x"))`,
			`("list" => () "names" => () "numbers" => ("9" => ("snake_case" => 2) "10" => ("snake_case" => 1)) "flags" => ("true" => "x"))`},
		{`("text" => "")`, `(` + rest + ` "text" => "")`},
		{`("leaf" => ("snake_case" => 5) "maybe" => 0)`, `(` + rest + ` "leaf" => ("snake_case" => 5) "maybe" => 0)`},
		{`("inner" => ("maybe" => 1))`, `(` + rest + ` "inner" => (` + rest + ` "maybe" => 1))`},
	}
	s := message(t, everyKind, "Parts")
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) { roundTrip(t, s, tt.value, tt.want) })
	}
	roundTrip(t, message(t, everyKind, "test.Parts.Leaf"), `("snake_case" => 3)`, `("snake_case" => 3)`)
}

func TestProtobufWellKnown(t *testing.T) {
	tests := []struct{ value, want string }{
		{`("time" => "2001-09-09T03:46:40.5+02:00")`, `"time" => "2001-09-09T01:46:40.5Z"`},
		{`("time" => 1000000000007)`, `"time" => "2001-09-09T01:46:40.007Z"`},
		{`("span" => "-1.5s")`, `"span" => "-1.5s"`},
		{`("span" => 1500)`, `"span" => "1.5s"`},
		{`("span" => "0.000000001s")`, `"span" => "0.000000001s"`},
		{`("struct" => ("a" => 1 "b" => ("c" => (1 "x" null true))))`, `"struct" => ("a" => 1 "b" => ("c" => (1 "x" null true)))`},
		{`("value" => null)`, `"value" => null`},
		{`("value" => (1 2))`, `"value" => (1 2)`},
		{`("list" => ("x" ()))`, `"list" => ("x" ())`},
		{`("number" => 0 "text" => "t" "raw" => "r" "big" => "18446744073709551615")`, `"number" => 0 "text" => "t" "raw" => "r" "big" => "18446744073709551615"`},
		{`("mask" => "a.b,c")`, `"mask" => "a.b,c"`},
		{`("empty" => ())`, `"empty" => ()`},
		{`("any" => ("@type" => "type.googleapis.com/test.Parts.Leaf" "snake_case" => 4))`, `"any" => ("@type" => "type.googleapis.com/test.Parts.Leaf" "snake_case" => 4)`},
		{`("any" => ("@type" => "type.googleapis.com/google.protobuf.Duration" "value" => "2s"))`, `"any" => ("@type" => "type.googleapis.com/google.protobuf.Duration" "value" => "2s")`},
		{`("any" => ("@type" => "x/unknown.Type" "value" => "bytes"))`, `"any" => ("@type" => "x/unknown.Type" "value" => "bytes")`},
	}
	s := message(t, everyKind, "Known")
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			v := script(t, tt.value)
			data, err := s.Encode(v)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Decode(data)
			if err != nil {
				t.Fatal(err)
			}
			l, _ := got.AsList()
			if i := l.Find("none"); i >= 0 {
				l.Remove(i)
			}
			if want := "(" + tt.want + ")"; got.String() != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
		})
	}
}

func TestProtobufMismatches(t *testing.T) {
	tests := []struct{ message, value, path, message2 string }{
		{"All", `("i32" => 2147483648)`, "/i32", "whole number (int32)"},
		{"All", `("u32" => -1)`, "/u32", "whole number (uint32)"},
		{"All", `("u64" => "18446744073709551616")`, "/u64", "whole number (uint64)"},
		{"All", `("color" => "BLEU")`, "/color", `did you mean "BLUE"?`},
		{"All", "(\"s\" => \"\xff\")", "/s", "not UTF-8"},
		{"All", `("bb" => true)`, "/bb", "no such field"},
		{"All", `(1)`, "", "list with names"},
		{"Parts", `("list" => (1 "x"))`, "/list/1", `got "x"`},
		{"Parts", `("numbers" => ("x" => ()))`, "/numbers/x", "int64"},
		{"Parts", `("text" => "a" "leaf" => ())`, "/leaf", "only one field of oneof choice"},
		{"Parts", `("inner" => ("inner" => ("maybe" => "z")))`, "/inner/inner/maybe", `got "z"`},
		{"Known", `("time" => "yesterday")`, "/time", "2001-09-09T01:46:40Z"},
		{"Known", `("span" => "1.5")`, "/span", `"1.5s"`},
		{"Known", `("any" => ("@type" => "x/unknown.Type" "a" => 1))`, "/any", "does not know the type"},
	}
	for _, tt := range tests {
		t.Run(tt.value, func(t *testing.T) {
			problems := message(t, everyKind, tt.message).Validate(script(t, tt.value))
			if len(problems) != 1 || problems[0].Path != tt.path || !strings.Contains(problems[0].Message, tt.message2) {
				t.Errorf("got %v\nwant path %q, message with %q", problems, tt.path, tt.message2)
			}
		})
	}
}

func TestProtobufInvalid(t *testing.T) {
	checkInvalid(t, Protobuf, []invalidTest{
		{"syntax", "syntax = \"proto3\";\nmessage A {\n  int32 = 1;\n}", 3, "A"},
		{"unknown type", "syntax = \"proto3\";\nmessage A {\n message B {\n  Missing m = 1;\n}\n}", 4, "A.B"},
		{"number twice", "syntax = \"proto3\";\nmessage A {\n int32 a = 1;\n int32 b = 1;\n}", 4, "A"},
		{"import", "syntax = \"proto3\";\nimport \"other.proto\";\nmessage A {}", 2, ""},
		{"no message", "syntax = \"proto3\";", 0, ""},
		{"no text", "", 0, ""},
		{"too deep", "syntax = \"proto3\";\n" + strings.Repeat("message A {", 100_000), 2, ""},
	})
	_, err := Parse(Source{Type: Protobuf, Text: everyKind, Message: "Prats"})
	if err == nil || !strings.Contains(err.Error(), `did you mean "Parts"?`) {
		t.Errorf("got %v", err)
	}
}

func TestProtobufReferences(t *testing.T) {
	s := mustParse(t, Protobuf, "syntax = \"proto3\"; import \"a/b.proto\"; message M { a.B b = 1; }",
		Reference{"a/b.proto", "syntax = \"proto3\"; package a; import \"c.proto\"; message B { C c = 1; }"},
		Reference{"c.proto", "syntax = \"proto3\"; package a; message C { int32 n = 1; }"})
	roundTrip(t, s, `("b" => ("c" => ("n" => 1)))`, `("b" => ("c" => ("n" => 1)))`)
}

func TestProtobufDescriptors(t *testing.T) {
	file := protodesc.ToFileDescriptorProto(message(t, everyKind, "").(*protobufSchema).file)
	one, err := proto.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	set, err := proto.Marshal(&descriptorpb.FileDescriptorSet{File: []*descriptorpb.FileDescriptorProto{file}})
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"file": string(one), "set": string(set), "base64": base64.StdEncoding.EncodeToString(one)} {
		t.Run(name, func(t *testing.T) {
			roundTrip(t, message(t, text, "Parts.Leaf"), `("snake_case" => 3)`, `("snake_case" => 3)`)
		})
	}
}

func TestProtobufProto2(t *testing.T) {
	s := message(t, `syntax = "proto2"; package p;
message M { required int32 id = 1; optional string name = 2 [default = "x"]; repeated group G = 3 { optional int32 n = 4; } extensions 100 to 200; }
extend M { optional int32 extra = 100; }`, "")
	roundTrip(t, s, `("id" => 1 "g" => (("n" => 2)) "[p.extra]" => 9)`, `("id" => 1 "g" => (("n" => 2)) "[p.extra]" => 9)`)
	if problems := s.Validate(script(t, `("name" => "y")`)); len(problems) != 1 || !strings.Contains(problems[0].Message, "id") {
		t.Errorf("without the required field: got %v", problems)
	}
}

func TestProtobufIndexes(t *testing.T) {
	s := message(t, everyKind, "Parts.Leaf")
	got := Indexes(s)
	if len(got) != 2 || got[0] != 1 || got[1] < 0 {
		t.Fatalf("got %v", got)
	}
	back, err := MessageAt(message(t, everyKind, ""), got)
	if err != nil || back.Name() != "test.Parts.Leaf" {
		t.Errorf("got %v, %v", back, err)
	}
	if _, err := MessageAt(s, []int{9}); err == nil {
		t.Error("message 9 is not there")
	}
}

func TestProtobufCompatible(t *testing.T) {
	file := func(body string) string { return "syntax = \"proto3\";\n" + body }
	checkCompatible(t, Protobuf, []compatibleTest{
		{"field added", file("message M { int32 a = 1; }"), file("message M { int32 a = 1; string b = 2; }"), Full, "-"},
		{"field removed", file("message M { int32 a = 1; string b = 2; }"), file("message M { int32 a = 1; }"), Full, "-"},
		{"renamed", file("message M { int32 a = 1; }"), file("message M { int32 b = 1; }"), Full, "-"},
		{"same group", file("message M { int32 a = 1; }"), file("message M { uint64 a = 1; }"), Full, "-"},
		{"other type", file("message M { int32 a = 1; string s = 2; }"), file("message M { string a = 1; int32 s = 2; }"), Backward, "/M/a,/M/s"},
		{"message removed", file("message M {} message N {}"), file("message M {}"), Backward, "/N"},
		{"message added, forward", file("message M {}"), file("message M {} message N {}"), Forward, "/N"},
		{"into one oneof", file("message M { int32 a = 1; int32 b = 2; }"), file("message M { oneof o { int32 a = 1; int32 b = 2; } }"), Backward, "/M/o"},
		{"out of a oneof", file("message M { oneof o { int32 a = 1; int32 b = 2; } }"), file("message M { oneof o { int32 a = 1; } }"), Backward, "/M/b"},
		{"repeated number", file("message M { int32 a = 1; }"), file("message M { repeated int32 a = 1; }"), Backward, "/M/a"},
		{"repeated text", file("message M { string a = 1; }"), file("message M { repeated string a = 1; }"), Backward, "-"},
		{"map value", file("message M { map<string, int32> a = 1; }"), file("message M { map<string, string> a = 1; }"), Backward, "/M/a/value"},
		{"nested", file("message M { message N { int32 x = 1; } N n = 1; }"), file("message M { message N { bytes x = 1; } N n = 1; }"), Backward, "/M/N/x"},
	})
}

func TestProtobufHostile(t *testing.T) {
	tests := []struct{ name, message, data string }{
		{"length", "All", "\x72\xff\xff\xff\xff\x07"},
		{"packed", "Parts", "\x0a\xff\xff\xff\xff\x07\x01"},
		{"ends early", "All", "\x11\x01"},
		{"wrong wire type of all", "All", "\xff\xff"},
		{"timestamp", "Known", "\x0a\x0b\x08\xff\xff\xff\xff\xff\xff\xff\xff\x7f\x10\x00"},
		{"not UTF-8", "All", "\x72\x01\xff"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if v, err := message(t, everyKind, tt.message).Decode([]byte(tt.data)); err == nil {
				t.Errorf("got %.80s", v.String())
			}
		})
	}
	nested := nest(0x42, 5000)
	if _, err := message(t, everyKind, "Parts").Decode(nested); err == nil {
		t.Error("5000 levels were decoded")
	}
}

// nest is a message in a message, so many levels deep.
func nest(tag byte, levels int) []byte {
	var data []byte
	for range levels {
		n := len(data)
		head := []byte{tag}
		for n >= 0x80 {
			head = append(head, byte(n)|0x80)
			n >>= 7
		}
		data = append(append(head, byte(n)), data...)
	}
	return data
}
