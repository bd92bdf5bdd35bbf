package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
	"github.com/twmb/franz-go/pkg/kgo"
	"github.com/twmb/franz-go/pkg/sr"
)

// prepare makes the schemas of topics known by which keys and values are
// encoded. It waits for the registry without the session's lock, at most the
// time.
func (p *producer) prepare(call *interp.Call, topics []string, key, value bool, time time.Duration) error {
	var wanted []*schemaCodec
	if c, ok := perTopic(p.key); ok && key {
		wanted = append(wanted, c)
	}
	if c, ok := perTopic(p.value); ok && value {
		wanted = append(wanted, c)
	}
	for _, c := range wanted {
		for _, topic := range topics {
			if c.binding(topic) != nil {
				continue
			}
			err := unlocked(call, func(ctx context.Context) error {
				waiting, cancel := p.h.waiting(ctx, time)
				defer cancel()
				err := c.bind(waiting, topic)
				if err != nil && waiting.Err() != nil {
					return p.h.over(ctx, waiting, "the schema registry")
				}
				return err
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// prepareRecords is prepare for the topics of records.
func (p *producer) prepareRecords(call *interp.Call, records *interp.List, overrides map[string]interp.Value, time time.Duration) error {
	_, key := perTopic(p.key)
	_, value := perTopic(p.value)
	if !key && !value {
		return nil
	}
	field := func(record interp.Value, name string) interp.Value {
		if v, ok := overrides[name]; ok {
			return v
		}
		return element(record, name)
	}
	type needs struct{ key, value bool }
	topics := make(map[string]needs)
	for i := range records.Len() {
		record := records.At(i)
		if l, ok := record.AsList(); !ok || isFunction(l) {
			continue // said when it is encoded
		}
		topic, ok := field(record, "topic").AsString()
		if ok && checkTopic(topic) == nil {
			n := topics[topic]
			topics[topic] = needs{n.key || !field(record, "key").IsNull(), n.value || !field(record, "value").IsNull()}
		}
	}
	for topic, n := range topics {
		if err := p.prepare(call, []string{topic}, n.key, n.value, time); err != nil {
			return err
		}
	}
	return nil
}

func (c *schemaCodec) binding(topic string) *binding {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.bindings[topic]
}

// maxBindings bounds the topics whose schemas a producer keeps.
const maxBindings = 10_000

// encodeFor encodes for a topic that was prepared. The header is that of the
// id, if it belongs there.
func (c *schemaCodec) encodeFor(topic string, v interp.Value) (data []byte, header *kgo.RecordHeader, err error) {
	b := c.binding(topic)
	if b == nil {
		return nil, nil, errors.New("the schema of the topic is not known")
	}
	payload, err := b.schema.Encode(v)
	if err != nil {
		return nil, nil, err
	}
	indexes := schema.Indexes(b.schema)
	if c.settings.inHeader {
		return payload, &kgo.RecordHeader{Key: schemaHeader(c.side), Value: appendID(nil, b.id, true, indexes)}, nil
	}
	return append(appendID(make([]byte, 0, len(payload)+8), b.id, false, indexes), payload...), nil, nil
}

// bind finds the schema of a topic in the registry, or registers it.
func (c *schemaCodec) bind(ctx context.Context, topic string) error {
	subject := c.subject(topic)
	var found sr.SubjectSchema
	var err error
	b := &binding{schema: c.local}
	switch {
	case c.settings.latest:
		found, b.schema, err = c.latest(ctx, subject)
	default:
		found, err = c.registered(ctx, subject)
	}
	if err != nil {
		return err
	}
	b.id.number = uint32(found.ID)
	if c.settings.inHeader && !b.id.setGUID(found.GUID) {
		return clientError("SCHEMA_REGISTRY_ERROR", fmt.Sprintf("the schema registry %s gives no GUID for the schema of subject %s, which \"schema-id-location\" => \"header\" needs", c.registry.shown, quote(subject)), nil)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.bindings) >= maxBindings {
		clear(c.bindings)
	}
	c.bindings[topic] = b
	return nil
}

// latest is the latest schema of a subject.
func (c *schemaCodec) latest(ctx context.Context, subject string) (found sr.SubjectSchema, compiled schema.Schema, err error) {
	err = c.registry.ask(ctx, "latest version of subject "+quote(subject), func(ctx context.Context) (err error) {
		found, err = c.registry.client.SchemaByVersion(ctx, subject, -1)
		return err
	})
	if err != nil {
		return found, nil, err
	}
	if t := typeOfRegistry(found.Type); t != c.kind {
		return found, nil, clientError("SCHEMA_REGISTRY_ERROR", fmt.Sprintf("the schema of subject %s is of type %s, the codec of type %s", quote(subject), schemaTypeText(t), schemaTypeText(c.kind)), nil)
	}
	if compiled, err = c.registry.compile(ctx, found.Schema); err != nil {
		return found, nil, err
	}
	if c.local == nil {
		return found, compiled, nil
	}
	if c.settings.checked {
		if problems := schema.Compatible(compiled, c.local, schema.Backward); len(problems) > 0 {
			return found, nil, clientError("INVALID_SCHEMA", fmt.Sprintf("the local schema cannot read what the latest one of subject %s writes (option \"latest-compatibility-strict\"): %s", quote(subject), problemText(problems)), nil)
		}
	}
	if message := c.local.Source().Message; message != "" && c.kind == schema.Protobuf {
		source := compiled.Source()
		source.Message = message
		compiled, err = c.registry.state.schema(source)
	}
	return found, compiled, err
}

func problemText(problems []schema.Problem) string {
	return (&schema.MismatchError{Problems: problems}).Error()
}

// registered is the local schema as the registry has it. Where it is not there
// it is registered, if the option says so.
func (c *schemaCodec) registered(ctx context.Context, subject string) (found sr.SubjectSchema, err error) {
	source := c.local.Source()
	references, err := c.localReferences(ctx, source)
	if err != nil {
		return found, err
	}
	return c.submit(ctx, subject, sr.Schema{Schema: source.Text, Type: registryType(source.Type), References: references})
}

// submit looks a schema up in a subject, and registers it.
func (c *schemaCodec) submit(ctx context.Context, subject string, s sr.Schema) (found sr.SubjectSchema, err error) {
	if c.settings.normalize {
		ctx = sr.WithParams(ctx, sr.Normalize)
	}
	lookUp := func() error {
		return c.registry.ask(ctx, "schema of subject "+quote(subject), func(ctx context.Context) (err error) {
			found, err = c.registry.client.LookupSchema(ctx, subject, s)
			return err
		})
	}
	err = lookUp()
	if err == nil || !isNotThere(err) {
		return found, err
	}
	if !c.settings.register {
		e := *errorFrom(err)
		e.Message += `; register it, or give "auto-register-schemas" => true or "use-latest-version" => true`
		return found, &e
	}
	if err := c.compatible(ctx, subject, s); err != nil {
		return found, err
	}
	err = c.registry.ask(ctx, "registration in subject "+quote(subject), func(ctx context.Context) error {
		_, err := c.registry.client.RegisterSchema(ctx, subject, s, -1, -1)
		return err
	})
	if err != nil {
		return found, err
	}
	err = lookUp() // for the GUID and the version
	return found, err
}

// compatible asks the registry before a schema is registered, for it then says
// why one is refused.
func (c *schemaCodec) compatible(ctx context.Context, subject string, s sr.Schema) error {
	var result sr.CheckCompatibilityResult
	err := c.registry.ask(ctx, "compatibility with subject "+quote(subject), func(ctx context.Context) (err error) {
		result, err = c.registry.client.CheckCompatibility(sr.WithParams(ctx, sr.Verbose), subject, -1, s)
		return err
	})
	switch {
	case isNotThere(err): // the subject is new
		return nil
	case err != nil:
		return err
	case !result.Is:
		return clientError("SCHEMA_REGISTRY_ERROR", fmt.Sprintf("the schema registry %s: the schema is not compatible with the latest one of subject %s: %s", c.registry.shown, quote(subject), strings.Join(result.Messages, "; ")), nil)
	}
	return nil
}

// localReferences are the references of a local schema as the registry has
// them: each under the subject of its own name.
func (c *schemaCodec) localReferences(ctx context.Context, source schema.Source) ([]sr.SchemaReference, error) {
	known := make(map[string]sr.SchemaReference)
	pending := slices.Clone(source.References)
	for len(pending) > 0 {
		var waiting []schema.Reference
		for _, r := range pending {
			needed, complete := namedIn(r.Text, r.Name, source.References, known)
			if !complete {
				waiting = append(waiting, r)
				continue
			}
			found, err := c.submit(ctx, r.Name, sr.Schema{Schema: r.Text, Type: registryType(source.Type), References: needed})
			if err != nil {
				return nil, err
			}
			known[r.Name] = sr.SchemaReference{Name: r.Name, Subject: r.Name, Version: found.Version}
		}
		if len(waiting) == len(pending) {
			return nil, clientError("INVALID_SCHEMA", "the references refer to each other in a circle, which a registry does not take", nil)
		}
		pending = waiting
	}
	references, _ := namedIn(source.Text, "", source.References, known)
	return references, nil
}

// namedIn are the references that a text names; complete is false where one of
// them is not known yet.
func namedIn(text, self string, all []schema.Reference, known map[string]sr.SchemaReference) (named []sr.SchemaReference, complete bool) {
	for _, r := range all {
		short := r.Name[strings.LastIndexByte(r.Name, '.')+1:]
		if r.Name == self || !strings.Contains(text, `"`+r.Name) && !strings.Contains(text, `"`+short+`"`) {
			continue
		}
		k, ok := known[r.Name]
		if !ok {
			return nil, false
		}
		named = append(named, k)
	}
	return named, true
}
