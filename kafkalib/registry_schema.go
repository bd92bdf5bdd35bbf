package kafkalib

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/schema"
	"github.com/twmb/franz-go/pkg/sr"
)

// A schemaEntry is a schema that was asked for. done is closed when the answer
// is there; the other fields are then set and do not change.
type schemaEntry struct {
	done   chan struct{}
	schema schema.Schema
	// err: the registry has no such schema, or it is none that can be used.
	err error
	// failed: there was no answer. It is told once; then it is asked again.
	failed error
	until  time.Time // err counts so long
}

// errPending says that the answer of the registry is not there yet.
var errPending = fmt.Errorf("the schema registry has not answered yet")

// unknownFor is how long the registry is not asked again for what it does not
// know.
const unknownFor = 10 * time.Second

// start returns the entry of a schema and asks for it where nobody has.
func (r *registry) start(id schemaID) *schemaEntry {
	r.mu.Lock()
	defer r.mu.Unlock()
	if e := r.entries[id]; e != nil && !e.over() {
		return e
	}
	e := &schemaEntry{done: make(chan struct{})}
	if r.closed {
		e.failed = clientError("CLOSED", "the session is closed", nil)
		close(e.done)
		return e
	}
	if r.entries[id] == nil {
		r.order = append(r.order, id)
		if len(r.order) > maxRegistryEntries {
			delete(r.entries, r.order[0])
			r.order = r.order[1:]
		}
	}
	r.entries[id] = e
	r.work.Go(func() { r.fetch(id, e) })
	return e
}

// over reports whether an entry is to be asked for again.
func (e *schemaEntry) over() bool {
	select {
	case <-e.done:
		return e.err != nil && time.Now().After(e.until)
	default:
		return false
	}
}

// drop forgets an entry whose failure was told.
func (r *registry) drop(id schemaID, e *schemaEntry) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.entries[id] == e {
		delete(r.entries, id)
		for i, other := range r.order {
			if other == id {
				r.order = append(r.order[:i], r.order[i+1:]...)
				break
			}
		}
	}
}

// known returns the schema of an id where the answer is there; else errPending.
func (r *registry) known(id schemaID) (schema.Schema, error) {
	r.mu.Lock()
	e := r.entries[id]
	r.mu.Unlock()
	if e == nil {
		return nil, errPending
	}
	return e.answer()
}

// answer is the schema of an entry; errPending where it is not there yet.
func (e *schemaEntry) answer() (schema.Schema, error) {
	select {
	case <-e.done:
		if e.failed != nil {
			return nil, e.failed
		}
		return e.schema, e.err
	default:
		return nil, errPending
	}
}

// fetch asks for a schema.
func (r *registry) fetch(id schemaID, e *schemaEntry) {
	defer close(e.done)
	if id.number > math.MaxInt32 {
		e.err, e.until = fmt.Errorf("no schema has the %s", id), time.Now().Add(unknownFor)
		return
	}
	select {
	case r.slots <- struct{}{}:
		defer func() { <-r.slots }()
	case <-r.ctx.Done():
		e.failed = clientError("CLOSED", "the session is closed", nil)
		return
	}
	var found sr.Schema
	err := r.ask(r.ctx, "schema with "+id.String(), func(ctx context.Context) error {
		if id.hasGUID {
			s, err := r.client.SchemaByGUID(ctx, id.guidText())
			found = s.Schema
			return err
		}
		s, err := r.client.SchemaByID(ctx, int(id.number))
		found = s
		return err
	})
	if err == nil {
		e.schema, err = r.compile(r.ctx, found)
	}
	switch {
	case err == nil:
	case isNotThere(err):
		e.err, e.until = fmt.Errorf("the schema registry %s has no schema with %s", r.shown, id), time.Now().Add(unknownFor)
	case errorFrom(err).Code == "INVALID_SCHEMA":
		e.err, e.until = fmt.Errorf("the schema with %s: %s", id, errorFrom(err).Message), time.Now().Add(unknownFor)
	default:
		e.failed = err
	}
}

// compile compiles a schema of the registry, with all that it refers to.
func (r *registry) compile(ctx context.Context, s sr.Schema) (schema.Schema, error) {
	source := schema.Source{Type: typeOfRegistry(s.Type), Text: s.Schema}
	seen := make(map[string]bool)
	if err := r.references(ctx, s.References, seen, &source, 0); err != nil {
		return nil, err
	}
	return r.state.schema(source)
}

// registryType is the registry's name of a type of schemas, and typeOfRegistry
// the type of such a name; the registry leaves Avro's out.
func registryType(t schema.Type) sr.SchemaType {
	switch t {
	case schema.Protobuf:
		return sr.TypeProtobuf
	case schema.JSON:
		return sr.TypeJSON
	}
	return sr.TypeAvro
}

func typeOfRegistry(t sr.SchemaType) schema.Type {
	switch t {
	case sr.TypeProtobuf:
		return schema.Protobuf
	case sr.TypeJSON:
		return schema.JSON
	}
	return schema.Avro
}

// Bounds of what one schema may refer to.
const (
	maxSchemaReferences = 1000
	maxSchemaNesting    = 50
)

// references adds the schemas that one refers to, each once, and those that
// they refer to. seen has the names that were added; depth is 0 for what the
// schema itself names.
func (r *registry) references(ctx context.Context, refs []sr.SchemaReference, seen map[string]bool, source *schema.Source, depth int) error {
	for _, ref := range refs {
		if seen[ref.Name] {
			continue
		}
		seen[ref.Name] = true
		if depth > maxSchemaNesting {
			return clientError("INVALID_SCHEMA", fmt.Sprintf("the references of the schema are nested more than %d deep", maxSchemaNesting), nil)
		}
		if len(source.References) >= maxSchemaReferences {
			return clientError("INVALID_SCHEMA", fmt.Sprintf("the schema refers to more than %d schemas", maxSchemaReferences), nil)
		}
		var found sr.SubjectSchema
		err := r.ask(ctx, fmt.Sprintf("reference %s, version %d of subject %s", quote(ref.Name), ref.Version, quote(ref.Subject)), func(ctx context.Context) (err error) {
			found, err = r.client.SchemaByVersion(ctx, ref.Subject, ref.Version)
			return err
		})
		if err != nil {
			return err
		}
		source.References = append(source.References, schema.Reference{Name: ref.Name, Text: found.Schema.Schema})
		if err := r.references(ctx, found.References, seen, source, depth+1); err != nil {
			return err
		}
	}
	return nil
}
