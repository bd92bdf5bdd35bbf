package kafkalib

import (
	"net/url"
	"strings"
)

// codecKinds have codecs for keys and values.
var codecKinds = setOf(Producer, Recorder, Consumer, ShareConsumer)

// schemaOptions belong to the codecs Avro, JsonSchema and Protobuf.
var schemaOptions = []*option{
	{name: "schema-registry-url", kinds: codecKinds, form: specialOption, typeName: "text or list of texts", rangeText: "http://… or https://…, several with commas", parse: parseRegistryURLs,
		meaning: "where the schema registry is; https takes the ssl-… options. Without it the codecs use key-schema and value-schema alone"},
	{name: "basic-auth-user-info", aliases: []string{"schema-registry-basic-auth-user-info"}, kinds: codecKinds, form: textOption, secret: true, rangeText: "user:password",
		meaning: "user and password for the schema registry"},
	{name: "basic-auth-credentials-source", kinds: codecKinds, form: choiceOption, standard: "USER_INFO", choices: []string{"USER_INFO", "SASL_INHERIT"},
		meaning: "where user and password for the registry are: basic-auth-user-info, or sasl-username and sasl-password"},
	{name: "auto-register-schemas", kinds: setOf(Producer, Recorder), form: booleanOption, standard: false,
		meaning: "registers the schema of a producer in its subject, if it is compatible with what is there"},
	{name: "use-latest-version", kinds: setOf(Producer, Recorder), form: booleanOption, defaultText: "true without a local schema",
		meaning: "encodes by the latest schema of the subject; a local schema must be able to read what that one writes"},
	{name: "latest-compatibility-strict", kinds: setOf(Producer, Recorder), form: booleanOption, standard: true,
		meaning: "whether use-latest-version compares a local schema with the latest one"},
	{name: "normalize-schemas", kinds: setOf(Producer, Recorder), form: booleanOption, standard: false,
		meaning: "lets the registry compare schemas in their normal form"},
	{name: "key-subject-name-strategy", kinds: codecKinds, form: specialOption, standard: topicName, rangeText: strategyRange, parse: parseStrategy,
		meaning: "the subject of the schema of keys: topic-key, the name of the record, or both"},
	{name: "value-subject-name-strategy", kinds: codecKinds, form: specialOption, standard: topicName, rangeText: strategyRange, parse: parseStrategy,
		meaning: "the subject of the schema of values: topic-value, the name of the record, or both"},
	{name: "schema-id-location", kinds: codecKinds, form: choiceOption, standard: "prefix", choices: []string{"prefix", "header"},
		meaning: "where a producer puts the id of the schema: before the bytes (byte 0 and the number), or in a header (the GUID); consumers find both"},
	{name: "key-schema", kinds: codecKinds, form: specialOption, typeName: schemaOptionType, rangeText: schemaOptionRange, parse: parseSchemaOption, show: showSchemaOption,
		meaning: "the schema of keys; of a consumer with a registry the reader's schema"},
	{name: "value-schema", kinds: codecKinds, form: specialOption, typeName: schemaOptionType, rangeText: schemaOptionRange, parse: parseSchemaOption, show: showSchemaOption,
		meaning: "the schema of values; of a consumer with a registry the reader's schema"},
	{name: "key-schema-message", kinds: codecKinds, form: textOption, defaultText: "the first message",
		meaning: "the message of a Protobuf schema that keys are"},
	{name: "value-schema-message", kinds: codecKinds, form: textOption, defaultText: "the first message",
		meaning: "the message of a Protobuf schema that values are"},
}

// The subject name strategies.
const (
	topicName       = "TopicNameStrategy"
	recordName      = "RecordNameStrategy"
	topicRecordName = "TopicRecordNameStrategy"

	strategyRange = topicName + " | " + recordName + " | " + topicRecordName + ", or Java's class name"
)

func parseStrategy(v any) (any, error) {
	if s, ok := v.(string); ok {
		switch name := className(s); name {
		case topicName, recordName, topicRecordName:
			return name, nil
		}
	}
	return nil, expected(strategyRange)
}

// parseRegistryURLs takes one URL or several. One with a password is refused
// without being shown.
func parseRegistryURLs(v any) (any, error) {
	list, err := convertList(v)
	if err != nil {
		return nil, err
	}
	urls := list.([]string)
	for i, text := range urls {
		u, err := url.Parse(text)
		if err == nil && u.User != nil {
			return nil, invalidConfig(`the URL has a user in it; give user and password as "basic-auth-user-info" => "user:password"`)
		}
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
			return nil, expected(`a URL such as "http://localhost:8081"`)
		}
		urls[i] = strings.TrimRight(text, "/")
	}
	if len(urls) == 0 {
		return nil, expected(`a URL such as "http://localhost:8081"`)
	}
	return urls, nil
}

const (
	schemaOptionType  = "text or list"
	schemaOptionRange = `the text of a schema, a file (.avsc, .json, .proto, .desc), ("file" path), or the list of kafka-schema-parse`
)

// A schemaOption is a local schema as it was given. It is compared by its
// address: it has lists.
type schemaOption struct {
	text       string
	path       string // of a file; then there is no text
	message    string
	typeName   string // as kafka-schema-parse says it; "" where it was not said
	references []namedText
}

type namedText struct{ name, text string }

// schemaFiles are the ends of names of files. A text that ends so and has no
// line end is the name of a file.
var schemaFiles = []string{".avsc", ".avro", ".json", ".proto", ".desc", ".pb", ".binpb", ".fds"}

func parseSchemaOption(v any) (any, error) {
	wrong := expected(schemaOptionRange)
	switch v := v.(type) {
	case string:
		if isSchemaFile(v) {
			return &schemaOption{path: strings.TrimSpace(v)}, nil
		}
		return &schemaOption{text: v}, nil
	case listValue:
		if pair, ok := v.texts(); ok && len(pair) == 2 {
			if pair[0] == "file" {
				return &schemaOption{path: pair[1]}, nil
			}
			return &schemaOption{typeName: pair[0], text: pair[1]}, nil
		}
		return parseSchemaList(v)
	}
	return nil, wrong
}

func isSchemaFile(s string) bool {
	s = strings.TrimSpace(s)
	if strings.ContainsAny(s, "\n{};\"") {
		return false
	}
	for _, end := range schemaFiles {
		if strings.HasSuffix(strings.ToLower(s), end) {
			return true
		}
	}
	return false
}

// parseSchemaList takes the list of kafka-schema-parse.
func parseSchemaList(l listValue) (any, error) {
	o := new(schemaOption)
	var sourced bool
	for _, item := range l {
		text, _ := item.value.(string)
		switch item.name {
		case "type":
			o.typeName = text
		case "source":
			o.text, sourced = text, true
		case "message":
			o.message = text
		case "references":
			references, _ := item.value.(listValue)
			for _, r := range references {
				text, ok := r.value.(string)
				if !ok || r.name == "" {
					return nil, expected("references as name => source")
				}
				o.references = append(o.references, namedText{r.name, text})
			}
		}
	}
	if !sourced || o.typeName == "" {
		return nil, expected(schemaOptionRange)
	}
	return o, nil
}

func showSchemaOption(v any) any {
	o := v.(*schemaOption)
	if o.path != "" {
		return o.path
	}
	return o.text
}
