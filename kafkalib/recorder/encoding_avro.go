package recorder

import (
	"sync"

	"github.com/twmb/avro"
)

// AvroSchema is the schema of the Avro encoding. The body is JSON, as the JSON
// encoding writes it: a body may have any form, and readers need no schema but
// this one.
const AvroSchema = `{
  "type": "record", "name": "Event", "namespace": "bpl.recorder",
  "fields": [
    {"name": "id", "type": "string"},
    {"name": "type", "type": "string"},
    {"name": "host", "type": "string"},
    {"name": "pid", "type": "long"},
    {"name": "start", "type": {"type": "long", "logicalType": "timestamp-micros"}},
    {"name": "end", "type": {"type": "long", "logicalType": "timestamp-micros"}},
    {"name": "body", "type": "string", "doc": "JSON"}
  ]
}`

var avroSchema = sync.OnceValue(func() *avro.Schema { return avro.MustParse(AvroSchema) })

// Avro returns the encoding of events in Avro's binary form by [AvroSchema],
// without a prefix.
func Avro() Encoding { return avroEncoding{avroSchema()} }

type avroEncoding struct{ schema *avro.Schema }

func (avroEncoding) Name() string { return "avro" }

type avroEvent struct {
	ID    string `avro:"id"`
	Type  string `avro:"type"`
	Host  string `avro:"host"`
	PID   int64  `avro:"pid"`
	Start int64  `avro:"start"`
	End   int64  `avro:"end"`
	Body  string `avro:"body"`
}

func (a avroEncoding) Append(to []byte, e *Event) ([]byte, error) {
	body, err := appendJSON(nil, e.Body, 0)
	if err != nil {
		return nil, err
	}
	return a.schema.AppendEncode(to, &avroEvent{
		ID: e.ID, Type: e.Type, Host: e.Host, PID: int64(e.PID),
		Start: e.Start.UnixMicro(), End: e.End.UnixMicro(), Body: string(body),
	})
}
