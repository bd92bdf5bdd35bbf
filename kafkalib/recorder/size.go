package recorder

import (
	"encoding/json"
	"math"
)

// What Record counts for an event and its parts. It is an estimate of the memory
// that the event holds, made without encoding it: that may be slow, and panic.
const (
	eventSize   = 256 // the event itself and its record
	elementSize = 32  // a name or an element
	unknownSize = 128 // a value of a type that is not looked into
	// maxCounted bounds the values that are looked at, so that the time of
	// Record is bounded too; the rest of a list counts like its beginning.
	maxCounted = 256
)

// size estimates the bytes that the event holds.
func (e *Event) size() int64 {
	n := eventSize + int64(len(e.ID)+len(e.Type)+len(e.Host)+len(e.Topic)+len(e.Key))
	for i := range e.Headers {
		n += elementSize + int64(len(e.Headers[i].Key)+len(e.Headers[i].Value))
	}
	left := maxCounted
	return n + sizeOf(e.Body, &left)
}

// sizeOf estimates a value. left is how many values may still be looked at,
// which bounds its depth as well.
func sizeOf(v any, left *int) int64 {
	if *left <= 0 {
		return unknownSize
	}
	*left--
	switch v := v.(type) {
	case nil, bool, int, int8, int16, int32, int64, uint, uint8, uint16, uint32, uint64, float32, float64:
		return 8
	case string:
		return int64(len(v))
	case []byte:
		return int64(len(v))
	case json.RawMessage:
		return int64(len(v))
	case Fields:
		n, seen := int64(0), 0
		for i := range v {
			if *left <= 0 {
				break
			}
			n += elementSize + int64(len(v[i].Name)) + sizeOf(v[i].Value, left)
			seen++
		}
		return extended(n, seen, len(v))
	case map[string]any:
		n, seen := int64(0), 0
		for name, element := range v {
			if *left <= 0 {
				break
			}
			n += elementSize + int64(len(name)) + sizeOf(element, left)
			seen++
		}
		return extended(n, seen, len(v))
	case map[string]string:
		n, seen := int64(0), 0
		for name, element := range v {
			if *left <= 0 {
				break
			}
			*left--
			n += elementSize + int64(len(name)+len(element))
			seen++
		}
		return extended(n, seen, len(v))
	case []any:
		n, seen := int64(0), 0
		for i := range v {
			if *left <= 0 {
				break
			}
			n += elementSize + sizeOf(v[i], left)
			seen++
		}
		return extended(n, seen, len(v))
	case []string:
		n, seen := int64(0), 0
		for i := range v {
			if *left <= 0 {
				break
			}
			*left--
			n += elementSize + int64(len(v[i]))
			seen++
		}
		return extended(n, seen, len(v))
	}
	return unknownSize
}

// extended is the estimate of all elements by that of the first ones.
func extended(n int64, seen, all int) int64 {
	if seen == all {
		return n
	}
	if seen == 0 {
		return int64(all) * elementSize
	}
	if whole := float64(n) / float64(seen) * float64(all); whole < math.MaxInt64/2 {
		return int64(whole)
	}
	return math.MaxInt64 / 2
}
