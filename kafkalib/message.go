package kafkalib

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// A message is one record of a call, encoded, before it is known for which
// topic.
type message struct {
	key, value []byte
	headers    []kgo.RecordHeader
	partition  int32
	timestamp  time.Time
	// topic is set where records bring their own.
	topic string
}

// commonFields are the options of a call that hold for all its messages.
type commonFields struct {
	key       interp.Value
	hasKey    bool
	partition int32
	timestamp time.Time
	headers   []kgo.RecordHeader
	topic     string // where the codec has a schema for each topic
}

// readCommonFields takes the options "key", "partition", "timestamp" and
// "headers".
func readCommonFields(a *arguments) (commonFields, error) {
	f := commonFields{partition: anyPartition, key: interp.Null()}
	if len(a.named) == 0 {
		return f, nil
	}
	f.key, f.hasKey = a.option("key")
	if v, ok := a.option("partition"); ok {
		n, err := a.partition(v)
		if err != nil {
			return f, ofOption(err)
		}
		f.partition = n
	}
	if v, ok := a.option("timestamp"); ok {
		t, err := a.timestamp(v)
		if err != nil {
			return f, ofOption(err)
		}
		f.timestamp = t
	}
	if v, ok := a.option("headers"); ok {
		headers, err := a.headers(v)
		if err != nil {
			return f, ofOption(err)
		}
		f.headers = headers
	}
	return f, nil
}

// partition reads the number of a partition.
func (a *arguments) partition(v interp.Value) (int32, error) {
	n, err := a.whole("partition", v, 0)
	if err != nil {
		return 0, err
	}
	if n > noLimit {
		return 0, a.wrong("partition", v, fmt.Sprintf("at most %d", int64(noLimit)))
	}
	return int32(n), nil
}

// maxTimestamp is the largest timestamp in ms that time.Time and Kafka both
// take without overflow.
const maxTimestamp = 1 << 53

// timestamp reads milliseconds since 1970.
func (a *arguments) timestamp(v interp.Value) (time.Time, error) {
	n, err := a.whole("timestamp", v, 0)
	if err != nil {
		return time.Time{}, err
	}
	if n > maxTimestamp {
		return time.Time{}, a.wrong("timestamp", v, "milliseconds since 1970")
	}
	return time.UnixMilli(n), nil
}

// headers reads a named list, or a list of ("name" value) pairs. Values are
// strings or null.
func (a *arguments) headers(v interp.Value) ([]kgo.RecordHeader, error) {
	l, ok := v.AsList()
	if !ok {
		return nil, a.wrong("headers", v, `a list ("name" => value …) or of ("name" value) pairs`)
	}
	headers := make([]kgo.RecordHeader, 0, l.Len())
	for i := range l.Len() {
		name, value := l.Name(i), l.At(i)
		if name == "" {
			pair, ok := value.AsList()
			if !ok || pair.Len() != 2 {
				return nil, a.wrong(fmt.Sprintf("headers: element %d", i), value, `"name" => value, or a pair ("name" value)`)
			}
			if name, ok = pair.At(0).AsString(); !ok {
				return nil, a.wrong(fmt.Sprintf("headers: element %d: name", i), pair.At(0), "a string")
			}
			value = pair.At(1)
		}
		h := kgo.RecordHeader{Key: name}
		if !value.IsNull() {
			s, ok := value.AsString()
			if !ok {
				return nil, a.wrong("header "+quote(name), value, "a string or null")
			}
			h.Value = []byte(s)
		}
		headers = append(headers, h)
	}
	return headers, nil
}

// messages reads the messages of a call in every form.
func (p *producer) messages(a *arguments, v interp.Value, f commonFields) ([]message, error) {
	as, err := a.choiceOption("as", "", "value", "messages")
	if err != nil {
		return nil, err
	}
	l, isList := v.AsList()
	if as == "value" || !isList {
		m, err := p.message(f.key, v, f)
		if err != nil {
			return nil, err
		}
		a.one[0] = m
		return a.one[:], nil
	}
	if as == "" && takesLists(p.choices.valueCodec) && hasNames(l) {
		return nil, invalidArgument(a.call.Name() + `: the list has names, and the codec of values takes lists: say whether it is one value ("as" => "value") or several messages with their keys ("as" => "messages")`)
	}
	out := make([]message, 0, l.Len())
	for i := range l.Len() {
		if i%1000 == 999 {
			if err := a.call.Tick(); err != nil {
				return nil, err
			}
		}
		key := f.key
		if name := l.Name(i); name != "" {
			if key, err = p.keyOfName(name); err != nil {
				return nil, err
			}
		}
		m, err := p.message(key, l.At(i), f)
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

func hasNames(l *interp.List) bool {
	for i := range l.Len() {
		if l.Name(i) != "" {
			return true
		}
	}
	return false
}

// keyOfName is the key that a named element gives its message: the text of
// the name, or its number where the codec of keys is numeric.
func (p *producer) keyOfName(name string) (interp.Value, error) {
	codec := p.choices.keyCodec
	if !isNumeric(codec) {
		return interp.String(name), nil
	}
	if name == strings.TrimSpace(name) {
		if v, err := p.h.state.session.Interp().ParseOne("", name); err == nil {
			switch v.Kind() {
			case interp.KindInt, interp.KindLong, interp.KindDouble:
				return v, nil
			}
		}
	}
	return interp.Null(), serialization("key", codec, mismatch(interp.String(name), "the text of a number"))
}

// message is one message, encoded.
func (p *producer) message(key, v interp.Value, f commonFields) (message, error) {
	m := message{partition: f.partition, timestamp: f.timestamp, headers: f.headers}
	var err error
	if m.key, err = m.encode(p.key, "key", p.choices.keyCodec, key, f.topic); err != nil {
		return m, err
	}
	m.value, err = m.encode(p.value, "value", p.choices.valueCodec, v, f.topic)
	return m, err
}

// encode is the function encode for a codec that may have a schema for each
// topic, and a header that names it.
func (m *message) encode(c codec, side, name string, v interp.Value, topic string) ([]byte, error) {
	s, ok := perTopic(c)
	if !ok || v.IsNull() {
		return encode(c, side, name, v)
	}
	data, header, err := s.encodeFor(topic, v)
	if err != nil {
		return nil, serialization(side, name, err)
	}
	name = schemaHeader(side)
	if slices.ContainsFunc(m.headers, func(h kgo.RecordHeader) bool { return h.Key == name }) { // of a record that is copied
		m.headers = slices.DeleteFunc(slices.Clone(m.headers), func(h kgo.RecordHeader) bool { return h.Key == name })
	}
	if header != nil { // the headers may be those of other messages too
		m.headers = append(slices.Clip(m.headers), *header)
	}
	return data, nil
}

// encode turns a key or value into bytes; null stays null.
func encode(c codec, side, name string, v interp.Value) ([]byte, error) {
	if v.IsNull() {
		return nil, nil
	}
	data, err := c.encode(v)
	if err != nil {
		return nil, serialization(side, name, err)
	}
	return data, nil
}

func serialization(side, codec string, err error) error {
	return clientError("SERIALIZATION", fmt.Sprintf("%s: codec %s: %s; choose another with \"%s-serializer\"", side, codec, err, side), nil)
}
