package kafkalib

import "strings"

// codecRange is what the codec options accept.
const codecRange = "String | ByteArray | Bytes | ByteBuffer | Short | Integer | Long | Float | Double | Boolean | UUID | Void | Json | Bpl | Avro | JsonSchema | Protobuf, also with Serializer or Deserializer behind, or Java's class name"

// codecNames are the codecs by their names in lower case.
var codecNames = map[string]string{
	"string": "String", "bytearray": "ByteArray", "bytes": "Bytes", "bytebuffer": "ByteBuffer",
	"short": "Short", "integer": "Integer", "long": "Long", "float": "Float", "double": "Double",
	"boolean": "Boolean", "uuid": "UUID", "void": "Void", "json": "Json", "bpl": "Bpl",
	"avro": "Avro", "jsonschema": "JsonSchema", "protobuf": "Protobuf",
	// Those of the registry's own clients.
	"kafkaavro": "Avro", "kafkajsonschema": "JsonSchema", "kafkaprotobuf": "Protobuf",
	// Short forms that readers of the documentation try first.
	"int": "Integer", "bool": "Boolean",
}

func parseCodecName(v any) (any, error) {
	text, ok := v.(string)
	if !ok {
		return nil, expected("the name of a codec: " + codecRange)
	}
	name := strings.ToLower(className(text))
	name = strings.TrimSuffix(strings.TrimSuffix(name, "deserializer"), "serializer")
	if codec, ok := codecNames[name]; ok {
		return codec, nil
	}
	return nil, expected("the name of a codec: " + codecRange)
}
