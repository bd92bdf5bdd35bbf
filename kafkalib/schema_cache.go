package kafkalib

import (
	"crypto/sha256"
	"encoding/binary"
	"sync"

	"github.com/bpl-lang/bpl/kafkalib/schema"
)

// maxCachedSchemas bounds the compiled schemas that a session keeps.
const maxCachedSchemas = 256

// A schemaCache keeps compiled schemas by what they were compiled from. It is
// safe for concurrent use; its zero value is empty.
type schemaCache struct {
	mu      sync.Mutex
	entries map[[sha256.Size]byte]schema.Schema
	order   [][sha256.Size]byte // oldest first
}

// schema compiles a source, once as long as it is kept.
func (s *state) schema(source schema.Source) (schema.Schema, error) {
	key := sourceKey(source)
	s.schemas.mu.Lock()
	compiled := s.schemas.entries[key]
	s.schemas.mu.Unlock()
	if compiled != nil {
		return compiled, nil
	}
	compiled, err := schema.Parse(source)
	if err != nil {
		return nil, schemaError(err)
	}
	s.schemas.keep(key, compiled)
	return compiled, nil
}

func (c *schemaCache) keep(key [sha256.Size]byte, compiled schema.Schema) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = make(map[[sha256.Size]byte]schema.Schema)
	}
	if c.entries[key] != nil {
		return
	}
	if len(c.order) >= maxCachedSchemas {
		delete(c.entries, c.order[0])
		c.order = c.order[1:]
	}
	c.entries[key] = compiled
	c.order = append(c.order, key)
}

// sourceKey is a hash in which the parts cannot run into each other.
func sourceKey(s schema.Source) [sha256.Size]byte {
	h := sha256.New()
	part := func(text string) {
		var size [8]byte
		binary.BigEndian.PutUint64(size[:], uint64(len(text)))
		h.Write(size[:])
		h.Write([]byte(text))
	}
	part(string(s.Type))
	part(s.Text)
	part(s.Message)
	for _, r := range s.References {
		part(r.Name)
		part(r.Text)
	}
	return [sha256.Size]byte(h.Sum(nil))
}
