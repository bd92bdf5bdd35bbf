package schema

import "testing"

// fuzzed are schemas with all that decoders have to bound.
var fuzzed = []Source{
	{Type: Avro, Text: `{"type":"record","name":"R","fields":[
		{"name":"r","type":["null","R"]},{"name":"a","type":{"type":"array","items":"R"}},{"name":"n","type":{"type":"array","items":"null"}},
		{"name":"m","type":{"type":"map","values":["int","string","bytes"]}},{"name":"d","type":{"type":"bytes","logicalType":"decimal","precision":20,"scale":3}},
		{"name":"u","type":{"type":"fixed","name":"U","size":16,"logicalType":"uuid"}},{"name":"e","type":{"type":"enum","name":"E","symbols":["A","B"]}}]}`},
	{Type: Protobuf, Text: everyKind, Message: "All"},
	{Type: Protobuf, Text: everyKind, Message: "Parts"},
	{Type: Protobuf, Text: everyKind, Message: "Known"},
	{Type: JSON, Text: `{"type":"object","properties":{"a":{"$ref":"#"},"b":{"type":"array","uniqueItems":true},"c":{"multipleOf":0.1}},"unevaluatedProperties":{"anyOf":[{"$ref":"#"},{"type":"string"}]}}`},
}

// FuzzDecode decodes any bytes; what was decoded can be encoded again.
func FuzzDecode(f *testing.F) {
	schemas := make([]Schema, len(fuzzed))
	for i, s := range fuzzed {
		schemas[i] = mustParse(f, s.Type, s.Text)
		if s.Message != "" {
			schemas[i] = message(f, s.Text, s.Message)
		}
	}
	f.Add(uint8(0), []byte("\x02\x00\xfe\xff\xff\xff\x0f"))
	f.Add(uint8(0), []byte{0, 0, 0, 0, 2, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 0})
	f.Add(uint8(1), []byte("\x08\x01\x72\x02ab"))
	f.Add(uint8(2), nest(0x42, 20))
	f.Add(uint8(3), []byte("\x0a\x02\x08\x01\x4a\x04\x0a\x02ab"))
	f.Add(uint8(4), []byte(`{"a":{"b":[1,1.0]},"c":1e300}`))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		s := schemas[int(which)%len(schemas)]
		v, err := s.Decode(data)
		if err != nil {
			return
		}
		again, err := s.Encode(v)
		if err != nil {
			t.Skip("not every value that can be read may be written, as in texts that are not UTF-8")
		}
		w, err := s.Decode(again)
		if err != nil {
			t.Fatalf("%q was decoded as %s, but what that encodes to is refused: %v", data, v, err)
		}
		if s.Source().Type != JSON && v.String() != w.String() {
			t.Errorf("%q:\n got %s\nthen %s", data, v, w)
		}
	})
}

// FuzzParse compiles any text.
func FuzzParse(f *testing.F) {
	for i, s := range fuzzed {
		f.Add(uint8(i), s.Text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text string) {
		s, err := Parse(Source{Type: Types[int(which)%len(Types)], Text: text})
		if err == nil {
			_ = s.Describe().String()
			if problems := Compatible(s, s, Full); len(problems) > 0 && s.Source().Type != JSON {
				t.Errorf("not compatible with itself: %v", problems)
			}
		}
	})
}
