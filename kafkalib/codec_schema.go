package kafkalib

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
)

// A schemaCodec is one of the codecs Avro, JsonSchema and Protobuf for the
// keys or values of a handle. It is safe for concurrent use.
type schemaCodec struct {
	side  string // "key" or "value"
	kind  schema.Type
	local schema.Schema // nil: the registry has it

	registry *registry // nil: the bytes are those of the local schema alone
	settings registrySettings

	mu       sync.Mutex
	bindings map[string]*binding          // by topic, of a producer
	readers  map[readerKey]schema.Decoder // of a consumer
}

// registrySettings say how a codec uses the registry.
type registrySettings struct {
	strategy                  string
	inHeader                  bool
	register, latest, checked bool
	normalize                 bool
}

// A readerKey is a schema of the registry, and which of its messages values
// are.
type readerKey struct {
	writer  schema.Schema
	indexes string
}

// A binding is the schema by which the records of a topic are encoded, as the
// registry knows it.
type binding struct {
	schema schema.Schema
	id     schemaID
}

// schemaKinds are the types of the codecs with schemas.
var schemaKinds = map[string]schema.Type{"Avro": schema.Avro, "JsonSchema": schema.JSON, "Protobuf": schema.Protobuf}

// codec is the codec of one side of a handle: side is "key" or "value", role
// "serializer" or "deserializer".
func (h *handle) codec(side, role string) (codec, error) {
	name := h.config.text(side + "-" + role)
	kind, ok := schemaKinds[name]
	if !ok {
		return codecOf(name, h.state.session.Interp()), nil
	}
	c := &schemaCodec{side: side, kind: kind, bindings: make(map[string]*binding), readers: make(map[readerKey]schema.Decoder)}
	var err error
	if c.local, err = h.localSchema(side, kind); err != nil {
		return nil, err
	}
	if !h.config.given("schema-registry-url") {
		if c.local == nil {
			return nil, invalidConfig(fmt.Sprintf(`codec %s of %ss: the schema is missing: give %q, or "schema-registry-url"`, name, side, side+"-schema"))
		}
		return c, nil
	}
	if c.registry, err = h.state.registryOf(h.config); err != nil {
		return nil, err
	}
	c.settings = registrySettings{strategy: h.config.text(side + "-subject-name-strategy"), inHeader: h.config.text("schema-id-location") == "header"}
	if role == "serializer" {
		c.settings.register = h.config.truth("auto-register-schemas")
		c.settings.checked = h.config.truth("latest-compatibility-strict")
		c.settings.normalize = h.config.truth("normalize-schemas")
		c.settings.latest = h.config.truth("use-latest-version") || c.local == nil && !h.config.given("use-latest-version")
		if err := c.checkSettings(); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// checkSettings refuses what leaves no schema to encode by.
func (c *schemaCodec) checkSettings() error {
	s := c.settings
	switch {
	case c.local == nil && s.register:
		return invalidConfig(fmt.Sprintf(`option "auto-register-schemas": there is nothing to register: give %q`, c.side+"-schema"))
	case c.local == nil && !s.latest:
		return invalidConfig(fmt.Sprintf(`option "use-latest-version": without it the schema is missing: give %q`, c.side+"-schema"))
	case s.register && s.latest:
		return invalidConfig(`options "auto-register-schemas" and "use-latest-version" contradict each other`)
	case c.local == nil && s.strategy != topicName:
		return invalidConfig(fmt.Sprintf("option %q: %s needs the name of the record: give %q", c.side+"-subject-name-strategy", s.strategy, c.side+"-schema"))
	case s.strategy != topicName && c.local.Name() == "":
		return invalidConfig(fmt.Sprintf("option %q: %s needs a schema with a name, and the one of %ss has none", c.side+"-subject-name-strategy", s.strategy, c.side))
	}
	return nil
}

// localSchema compiles key-schema or value-schema; nil where there is none.
func (h *handle) localSchema(side string, kind schema.Type) (schema.Schema, error) {
	name := side + "-schema"
	o, ok := h.config.value(name).(*schemaOption)
	if !ok {
		return nil, nil
	}
	source := schema.Source{Type: kind, Text: o.text, Message: o.message}
	if o.typeName != "" {
		if t, known := schema.ParseType(o.typeName); !known || t != kind {
			return nil, invalidConfig(fmt.Sprintf("option %q: got a schema of type %s, expected %s as the codec is", name, quote(o.typeName), kind))
		}
	}
	if o.path != "" {
		data, err := h.state.lib.refs.read(name, o.path)
		if err != nil {
			return nil, err
		}
		source.Text = string(data)
	}
	for _, r := range o.references {
		source.References = append(source.References, schema.Reference{Name: r.name, Text: r.text})
	}
	if message := h.config.text(side + "-schema-message"); message != "" {
		source.Message = message
	}
	s, err := h.state.schema(source)
	if e, ok := errors.AsType[*Error](err); ok {
		named := *e
		named.Message = fmt.Sprintf("option %q: %s", name, e.Message)
		return nil, &named
	}
	return s, err
}

// encode is the local schema's; with a registry the topic says which schema it
// is, and encodeFor is called.
func (c *schemaCodec) encode(v interp.Value) ([]byte, error) {
	if c.local == nil {
		return nil, errors.New("the schema is that of the topic")
	}
	return c.local.Encode(v)
}

// value decodes what it can without asking the registry.
func (c *schemaCodec) value(data []byte) (interp.Value, error) {
	if c.registry == nil {
		return c.local.Decode(data)
	}
	f, err := c.frame(data, nil)
	if err != nil {
		return interp.Null(), err
	}
	writer, err := c.registry.known(f.id)
	if err != nil {
		return interp.Null(), err
	}
	return c.decode(f, writer)
}

// subject is where the registry has the schema of a topic.
func (c *schemaCodec) subject(topic string) string {
	switch c.settings.strategy {
	case recordName:
		return c.local.Name()
	case topicRecordName:
		return topic + "-" + c.local.Name()
	}
	return topic + "-" + c.side
}

// perTopic reports whether a codec has a schema for each topic.
func perTopic(c codec) (*schemaCodec, bool) {
	s, ok := c.(*schemaCodec)
	return s, ok && s.registry != nil
}

// schemaTypeText names a type as the registry does.
func schemaTypeText(t schema.Type) string { return strings.ToUpper(string(t)) }
