package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A shaper makes the list that a poll returns, record by record.
type shaper interface {
	// add takes a record whose key and value are decoded; extra is put into
	// it, where it has a list of its own, as "error".
	add(r *kgo.Record, key, value part, extra interp.Value)
	// list ends the list.
	list() interp.Value
}

// newShaper returns the shaper of a shape, for these records. The topics are
// those that the shape "by-topic" shows even where they have no record.
func newShaper(shape string, detail bool, records []*kgo.Record, topics []string) shaper {
	switch shape {
	case "values":
		return newValuesShaper(records)
	case "by-topic":
		return newTopicShaper(topics)
	}
	return &recordsShaper{rb: newRecordBuilder(records, detail), out: interp.NewList(0)}
}

// needsKey reports whether the shape shows keys, and so decodes them.
func needsKey(shape string) bool { return shape != "values" }

type recordsShaper struct {
	rb  *recordBuilder
	out *interp.List
}

func (s *recordsShaper) add(r *kgo.Record, key, value part, extra interp.Value) {
	l := s.rb.record(r, key, value)
	if !extra.IsNull() {
		l.Put("error", extra)
	}
	s.out.Append(interp.FromList(l))
}

func (s *recordsShaper) list() interp.Value { return interp.FromList(s.out) }

// valuesShaper makes a flat list; it is built in one piece.
type valuesShaper struct {
	b *interp.ListBuilder
	n int
}

func newValuesShaper(records []*kgo.Record) *valuesShaper {
	text := 0
	for _, r := range records {
		text += len(r.Value)
	}
	return &valuesShaper{b: interp.NewListBuilder(interp.NewShape(make([]string, len(records))...), 1, text)}
}

func (s *valuesShaper) add(_ *kgo.Record, _, value part, _ interp.Value) {
	value.add(s.b)
	s.n++
}

func (s *valuesShaper) list() interp.Value {
	l := s.b.List()
	l.Truncate(s.n) // the builder fills up with null
	return interp.FromList(l)
}

// topicShaper makes topic => (key => value / value …). The name belongs to
// the last record of a key; earlier ones stay in their place without a name,
// so that no value is lost.
type topicShaper struct {
	topics []string
	byName map[string]*topicValues
}

type topicValues struct {
	values []interp.Value
	names  []string
	last   map[string]int // where each key was last
}

func newTopicShaper(topics []string) *topicShaper {
	s := &topicShaper{byName: make(map[string]*topicValues)}
	for _, t := range topics {
		s.of(t)
	}
	return s
}

func (s *topicShaper) of(topic string) *topicValues {
	t := s.byName[topic]
	if t == nil {
		t = &topicValues{last: make(map[string]int)}
		s.byName[topic] = t
		s.topics = append(s.topics, topic)
	}
	return t
}

func (s *topicShaper) add(r *kgo.Record, key, value part, _ interp.Value) {
	t := s.of(r.Topic)
	name := ""
	if k := key.whole(); !k.IsNull() {
		name = keyText(k)
	}
	if name != "" {
		if before, ok := t.last[name]; ok {
			t.names[before] = ""
		}
		t.last[name] = len(t.values)
	}
	t.values = append(t.values, value.whole())
	t.names = append(t.names, name)
}

// keyText is the text of a key: a string itself, else as it is printed.
func keyText(v interp.Value) string {
	if s, ok := v.AsString(); ok {
		return s
	}
	return v.String()
}

func (s *topicShaper) list() interp.Value {
	out := interp.NewList(0)
	for _, topic := range s.topics {
		t := s.byName[topic]
		l := interp.NewList(0)
		for i, v := range t.values {
			addElement(l, t.names[i], v)
		}
		out.Put(topic, interp.FromList(l))
	}
	return interp.FromList(out)
}
