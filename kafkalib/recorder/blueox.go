package recorder

import (
	"encoding/binary"
	"math"
)

// The two frames that BlueOx's collector reads: a header of a fixed size, by
// which it files the event without decoding it, and the event in MessagePack.
const (
	collectorVersion = 3
	collectorText    = 64 // a text with its length before it, filled with zeros
	collectorHeader  = 1 + 8 + 2*collectorText
)

// collectorFrames appends header and body of an event to two buffers.
func collectorFrames(header, body []byte, e *Event) ([]byte, []byte, error) {
	header = append(header, collectorVersion)
	header = binary.BigEndian.AppendUint64(header, math.Float64bits(seconds(e.End)))
	header = appendPascal(header, e.Host)
	header = appendPascal(header, e.Type)
	body, err := msgpackEncoding{}.Append(body, e)
	return header, body, err
}

// appendPascal appends a text in collectorText bytes. What is longer is cut, as
// the collector's own packing does.
func appendPascal(to []byte, s string) []byte {
	s = s[:min(len(s), collectorText-1)]
	to = append(to, byte(len(s)))
	to = append(to, s...)
	return append(to, make([]byte, collectorText-1-len(s))...)
}
