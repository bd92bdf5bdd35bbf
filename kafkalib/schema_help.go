package kafkalib

import "github.com/bpl-lang/bpl/interp"

var (
	helpSchema     = interp.HelpArg{Name: "schema", Type: "list or string", Meaning: schemaForms}
	helpSchemaType = interp.HelpArg{Name: `"type"`, Type: "string", Meaning: `type of schemas that are text alone: "avro" (default), "json" or "protobuf"`}
)

var helpSchemaParse = interp.Help{
	Signature: `(kafka-schema-parse type source "references" => l "message" => name)`,
	Summary:   "compiles a schema and shows it as a list, which the other functions and the options key-schema and value-schema take",
	Result:    `("type" "name" "schema" "source"), and "references" and "message" where they were given`,
	Args: []interp.HelpArg{
		{Name: "type", Type: "string", Meaning: `"avro", "json" or "protobuf"`},
		{Name: "source", Type: "string or list", Meaning: `the text; ("file" path); the JSON of an Avro or JSON schema as a list; for Protobuf also a descriptor set`},
		{Name: `"references"`, Type: "list", Meaning: "the schemas that it names: name => source, or lists of this function"},
		{Name: `"message"`, Type: "string", Meaning: "the message of a Protobuf schema that values are; default the first one"},
	},
	Errors:  []string{`INVALID_SCHEMA: the schema is wrong; the fields "line", "column", "path" and "reference" say where`},
	Related: []string{"kafka-schema-validate", "kafka-schema-encode", "kafka-schema-decode", "kafka-schema-compatible"},
	Examples: []interp.HelpExample{
		{Expression: `(kafka-schema-parse "avro" "{\"type\": \"array\", \"items\": \"int\"}")`,
			Result: `("type" => "avro" "name" => null "schema" => ("type" => "array" "items" => "int") "source" => "{\"type\": \"array\", \"items\": \"int\"}")`},
		{Expression: `(kafka-schema-parse "avro" "{\"type\": \"array\", \"items\": \"strin\"}")`, Result: "! INVALID_SCHEMA"},
	},
}

var helpSchemaValidate = interp.Help{
	Signature: `(kafka-schema-validate schema value "type" => t)`,
	Summary:   "says where a value does not fit a schema",
	Result:    `list of ("path" "message"), () where it fits; paths are JSON pointers`,
	Args: []interp.HelpArg{
		helpSchema,
		{Name: "value", Type: "any", Meaning: "what would be encoded"},
		helpSchemaType,
	},
	Errors:  []string{"INVALID_SCHEMA: the schema is wrong"},
	Related: []string{"kafka-schema-parse", "kafka-schema-encode"},
	Examples: []interp.HelpExample{
		{Expression: `(kafka-schema-validate "{\"type\": \"array\", \"items\": \"int\"}" (1 2))`, Result: `()`},
		{Expression: `(kafka-schema-validate "{\"type\": \"array\", \"items\": \"int\"}" (1 "2"))`,
			Result: `(("path" => "/1" "message" => "got \"2\", expected a whole number of 32 bits (int)"))`},
	},
}

var helpSchemaEncode = interp.Help{
	Signature: `(kafka-schema-encode schema value "type" => t)`,
	Summary:   "turns a value into the bytes of a schema, without the prefix of a registry",
	Result:    "a string of bytes",
	Args: []interp.HelpArg{
		helpSchema,
		{Name: "value", Type: "any", Meaning: "a value that fits the schema"},
		helpSchemaType,
	},
	Errors: []string{
		"SERIALIZATION: the value does not fit the schema; the message says where",
		"INVALID_SCHEMA: the schema is wrong",
	},
	Related: []string{"kafka-schema-decode", "kafka-schema-validate"},
	Examples: []interp.HelpExample{
		{Expression: `(kafka-schema-encode "\"int\"" 33)`, Result: `"B"`},
		{Expression: `(kafka-schema-encode "\"int\"" "A")`, Result: "! SERIALIZATION"},
	},
}

var helpSchemaDecode = interp.Help{
	Signature: `(kafka-schema-decode schema bytes "reader" => schema "type" => t)`,
	Summary:   "turns bytes of a schema, without the prefix of a registry, into a value",
	Result:    "the value; with a reader's schema the value as that one has it",
	Args: []interp.HelpArg{
		helpSchema,
		{Name: "bytes", Type: "string", Meaning: "what was encoded by the schema, all of it"},
		{Name: `"reader"`, Type: "list or string", Meaning: "a schema of the same type. Avro: fields that are new have their defaults, those that are gone are left out; Protobuf: fields go by their numbers; JSON: the value is checked by it"},
		helpSchemaType,
	},
	Errors: []string{
		"DESERIALIZATION: the bytes are not of the schema",
		"INVALID_SCHEMA: a schema is wrong, or the reader's cannot read what the other one writes",
	},
	Related: []string{"kafka-schema-encode", "kafka-schema-compatible"},
	Examples: []interp.HelpExample{{
		Expression: `(do (set old ("avro" "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"a\", \"type\": \"int\"}]}"))
  (set new ("avro" "{\"type\": \"record\", \"name\": \"R\", \"fields\": [{\"name\": \"a\", \"type\": \"long\"}, {\"name\": \"b\", \"type\": \"string\", \"default\": \"-\"}]}"))
  (set bytes (kafka-schema-encode old ("a" => 5)))
  (list (kafka-schema-decode old bytes) (kafka-schema-decode old bytes "reader" => new)))`, Result: `(("a" => 5) ("a" => 5 "b" => "-"))`}},
}

var helpSchemaCompatible = interp.Help{
	Signature: `(kafka-schema-compatible old new [mode] "type" => t)`,
	Summary:   "says why a schema may not follow another one",
	Result:    `list of ("path" "message"), () where it may`,
	Args: []interp.HelpArg{
		{Name: "old", Type: "list or string", Meaning: schemaForms},
		{Name: "new", Type: "list or string", Meaning: "the same"},
		{Name: "mode", Type: "string", Meaning: `"backward" (default): new reads data of old; "forward": old reads data of new; "full": both`},
		helpSchemaType,
	},
	Errors:  []string{"INVALID_SCHEMA: a schema is wrong"},
	Related: []string{"kafka-schema-parse", "kafka-schema-decode"},
	Examples: []interp.HelpExample{
		{Expression: `(kafka-schema-compatible "\"int\"" "\"long\"")`, Result: `()`},
		{Expression: `(kafka-schema-compatible "\"int\"" "\"long\"" "forward")`, Result: `(("path" => "" "message" => "the writer has long, the reader int"))`},
	},
}
