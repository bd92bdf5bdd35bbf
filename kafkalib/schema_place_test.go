package kafkalib

import "testing"

// TestInvalidSchemaPlace: where a schema is wrong stands in fields, beside the
// message.
func TestInvalidSchemaPlace(t *testing.T) {
	s := newEmbeddedScript(t)
	for _, test := range []struct{ name, call, want string }{
		{"Avro", `(kafka-schema-parse "avro" "{\"type\": \"record\", \"name\": \"R\",\n \"fields\": [{\"name\": \"a\", \"type\": \"strin\"}]}")`,
			`(null 2 35 "/fields/0/type")`},
		{"JSON Schema", `(kafka-schema-parse "json" "{\"items\":\n  {\"type\": \"strin\"}}")`, `(null 2 12 "/items/type")`},
		{"JSON that is malformed", `(kafka-schema-parse "json" "{\n5}")`, `(null 2 1 "")`},
		{"Protobuf", `(kafka-schema-parse "protobuf" "syntax = \"proto3\";\nmessage M { strin a = 1; }")`, `(null 2 13 "M")`},
		{"a reference", `(kafka-schema-parse "json" "{\"$ref\": \"a.json\"}" "references" => ("a.json" => "{\"type\": 1}"))`,
			`("a.json" 1 10 "/type")`},
		{"of an option", `(kafka-create "producer" "embedded" "value-codec" => "Avro" "value-schema" => "{")`, `(null 1 2 "")`},
		{"of values", `(kafka-schema-encode "\"strin\"" "a")`, `(null 1 1 "")`},
	} {
		t.Run(test.name, func(t *testing.T) {
			s.fails(test.call, "INVALID_SCHEMA")
			s.want(`(try `+test.call+` (e "*" => (list (get e "reference") (get e "line") (get e "column") (get e "path"))))`, test.want)
		})
	}
}
