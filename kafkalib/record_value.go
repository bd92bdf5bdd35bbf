package kafkalib

import (
	"github.com/bpl-lang/bpl/interp"
	"github.com/twmb/franz-go/pkg/kgo"
)

// The names of the elements of a record. They stand once, for all records.
var (
	recordNames = []string{"topic", "partition", "offset", "timestamp", "key", "value", "headers"}
	detailNames = []string{"timestamp-type", "leader-epoch", "key-size", "value-size"}
	recordShape = interp.NewShape(recordNames...)
	detailShape = interp.NewShape(append(append([]string{}, recordNames...), detailNames...)...)

	timestampCreate = interp.String("create-time")
	timestampAppend = interp.String("log-append-time")
)

// A part is a key or value that was decoded, or bytes that are their own
// value.
type part struct {
	raw     []byte
	value   interp.Value
	decoded bool
}

// decodePart decodes a key or value. Text is left as it is: the builder of
// the list copies it in place.
func decodePart(c codec, data []byte) (part, error) {
	if data == nil {
		return part{value: interp.Null(), decoded: true}, nil
	}
	if _, ok := c.(bytesCodec); ok {
		return part{raw: data}, nil
	}
	v, err := c.value(data)
	return part{value: v, decoded: true}, err
}

// add adds the part to the list that is built.
func (p part) add(b *interp.ListBuilder) {
	if p.decoded {
		b.Value(p.value)
	} else {
		b.Bytes(p.raw)
	}
}

func (p part) whole() interp.Value {
	if p.decoded {
		return p.value
	}
	return interp.Bytes(p.raw)
}

// A recordBuilder makes the lists of records.
type recordBuilder struct {
	b      *interp.ListBuilder
	detail bool
	topic  string // of the last record, and its value
	name   interp.Value
}

func newRecordBuilder(records []*kgo.Record, detail bool) *recordBuilder {
	text := 0
	for _, r := range records {
		text += len(r.Key) + len(r.Value)
	}
	shape := recordShape
	if detail {
		shape = detailShape
	}
	return &recordBuilder{b: interp.NewListBuilder(shape, len(records), text), detail: detail, name: interp.Null()}
}

// record makes the list of a record, its key and value decoded before.
func (rb *recordBuilder) record(r *kgo.Record, key, value part) *interp.List {
	b := rb.b
	if rb.topic != r.Topic || rb.name.IsNull() {
		rb.topic, rb.name = r.Topic, interp.String(r.Topic)
	}
	headers, all := recordHeaders(r.Headers)
	b.Value(rb.name)
	b.Int(r.Partition)
	b.Long(r.Offset)
	b.Long(r.Timestamp.UnixMilli())
	key.add(b)
	value.add(b)
	b.Value(headers)
	if rb.detail {
		rb.addDetail(r)
	}
	l := b.List()
	if !all.IsNull() {
		l.Put("all-headers", all)
	}
	return l
}

func (rb *recordBuilder) addDetail(r *kgo.Record) {
	switch r.Attrs.TimestampType() {
	case 0:
		rb.b.Value(timestampCreate)
	case 1:
		rb.b.Value(timestampAppend)
	default:
		rb.b.Null()
	}
	rb.b.Value(orNull(int64(r.LeaderEpoch)))
	rb.b.Value(sizeOf(r.Key))
	rb.b.Value(sizeOf(r.Value))
}

func sizeOf(data []byte) interp.Value {
	if data == nil {
		return interp.Null()
	}
	return number(int64(len(data)))
}

func recordHeaders(headers []kgo.RecordHeader) (named, all interp.Value) {
	if len(headers) == 0 {
		return interp.FromList(interp.NewList(0)), interp.Null()
	}
	list := make([]RecordHeader, len(headers))
	for i, h := range headers {
		list[i] = RecordHeader{h.Key, h.Value}
	}
	return headerValues(list)
}
