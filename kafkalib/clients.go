package kafkalib

import (
	"slices"

	"github.com/bpl-lang/bpl/interp"
)

var clientShape = interp.NewShape("id", "kind", "servers", "client-id", "created", "topics")

// kafkaClients is (kafka-clients).
func kafkaClients(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 0)
	if err == nil {
		err = a.done()
	}
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, h := range stateOf(c).open() {
		b := interp.NewListBuilder(clientShape, 1, 0)
		b.Value(interp.String(h.id))
		b.Value(interp.String(h.kind.String()))
		b.Value(interp.String(h.config.servers().String()))
		b.Value(interp.String(h.config.text("client-id")))
		b.Long(h.created.UnixMilli())
		b.Value(textList(h.topicNames()))
		out.Append(interp.FromList(b.List()))
	}
	return interp.FromList(out), nil
}

// topicNames are the topics that a handle works with, as far as it knows.
func (h *handle) topicNames() []string {
	if h.consumer != nil {
		return h.consumer.topics()
	}
	if h.producer != nil {
		return h.producer.queue.topicNames()
	}
	if h.recorder != nil {
		return []string{h.recorder.topic}
	}
	return nil
}

// usedTopics are the topics that a handle's clients know, as far as it knows:
// those of a pattern, too, while they are read.
func (h *handle) usedTopics() []string {
	names := h.topicNames()
	if h.consumer != nil {
		for _, tp := range h.consumer.partitions() {
			if !slices.Contains(names, tp.Topic) {
				names = append(names, tp.Topic)
			}
		}
	}
	return names
}

// kafkaConfig is (kafka-config kid).
func kafkaConfig(c *interp.Call) (interp.Value, error) {
	_, h, err := handleArguments(c, 1)
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, s := range h.config.Settings() {
		out.Put(s.Name, scriptValue(s.Value))
	}
	return interp.FromList(out), nil
}

// kafkaOptions is (kafka-options [kind]).
func kafkaOptions(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 1)
	if err == nil {
		err = a.done()
	}
	if err != nil {
		return interp.Null(), err
	}
	kinds := allKinds.list()
	if !a.at(0).IsNull() {
		name, err := a.text(0, "kind")
		if err != nil {
			return interp.Null(), err
		}
		kind, ok := ParseKind(name)
		if !ok {
			names := namesOfKinds(kinds)
			return interp.Null(), invalidArgument(c.Name() + ": kind: got " + quote(name) + ", expected " + orList(names) + hint(name, names))
		}
		kinds = []Kind{kind}
	}
	return optionList(kinds), nil
}

// optionList describes the options of kinds, sorted by name. An option that
// has an effect for one kind is described as such.
func optionList(kinds []Kind) interp.Value {
	all := make(map[string]OptionInfo)
	for _, k := range kinds {
		for _, o := range Options(k) {
			if known, ok := all[o.Name]; !ok || known.Ignored != "" {
				all[o.Name] = o
			}
		}
	}
	var names []string
	for n := range all {
		names = append(names, n)
	}
	slices.Sort(names)
	out := interp.NewList(0)
	for _, n := range names {
		o := all[n]
		l := interp.NewList(0)
		l.Put("type", interp.String(o.Type))
		l.Put("default", scriptValue(o.Default))
		l.Put("range", textOrNull(o.Range))
		l.Put("meaning", interp.String(o.Meaning))
		if o.Ignored != "" {
			l.Put("ignored", interp.String(o.Ignored))
		}
		out.Put(n, interp.FromList(l))
	}
	return interp.FromList(out)
}

func textOrNull(s string) interp.Value {
	if s == "" {
		return interp.Null()
	}
	return interp.String(s)
}

// kafkaCodes is (kafka-codes).
func kafkaCodes(c *interp.Call) (interp.Value, error) {
	a, err := readArguments(c, 0)
	if err == nil {
		err = a.done()
	}
	if err != nil {
		return interp.Null(), err
	}
	out := interp.NewList(0)
	for _, code := range Codes() {
		l := interp.NewList(0)
		l.Put("kind", interp.String(code.Kind))
		l.Put("origin", textOrNull(code.Origin))
		l.Put("severity", interp.String(code.Severity))
		l.Put("fields", textList(code.Fields))
		l.Put("meaning", interp.String(code.Meaning))
		l.Put("advice", textOrNull(code.Advice))
		out.Put(code.Name, interp.FromList(l))
	}
	return interp.FromList(out), nil
}
