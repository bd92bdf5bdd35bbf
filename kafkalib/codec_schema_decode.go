package kafkalib

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
	"github.com/twmb/franz-go/pkg/kgo"
)

// fetchedSchemas are the answers of the registry for the records of a poll.
// They are kept until the next one, whatever the registry's cache drops.
type fetchedSchemas map[*schemaCodec]map[schemaID]*schemaEntry

// decodePart decodes a key or value of a record.
func (c *consumer) decodePart(codec codec, data []byte, headers []kgo.RecordHeader) (part, error) {
	s := registryCodec(codec)
	if s == nil || data == nil {
		return decodePart(codec, data)
	}
	f, err := s.frame(data, headers)
	if err != nil {
		return part{}, err
	}
	e := c.schemas[s][f.id]
	if e == nil {
		return part{}, errPending
	}
	writer, err := e.answer()
	if err != nil {
		return part{}, err
	}
	v, err := s.decode(f, writer)
	return part{value: v, decoded: true}, err
}

// decode decodes bytes of the writer's schema.
func (c *schemaCodec) decode(f framing, writer schema.Schema) (interp.Value, error) {
	if t := writer.Source().Type; t != c.kind {
		return interp.Null(), fmt.Errorf("the schema with %s is of type %s, the codec of type %s", f.id, schemaTypeText(t), schemaTypeText(c.kind))
	}
	d, err := c.reader(writer, f.indexes)
	if err != nil {
		return interp.Null(), fmt.Errorf("the schema with %s: %w", f.id, err)
	}
	return d.Decode(f.payload)
}

// maxReaders bounds the decoders that a consumer keeps.
const maxReaders = 256

// reader is how data of the writer's schema is decoded: by that, or evolved to
// the local one.
func (c *schemaCodec) reader(writer schema.Schema, indexes []int) (schema.Decoder, error) {
	if c.local == nil && indexes == nil {
		return writer, nil
	}
	key := readerKey{writer, string(appendIndexes(nil, indexes))}
	c.mu.Lock()
	d := c.readers[key]
	c.mu.Unlock()
	if d != nil {
		return d, nil
	}
	message, err := schema.MessageAt(writer, indexes)
	if err != nil {
		return nil, err
	}
	d = message
	if c.local != nil {
		if d, err = message.Evolve(c.local); err != nil {
			return nil, fmt.Errorf("the local schema cannot read what it writes: %w", err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.readers) >= maxReaders {
		clear(c.readers)
	}
	c.readers[key] = d
	return d, nil
}

// fetchSchemas makes the schemas of records known, at most until the deadline.
// It returns errPending where the registry has not answered by then, and the
// failure where it could not. What the registry does not know is no error
// here: it is one of the record. The slot is held.
func (c *consumer) fetchSchemas(ctx context.Context, records []*kgo.Record, deadline time.Time) error {
	key, value := registryCodec(c.key), registryCodec(c.value)
	c.schemas = nil
	if key == nil && value == nil {
		return nil
	}
	c.schemas = make(fetchedSchemas)
	for _, r := range records {
		c.schemas.want(key, r.Key, r.Headers)
		c.schemas.want(value, r.Value, r.Headers)
	}
	waiting, cancel := context.WithDeadline(ctx, deadline)
	defer cancel()
	for codec, entries := range c.schemas {
		for id, e := range entries {
			if err := codec.registry.wait(waiting, id, e, c.open.Done()); err != nil {
				return err
			}
		}
	}
	return nil
}

// want asks for the schema of a key or value, where nobody has.
func (f fetchedSchemas) want(c *schemaCodec, data []byte, headers []kgo.RecordHeader) {
	if c == nil || data == nil {
		return
	}
	found, err := c.frame(data, headers)
	if err != nil {
		return
	}
	if f[c] == nil {
		f[c] = make(map[schemaID]*schemaEntry)
	}
	if f[c][found.id] == nil {
		f[c][found.id] = c.registry.start(found.id)
	}
}

// registryCodec is the codec if the registry has its schemas, else nil.
func registryCodec(c codec) *schemaCodec {
	s, ok := perTopic(c)
	if !ok {
		return nil
	}
	return s
}

// wait waits for an entry. A failure is told once.
func (r *registry) wait(ctx context.Context, id schemaID, e *schemaEntry, quit <-chan struct{}) error {
	select {
	case <-e.done:
	default:
		select {
		case <-e.done:
		case <-quit:
			return clientError("CLOSED", "the handle was closed while the call waited for the schema registry", nil)
		case <-ctx.Done():
			if errors.Is(ctx.Err(), context.DeadlineExceeded) {
				return errPending
			}
			return context.Cause(ctx)
		}
	}
	if e.failed != nil {
		r.drop(id, e)
	}
	return e.failed
}
