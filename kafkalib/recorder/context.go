package recorder

import (
	"context"
	"math/rand/v2"
	"strings"
	"sync"
	"time"
)

// A Context is a piece of work that becomes one event when it ends. Work within
// it shares its id, and the decision whether it is recorded. It is safe for
// concurrent use.
type Context struct {
	recorder *Recorder
	id       string
	name     string
	sampled  bool
	start    time.Time

	mu     sync.Mutex
	fields Fields
	ended  bool
}

type contextKey struct{}

// FromContext returns the innermost Context of ctx, or nil.
func FromContext(ctx context.Context) *Context {
	c, _ := ctx.Value(contextKey{}).(*Context)
	return c
}

// A ContextOption changes how a Context starts.
type ContextOption func(*contextStart)

type contextStart struct {
	id     string
	rate   float64
	fields Fields
}

// WithID gives a Context the id of work that began elsewhere.
func WithID(id string) ContextOption { return func(s *contextStart) { s.id = id } }

// WithSampling records only a part of the Contexts: rate is between 0 and 1. It
// counts where there is no Context around; otherwise work that is not sampled
// has nothing sampled within it, and of the rest this rate.
func WithSampling(rate float64) ContextOption { return func(s *contextStart) { s.rate = rate } }

// WithFields gives a Context fields at once.
func WithFields(fields Fields) ContextOption { return func(s *contextStart) { s.fields = fields } }

// Start begins a Context. A type that begins with a dot goes on with that of the
// Context around: within "web.request", ".query" is "web.request.query", and
// ".request.done" is "web.request.done", because the parts that it has in common
// stand once.
func (r *Recorder) Start(ctx context.Context, typ string, options ...ContextOption) (context.Context, *Context) {
	s := contextStart{rate: 1}
	for _, o := range options {
		o(&s)
	}
	c := &Context{recorder: r, id: s.id, name: typ, sampled: true, start: time.Now()}
	around := FromContext(ctx)
	switch {
	case around != nil:
		c.name = relativeType(around.name, typ)
		c.sampled = around.sampled
		if c.id == "" {
			c.id = around.id
		}
		c.fields = append(c.fields, around.inherited()...)
	default:
		c.name = strings.TrimPrefix(typ, ".")
	}
	if c.id == "" {
		c.id = NewID()
	}
	c.sampled = c.sampled && (s.rate >= 1 || rand.Float64() < s.rate)
	for _, f := range s.fields {
		c.Set(f.Name, f.Value)
	}
	return context.WithValue(ctx, contextKey{}, c), c
}

// relativeType is the type of work within work of the type around.
func relativeType(around, typ string) string {
	if !strings.HasPrefix(typ, ".") {
		return typ
	}
	if around == "" {
		return typ[1:]
	}
	first, _, _ := strings.Cut(typ[1:], ".")
	parts := strings.Split(around, ".")
	for i := len(parts) - 1; i >= 0; i-- {
		if parts[i] == first {
			return strings.Join(append(parts[:i:i], typ[1:]), ".")
		}
	}
	return around + typ
}

// ID returns the id that all events of the Context have.
func (c *Context) ID() string { return c.id }

// Type returns the Context's type, with what it has from the one around.
func (c *Context) Type() string { return c.name }

// Sampled reports whether the Context is recorded.
func (c *Context) Sampled() bool { return c.sampled }

// Set sets a field of the Context's event, and of the events within it that have
// no such field. The value must not be changed afterwards.
func (c *Context) Set(name string, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.set(name, value)
}

func (c *Context) set(name string, value any) {
	if c.ended {
		return // its event is on its way
	}
	for i := range c.fields {
		if c.fields[i].Name == name {
			c.fields[i].Value = value
			return
		}
	}
	c.fields = append(c.fields, Field{name, value})
}

// Add adds to a number, 0 at first. A field that is no number is replaced.
func (c *Context) Add(name string, n float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old, _ := c.get(name).(float64)
	c.set(name, old+n)
}

// Append appends to a list, empty at first. A field that is no list becomes its
// first element.
func (c *Context) Append(name string, value any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.get(name)
	list, ok := old.([]any)
	if !ok && old != nil {
		list = []any{old}
	}
	c.set(name, append(list[:len(list):len(list)], value))
}

func (c *Context) get(name string) any {
	for i := range c.fields {
		if c.fields[i].Name == name {
			return c.fields[i].Value
		}
	}
	return nil
}

// inherited are the fields that work within has, too.
func (c *Context) inherited() Fields {
	c.mu.Lock()
	defer c.mu.Unlock()
	return append(Fields(nil), c.fields...)
}

// End records the Context as an event, from its start to now, and reports whether
// the event was accepted; true where it is not sampled. Only the first call does.
func (c *Context) End() bool {
	c.mu.Lock()
	if c.ended {
		c.mu.Unlock()
		return true
	}
	c.ended = true
	fields := c.fields
	c.mu.Unlock()
	if !c.sampled {
		c.recorder.sampledOut.Add(1)
		return true
	}
	return c.recorder.Record(Event{ID: c.id, Type: c.name, Start: c.start, Body: fields})
}

// adopt gives an event within the Context its id, its type and its fields, where
// the event has none of its own.
func (c *Context) adopt(e *Event) {
	if e.ID == "" {
		e.ID = c.id
	}
	if e.Type == "" {
		e.Type = c.name
	} else {
		e.Type = relativeType(c.name, e.Type)
	}
	e.Body = withFields(c.inherited(), e.Body)
}

// withFields is a body with the fields that stand behind it: its own come first
// and hide those of the same name. A body that has no names becomes the field
// "value".
func withFields(inherited Fields, body any) any {
	if len(inherited) == 0 {
		return body
	}
	var own Fields
	switch b := body.(type) {
	case nil:
		return inherited
	case Fields:
		own = append(own, b...)
	case map[string]any:
		whole := make(map[string]any, len(b)+len(inherited))
		for _, f := range inherited {
			whole[f.Name] = f.Value
		}
		for name, v := range b {
			whole[name] = v
		}
		return whole
	default:
		own = Fields{{"value", body}}
	}
	for _, f := range inherited {
		if !own.has(f.Name) {
			own = append(own, f)
		}
	}
	return own
}

func (f Fields) has(name string) bool {
	for i := range f {
		if f[i].Name == name {
			return true
		}
	}
	return false
}
