package spool

import (
	"encoding/binary"
	"errors"
	"math"
	"time"
)

// Flags of an encoded record: the parts that it has.
const (
	hasTimestamp = 1 << iota
	hasPartition
	hasKey
	hasValue
	hasRejection
	knownFlags = 1<<iota - 1
)

// bodySize is at least the size of an encoded record; why is nil, or tells why
// it is rejected.
func bodySize(r *Record, why *Rejected) int64 {
	n := int64(1+4*binary.MaxVarintLen64+4+4*binary.MaxVarintLen64) +
		int64(len(r.Topic)) + int64(len(r.Key)) + int64(len(r.Value))
	if why != nil {
		n += 3*binary.MaxVarintLen64 + int64(len(why.Code)) + int64(len(why.Message))
	}
	for _, h := range r.Headers {
		n += 2*binary.MaxVarintLen64 + int64(len(h.Key)) + int64(len(h.Value))
	}
	return n
}

// appendBody encodes a record, without its sequence number. It is a rejected
// one if there is a why that has a code.
func appendBody(b []byte, r *Record, why *Rejected) []byte {
	flags := byte(0)
	set := func(on bool, flag byte) {
		if on {
			flags |= flag
		}
	}
	set(!r.Timestamp.IsZero(), hasTimestamp)
	set(r.Partition >= 0, hasPartition)
	set(r.Key != nil, hasKey)
	set(r.Value != nil, hasValue)
	set(why != nil && why.Code != "", hasRejection)
	b = append(b, flags)
	b = appendTime(b, r.Time)
	if flags&hasTimestamp != 0 {
		b = appendTime(b, r.Timestamp)
	}
	b = appendBytes(b, r.Topic)
	if flags&hasPartition != 0 {
		b = binary.LittleEndian.AppendUint32(b, uint32(r.Partition))
	}
	if flags&hasKey != 0 {
		b = appendBytes(b, r.Key)
	}
	if flags&hasValue != 0 {
		b = appendBytes(b, r.Value)
	}
	b = binary.AppendUvarint(b, uint64(len(r.Headers)))
	for _, h := range r.Headers {
		b = appendBytes(b, h.Key)
		if h.Value == nil {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(b, uint64(len(h.Value))+1)
		b = append(b, h.Value...)
	}
	if flags&hasRejection != 0 {
		b = binary.AppendUvarint(b, why.Original)
		b = appendBytes(b, why.Code)
		b = appendBytes(b, why.Message)
	}
	return b
}

func appendTime(b []byte, t time.Time) []byte {
	b = binary.AppendVarint(b, t.Unix())
	return binary.AppendUvarint(b, uint64(t.Nanosecond()))
}

func appendBytes[T string | []byte](b []byte, s T) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

var errBody = errors.New("an encoded record is damaged")

// A bodyReader decodes one body. After an error its results mean nothing.
type bodyReader struct {
	rest []byte
	bad  bool
}

// decodeBody decodes a record without its sequence number. Keys, values and
// headers are parts of b. The topic is the given one if it is equal, to save
// memory.
func decodeBody(b []byte, topic string) (Rejected, error) {
	d := bodyReader{rest: b}
	var r Rejected
	flags := d.byte()
	if flags > knownFlags {
		return r, errBody
	}
	r.Time = d.time()
	if flags&hasTimestamp != 0 {
		r.Timestamp = d.time()
	}
	r.Topic = topic
	if name := d.bytes(); string(name) != topic {
		r.Topic = string(name)
	}
	r.Partition = -1
	if flags&hasPartition != 0 {
		if p := d.take(4); p != nil {
			r.Partition = int32(binary.LittleEndian.Uint32(p))
		}
	}
	if flags&hasKey != 0 {
		r.Key = d.bytes()
	}
	if flags&hasValue != 0 {
		r.Value = d.bytes()
	}
	r.Headers = d.headers()
	if flags&hasRejection != 0 {
		r.Original = d.uvarint()
		r.Code = string(d.bytes())
		r.Message = string(d.bytes())
	}
	if d.bad || len(d.rest) > 0 {
		return Rejected{}, errBody
	}
	return r, nil
}

func (d *bodyReader) headers() []Header {
	n := d.uvarint()
	if n > uint64(len(d.rest))/2 { // each has at least two bytes
		d.bad = true
	}
	if n == 0 || d.bad {
		return nil
	}
	headers := make([]Header, n)
	for i := range headers {
		headers[i].Key = string(d.bytes())
		if length := d.uvarint(); length > 0 {
			headers[i].Value = d.take(length - 1)
		}
		if d.bad {
			return nil
		}
	}
	return headers
}

func (d *bodyReader) byte() byte {
	if b := d.take(1); b != nil {
		return b[0]
	}
	return 0
}

// take returns the next n bytes, never nil where there are so many.
func (d *bodyReader) take(n uint64) []byte {
	if d.bad || n > uint64(len(d.rest)) {
		d.bad = true
		return nil
	}
	b := d.rest[:n:n]
	d.rest = d.rest[n:]
	return b
}

func (d *bodyReader) bytes() []byte { return d.take(d.uvarint()) }

func (d *bodyReader) uvarint() uint64 {
	v, n := binary.Uvarint(d.rest)
	if n <= 0 {
		d.bad = true
		return 0
	}
	d.rest = d.rest[n:]
	return v
}

func (d *bodyReader) time() time.Time {
	seconds, n := binary.Varint(d.rest)
	if n <= 0 {
		d.bad = true
		return time.Time{}
	}
	d.rest = d.rest[n:]
	nanos := d.uvarint()
	if nanos >= 1e9 || seconds > math.MaxInt64/2 || seconds < math.MinInt64/2 {
		d.bad = true
		return time.Time{}
	}
	return time.Unix(seconds, int64(nanos)).UTC()
}
