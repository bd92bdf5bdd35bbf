package schema

import (
	"errors"
	"strings"
	"testing"
)

func TestAvroValues(t *testing.T) {
	tests := []struct{ schema, value, want string }{
		{`"null"`, `null`, `null`},
		{`boolean`, `true`, `true`},
		{`"int"`, `-2147483648`, `-2147483648`},
		{`"int"`, `5.0`, `5`},
		{`"long"`, `9223372036854775807`, `9223372036854775807`},
		{`"float"`, `0.5`, `0.5`},
		{`"double"`, `(/ 1 -0.0)`, `-Infinity`},
		{`"double"`, `NaN`, `NaN`},
		{`"double"`, `7`, `7`},
		{`"string"`, `"日本"`, `"日本"`},
		{`"string"`, `""`, `""`},
		{`"bytes"`, "\"\xfe\xff\"", "\"\xfe\xff\""},
		{`{"type":"fixed","name":"F","size":3}`, `"abc"`, `"abc"`},
		{`{"type":"enum","name":"E","symbols":["A","B"]}`, `"B"`, `"B"`},
		{`{"type":"array","items":"int"}`, `(1 2 3)`, `(1 2 3)`},
		{`{"type":"array","items":"int"}`, `()`, `()`},
		{`{"type":"map","values":"int"}`, `("b" => 1 "a" => 2)`, `("a" => 2 "b" => 1)`},
		{`{"type":"map","values":"int"}`, `()`, `()`},
		{`["null","string"]`, `"x"`, `"x"`},
		{`["null","string"]`, `null`, `null`},
		{`["string","int","double"]`, `2.5`, `2.5`},
		{`["double","int"]`, `2`, `2`},
		{`["null",{"type":"array","items":"long"},{"type":"map","values":"long"}]`, `("a" => 1)`, `("a" => 1)`},
		{`["null",{"type":"array","items":"long"},{"type":"map","values":"long"}]`, `(1 2)`, `(1 2)`},
		{`["string",{"type":"enum","name":"x.E","symbols":["A"]}]`, `("x.E" => "A")`, `"A"`},
		{`["string",{"type":"enum","name":"x.E","symbols":["A"]}]`, `("E" => "A")`, `"A"`},

		{`{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}`, `"12.30"`, `"12.30"`},
		{`{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}`, `-0.05`, `"-0.05"`},
		{`{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}`, `7`, `"7.00"`},
		{`{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}`, `"1.5e3"`, `"1500.00"`},
		{`{"type":"bytes","logicalType":"decimal","precision":3}`, `-128`, `"-128"`},
		{`{"type":"bytes","logicalType":"decimal","precision":3}`, `128`, `"128"`},
		{`{"type":"bytes","logicalType":"decimal","precision":40,"scale":20}`, `"12345678901234567890.12345678901234567890"`, `"12345678901234567890.12345678901234567890"`},
		{`{"type":"fixed","name":"D","size":8,"logicalType":"decimal","precision":18,"scale":3}`, `"-1.001"`, `"-1.001"`},
		{`{"type":"string","logicalType":"uuid"}`, `"6F1ED002-AB57-4A4E-8A4E-000000000001"`, `"6f1ed002-ab57-4a4e-8a4e-000000000001"`},
		{`{"type":"fixed","name":"U","size":16,"logicalType":"uuid"}`, `"6f1ed002-ab57-4a4e-8a4e-000000000001"`, `"6f1ed002-ab57-4a4e-8a4e-000000000001"`},
		{`{"type":"int","logicalType":"date"}`, `"1969-12-31"`, `-1`},
		{`{"type":"int","logicalType":"date"}`, `20000`, `20000`},
		{`{"type":"int","logicalType":"time-millis"}`, `"10:00:00.001"`, `36000001`},
		{`{"type":"long","logicalType":"time-micros"}`, `"00:00:01"`, `1000000`},
		{`{"type":"long","logicalType":"timestamp-millis"}`, `1000000000007`, `1000000000007`},
		{`{"type":"long","logicalType":"timestamp-millis"}`, `"2001-09-09T03:46:40+02:00"`, `1000000000000`},
		{`{"type":"long","logicalType":"timestamp-micros"}`, `"1969-12-31T23:59:59.999999Z"`, `-1`},
		{`{"type":"long","logicalType":"timestamp-nanos"}`, `"2001-09-09T01:46:40.123456789Z"`, `1000000000123456789`},
		{`{"type":"long","logicalType":"local-timestamp-millis"}`, `"2001-09-09T01:46:40"`, `1000000000000`},
		{`{"type":"long","logicalType":"local-timestamp-micros"}`, `5`, `5`},
		{`{"type":"fixed","name":"P","size":12,"logicalType":"duration"}`, `("months" => 1 "days" => 2 "millis" => 4294967295)`, `("months" => 1 "days" => 2 "millis" => 4294967295)`},
		{`{"type":"string","logicalType":"date"}`, `"free text"`, `"free text"`},
		{`["null",{"type":"long","logicalType":"timestamp-millis"}]`, `5`, `5`},

		{`{"type":"record","name":"R","fields":[{"name":"a","type":"int","default":7},{"name":"b","type":["null","string"]},{"name":"c","type":["string","null"],"default":"x"},{"name":"m","type":{"type":"map","values":"int"},"default":{"k":1}}]}`,
			`()`, `("a" => 7 "b" => null "c" => "x" "m" => ("k" => 1))`},
		{`{"type":"record","name":"n.L","fields":[{"name":"v","type":"int"},{"name":"next","type":["null","L"],"default":null}]}`,
			`("v" => 1 "next" => ("v" => 2))`, `("v" => 1 "next" => ("v" => 2 "next" => null))`},
		{`{"type":"record","name":"R","fields":[{"name":"u","type":["null",{"type":"record","name":"A","fields":[{"name":"x","type":"int"}]},{"type":"record","name":"B","fields":[{"name":"y","type":"int"}]}]}]}`,
			`("u" => ("y" => 2))`, `("u" => ("y" => 2))`},
	}
	for _, tt := range tests {
		t.Run(tt.schema+" "+tt.value, func(t *testing.T) { roundTrip(t, mustParse(t, Avro, tt.schema), tt.value, tt.want) })
	}
}

func TestAvroMismatches(t *testing.T) {
	record := `{"type":"record","name":"R","fields":[{"name":"name","type":"string"},{"name":"tags","type":{"type":"array","items":"int"},"default":[]},{"name":"e","type":["null",{"type":"enum","name":"E","symbols":["RED","BLUE"]}],"default":null}]}`
	tests := []struct{ name, schema, value, path, message string }{
		{"kind", `"int"`, `"5"`, "", `got "5", expected a whole number of 32 bits (int)`},
		{"range", `"int"`, `2147483648`, "", `got 2147483648`},
		{"fraction", `"long"`, `1.5`, "", `got 1.5`},
		{"missing field", record, `("tags" => (1))`, "/name", `is missing`},
		{"unknown field", record, `("name" => "x" "tag" => (1))`, "/tag", `did you mean "tags"?`},
		{"inside a list", record, `("name" => "x" "tags" => (1 "b"))`, "/tags/1", `got "b"`},
		{"a symbol of a union", record, `("name" => "x" "e" => "REDD")`, "/e", `did you mean "RED"?`},
		{"null", record, `("name" => null)`, "/name", `got null, expected a string`},
		{"array with names", record, `("name" => "x" "tags" => ("a" => 1))`, "/tags", `expected a list without names`},
		{"not UTF-8", `"string"`, "\"\xff\"", "", `not UTF-8`},
		{"no branch", `["int","string"]`, `true`, "", `fits no branch of the union: int, string`},
		{"fixed", `{"type":"fixed","name":"F","size":3}`, `"ab"`, "", `got 2 bytes, expected exactly 3`},
		{"decimal scale", `{"type":"bytes","logicalType":"decimal","precision":9,"scale":2}`, `"1.005"`, "", `at most 2 digits behind the point`},
		{"decimal precision", `{"type":"bytes","logicalType":"decimal","precision":3,"scale":2}`, `"10"`, "", `at most 3 digits`},
		{"decimal text", `{"type":"bytes","logicalType":"decimal","precision":3,"scale":2}`, `"ten"`, "", `expected a decimal number`},
		{"date", `{"type":"int","logicalType":"date"}`, `"31.12.2020"`, "", `2006-01-02`},
		{"too fine", `{"type":"long","logicalType":"timestamp-millis"}`, `"2001-09-09T01:46:40.0001Z"`, "", `finer than the ms`},
		{"uuid", `{"type":"string","logicalType":"uuid"}`, `"x"`, "", `expected the text of a UUID`},
		{"long in double", `"double"`, `9007199254740993`, "", `holds exactly`},
		{"float range", `"float"`, `1e300`, "", `32 bits`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s, v := mustParse(t, Avro, tt.schema), script(t, tt.value)
			problems := s.Validate(v)
			if len(problems) != 1 || problems[0].Path != tt.path || !strings.Contains(problems[0].Message, tt.message) {
				t.Errorf("got %v, want path %q, message with %q", problems, tt.path, tt.message)
			}
			if _, err := s.Encode(v); err == nil {
				t.Error("it was encoded")
			}
		})
	}
}

func TestAvroInvalid(t *testing.T) {
	checkInvalid(t, Avro, []invalidTest{
		{"syntax", "{\n \"type\": \"int\",,\n}", 2, ""},
		{"end", "{\n \"type\":", 2, ""},
		{"unknown type", "{\"type\": \"record\", \"name\": \"R\", \"fields\": [\n {\"name\": \"a\", \"type\": \"int\"},\n {\"name\": \"b\", \"type\": \"strin\"}]}", 3, "/fields/1/type"},
		{"unknown complex type", "{\n\"type\":\"rec\",\"name\":\"R\"}", 2, "/type"},
		{"no fields", "[\"null\",\n{\"type\":\"record\",\"name\":\"R\"}]", 2, "/1"},
		{"default", "{\"type\": \"record\", \"name\": \"R\", \"fields\": [\n {\"name\": \"a\", \"type\": \"int\",\n \"default\": \"x\"}]}", 3, "/fields/0/default"},
		{"field twice", "{\"type\": \"record\", \"name\": \"R\", \"fields\": [\n {\"name\": \"a\", \"type\": \"int\"},\n {\"name\": \"a\", \"type\": \"int\"}]}", 3, "/fields/1/name"},
		{"union in union", "{\"type\":\"array\",\n\"items\":[\"int\",[\"null\"]]}", 2, "/items"},
		{"no items", "{\"type\":\"map\",\n\"values\":{\"type\":\"array\"}}", 2, "/values"},
		{"field without type", "{\"type\":\"record\",\"name\":\"R\",\"fields\":[\n{\"name\":\"a\"}]}", 2, "/fields/0"},
		{"bad name", "{\"type\":\"record\",\"name\":\"R\",\"fields\":[\n{\"name\":\"1a\",\"type\":\"int\"}]}", 2, "/fields/0/name"},
		{"decimal", "{\"type\":\"array\",\n\"items\":{\"type\":\"bytes\",\"logicalType\":\"decimal\"}}", 2, "/items"},
		{"fixed", "{\"type\":\"fixed\",\"name\":\"F\",\"size\":-1}", 1, ""},
		{"more behind", "\"int\"\n\"int\"", 2, ""},
		{"empty", "", 1, ""},
		{"nested too deeply", strings.Repeat("[", 100_000), 1, ""},
	})
}

func TestAvroReferences(t *testing.T) {
	address := `{"type":"record","name":"com.x.Address","fields":[{"name":"city","type":"com.x.City"}]}`
	city := `{"type":"record","name":"com.x.City","fields":[{"name":"name","type":"string"}]}`
	person := `{"type":"record","name":"com.x.Person","fields":[{"name":"home","type":"Address"}]}`
	s := mustParse(t, Avro, person, Reference{"com.x.Address", address}, Reference{"com.x.City", city})
	roundTrip(t, s, `("home" => ("city" => ("name" => "Bern")))`, `("home" => ("city" => ("name" => "Bern")))`)
	if s.Name() != "com.x.Person" {
		t.Errorf("got the name %q", s.Name())
	}
	_, err := Parse(Source{Type: Avro, Text: person, References: []Reference{{"com.x.Address", address}}})
	if e, ok := errors.AsType[*InvalidError](err); !ok || e.Reference != "com.x.Address" {
		t.Errorf("got %v", err)
	}
}

func TestAvroEvolution(t *testing.T) {
	writer := mustParse(t, Avro, `{"type":"record","name":"R","fields":[{"name":"n","type":"int"},{"name":"old","type":"string"},{"name":"gone","type":"string"}]}`)
	reader := mustParse(t, Avro, `{"type":"record","name":"R","fields":[{"name":"n","type":"double"},{"name":"new","aliases":["old"],"type":["null","string"]},{"name":"more","type":"int","default":3}]}`)
	data, err := writer.Encode(script(t, `("n" => 1 "old" => "x" "gone" => "y")`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := writer.Evolve(reader)
	if err != nil {
		t.Fatal(err)
	}
	got, err := d.Decode(data)
	if want := `("n" => 1 "new" => "x" "more" => 3)`; err != nil || got.String() != want {
		t.Errorf("got %v, %v\nwant %s", got, err, want)
	}
}

func TestAvroCompatible(t *testing.T) {
	record := func(fields string) string { return `{"type":"record","name":"R","fields":[` + fields + `]}` }
	a, b := `{"name":"a","type":"int"}`, `{"name":"b","type":"string"}`
	bDefault := `{"name":"b","type":"string","default":""}`
	checkCompatible(t, Avro, []compatibleTest{
		{"field with default added", record(a), record(a + "," + bDefault), Full, "-"},
		{"field without default added", record(a), record(a + "," + b), Backward, "/b"},
		{"field without default added, forward", record(a), record(a + "," + b), Forward, "-"},
		{"field removed, forward", record(a + "," + b), record(a), Forward, "/b"},
		{"widened", `"int"`, `"long"`, Backward, "-"},
		{"widened, forward", `"int"`, `"long"`, Forward, ""},
		{"several at once", record(`{"name":"x","type":"int"},{"name":"y","type":"int"}`), record(`{"name":"x","type":"string"},{"name":"y","type":"boolean"}`), Backward, "/x,/y"},
		{"symbol removed", `{"type":"enum","name":"E","symbols":["A","B"]}`, `{"type":"enum","name":"E","symbols":["A"]}`, Backward, ""},
		{"symbol removed, default", `{"type":"enum","name":"E","symbols":["A","B"]}`, `{"type":"enum","name":"E","symbols":["A"],"default":"A"}`, Backward, "-"},
		{"made nullable", record(`{"name":"x","type":"int"}`), record(`{"name":"x","type":["null","int"]}`), Backward, "-"},
		{"no longer nullable", record(`{"name":"x","type":["null","int"]}`), record(`{"name":"x","type":"int"}`), Backward, "/x"},
		{"renamed", `{"type":"fixed","name":"F","size":1}`, `{"type":"fixed","name":"G","size":1}`, Backward, ""},
		{"items", `{"type":"array","items":"int"}`, `{"type":"array","items":"string"}`, Backward, "/items"},
	})
}

// TestAvroHostile decodes what claims to be huge or nests without end.
func TestAvroHostile(t *testing.T) {
	huge := "\xfe\xff\xff\xff\x0f" // 2^31 - 1
	tests := []struct{ name, schema, data string }{
		{"string", `"string"`, huge},
		{"bytes", `"bytes"`, huge},
		{"array", `{"type":"array","items":"long"}`, huge},
		{"array of nulls", `{"type":"array","items":"null"}`, huge + "\x00"},
		{"map", `{"type":"map","values":"long"}`, huge},
		{"negative", `"string"`, "\x01"},
		{"recursion", `{"type":"record","name":"R","fields":[{"name":"r","type":["null","R"]}]}`, strings.Repeat("\x02", 1_000_000)},
		{"more behind", `"int"`, "\x02\x02"},
		{"nothing", `"int"`, ""},
		{"enum", `{"type":"enum","name":"E","symbols":["A"]}`, "\x08"},
		{"union", `["null","int"]`, "\x08"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if v, err := mustParse(t, Avro, tt.schema).Decode([]byte(tt.data)); err == nil {
				t.Errorf("got %.80s", v.String())
			}
		})
	}
}

// TestAvroDecodeMessages asserts that the errors about bytes speak of these.
func TestAvroDecodeMessages(t *testing.T) {
	record := `{"type":"record","name":"R","fields":[{"name":"a","type":"int"},{"name":"b","type":["null","string"]}]}`
	for _, tt := range []struct{ name, schema, data, want string }{
		{"nothing", record, "", "/a: the bytes end too early"},
		{"within a field", record, "\x02\x02\x08ab", "/b: the bytes end too early"},
		{"branch", record, "\x02z", "/b: invalid null-union index byte 0x7a"},
		{"no record", `"double"`, "ab", "the bytes end too early: 8 more are needed, there are 2"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := mustParse(t, Avro, tt.schema).Decode([]byte(tt.data))
			if err == nil || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "unsupported") {
				t.Errorf("got  %v\nwant %s", err, tt.want)
			}
		})
	}
}

// TestAvroCycle validates a list that contains itself.
func TestAvroCycle(t *testing.T) {
	s := mustParse(t, Avro, `{"type":"record","name":"R","fields":[{"name":"r","type":["null","R"]}]}`)
	if problems := s.Validate(script(t, `(do (set a ("r" => null)) (put a "r" a) a)`)); len(problems) == 0 {
		t.Error("it is valid")
	}
}
