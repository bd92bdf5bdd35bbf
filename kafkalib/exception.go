package kafkalib

import (
	"errors"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/schema"
)

// exceptionType is the type of all exceptions of the library.
const exceptionType = "KafkaException"

// throw turns an error into what a built-in returns: an Error becomes the
// exception KafkaException with its fields, and with the code of the call in
// which every secret is masked. Other errors (of the evaluation, of the host)
// pass.
func throw(c *interp.Call, err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	data := exceptionFields(e)
	if masked, found := maskedCall(c); found {
		data.Put("expression", masked)
	}
	return &interp.Exception{Type: exceptionType, Message: e.Message, Code: e.Code, Data: data, Cause: e}
}

// exceptionList is an Error as a list of the script, for events and records.
func exceptionList(e *Error) interp.Value {
	l := interp.NewList(1)
	l.SetAt(0, interp.String(exceptionType))
	l.Put("message", interp.String(e.Message))
	l.Put("code", interp.String(e.Code))
	fields := exceptionFields(e)
	for i := range fields.Len() {
		l.Put(fields.Name(i), fields.At(i))
	}
	return interp.FromList(l)
}

// exceptionFields are the fields beside type, message and code.
func exceptionFields(e *Error) *interp.List {
	l := interp.NewList(0)
	l.Put("origin", interp.String(e.Origin))
	l.Put("retriable", interp.Bool(e.Retriable))
	if e.Broker != nil {
		l.Put("broker", interp.Int(*e.Broker))
	}
	if e.Topic != "" {
		l.Put("topic", interp.String(e.Topic))
	}
	if e.Partition != nil {
		l.Put("partition", interp.Int(*e.Partition))
	}
	if e.Offset != nil {
		l.Put("offset", interp.Long(*e.Offset))
	}
	if e.Side != "" {
		l.Put("side", interp.String(e.Side))
	}
	if invalid, ok := errors.AsType[*schema.InvalidError](e.Cause); ok && e.Code == "INVALID_SCHEMA" {
		putSchemaPlace(l, invalid)
	}
	if e.Record != nil {
		l.Put("record", recordInfoValue(e.Record))
	}
	if e.HasRecords || len(e.Records) > 0 {
		records := interp.NewList(len(e.Records))
		for i := range e.Records {
			records.SetAt(i, recordInfoValue(&e.Records[i]))
		}
		l.Put("records", interp.FromList(records))
	}
	return l
}

// putSchemaPlace adds where a schema is wrong. The path is always known: "" is
// the whole.
func putSchemaPlace(l *interp.List, e *schema.InvalidError) {
	if e.Reference != "" {
		l.Put("reference", interp.String(e.Reference))
	}
	if e.Line > 0 {
		l.Put("line", number(int64(e.Line)))
	}
	if e.Column > 0 {
		l.Put("column", number(int64(e.Column)))
	}
	l.Put("path", interp.String(e.Path))
}

// recordInfoValue is a record in an error, with the raw bytes of key and
// value unless they were decoded, and its outcome.
func recordInfoValue(r *RecordInfo) interp.Value {
	l := interp.NewList(0)
	l.Put("topic", interp.String(r.Topic))
	l.Put("partition", orNull(int64(r.Partition)))
	l.Put("offset", orNull(r.Offset))
	l.Put("timestamp", orNull(r.Timestamp))
	l.Put("key", decodedOr(r.KeySource, r.Key))
	l.Put("value", decodedOr(r.ValueSource, r.Value))
	headers, all := headerValues(r.Headers)
	l.Put("headers", headers)
	if !all.IsNull() {
		l.Put("all-headers", all)
	}
	if r.Code != "" {
		l.Put("code", interp.String(r.Code))
		l.Put("message", interp.String(r.Message))
	}
	if r.Persisted != "" {
		l.Put("persisted", interp.String(r.Persisted))
	}
	return interp.FromList(l)
}

func decodedOr(source any, raw []byte) interp.Value {
	if v, ok := source.(interp.Value); ok {
		return v
	}
	return bytesValue(raw)
}

// orNull is a number, or null for -1, which stands for none.
func orNull(n int64) interp.Value {
	if n < 0 {
		return interp.Null()
	}
	return number(n)
}

// headerValues are the headers of a record: a named list with the last value
// of each name, and, where a name repeats, all of them in order, else null.
func headerValues(headers []RecordHeader) (named, all interp.Value) {
	l := interp.NewList(0)
	repeats := false
	for _, h := range headers {
		if _, ok := l.Get(h.Name); ok || h.Name == "" {
			repeats = true
		}
		if h.Name != "" {
			l.Put(h.Name, bytesValue(h.Value))
		}
	}
	if !repeats {
		return interp.FromList(l), interp.Null()
	}
	pairs := interp.NewList(len(headers))
	for i, h := range headers {
		pair := interp.NewList(2)
		pair.SetAt(0, interp.String(h.Name))
		pair.SetAt(1, bytesValue(h.Value))
		pairs.SetAt(i, interp.FromList(pair))
	}
	return interp.FromList(l), interp.FromList(pairs)
}
