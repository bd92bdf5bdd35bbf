package kafkalib

import (
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

// maxBodyDepth bounds the nesting of an event; the recorder's encodings have the
// same bound.
const maxBodyDepth = 1_000

// recordError is an error about an event: an encoding that failed is
// SERIALIZATION.
func recordError(err error) *Error {
	if encoding, ok := errors.AsType[*recorder.EncodeError](err); ok {
		return clientError("SERIALIZATION", encoding.Error(), err)
	}
	if timeout, ok := errors.AsType[*recorder.TimeoutError](err); ok {
		return clientError("DELIVERY_TIMED_OUT", timeout.Error(), err)
	}
	return errorFrom(err)
}

// bodyValue copies a value of the script into what the recorder encodes: the
// script may change its lists afterwards. A list is an object where all its
// elements have names, else an array, as in JSON.
func bodyValue(v interp.Value, depth int) (any, error) {
	if depth > maxBodyDepth {
		return nil, clientError("SERIALIZATION", fmt.Sprintf("the event is nested deeper than %d levels, or contains itself", maxBodyDepth), nil)
	}
	if scalar, ok := scalarValue(v); ok {
		return scalar, nil
	}
	switch v.Kind() {
	case interp.KindString:
		s, _ := v.AsString()
		if !utf8.ValidString(s) {
			return []byte(s), nil
		}
		return s, nil
	case interp.KindList:
		l, _ := v.AsList()
		return bodyList(l, depth)
	}
	return nil, clientError("SERIALIZATION", "an event cannot hold "+typeName(v), nil)
}

func bodyList(l *interp.List, depth int) (any, error) {
	if isFunction(l) {
		return nil, clientError("SERIALIZATION", "an event cannot hold a function", nil)
	}
	if !allNamed(l) {
		out := make([]any, l.Len())
		for i := range out {
			v, err := bodyValue(l.At(i), depth+1)
			if err != nil {
				return nil, err
			}
			out[i] = v
		}
		return out, nil
	}
	out := make(recorder.Fields, l.Len())
	for i := range out {
		v, err := bodyValue(l.At(i), depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = recorder.Field{Name: l.Name(i), Value: v}
	}
	return out, nil
}

// allNamed reports whether a list is an object: not empty, and all its elements
// have names.
func allNamed(l *interp.List) bool {
	for i := range l.Len() {
		if l.Name(i) == "" {
			return false
		}
	}
	return l.Len() > 0
}

// eventParts are what an event has.
var eventParts = map[string]bool{"id": true, "type": true, "host": true, "pid": true, "start": true, "end": true, "body": true}

// isEvent reports whether a list is an event, not only a body: all its names are
// those of an event, and "type" or "body" is among them.
func isEvent(l *interp.List) bool {
	told := false
	for i := range l.Len() {
		name := l.Name(i)
		if !eventParts[name] {
			return false
		}
		told = told || name == "type" || name == "body"
	}
	return told
}

// readEvent reads an event: a list with the names of one, or a body.
func (a *arguments) readEvent(v interp.Value) (e recorder.Event, err error) {
	l, ok := v.AsList()
	if !ok || !isEvent(l) {
		e.Body, err = bodyValue(v, 0)
		return e, err
	}
	for i := range l.Len() {
		if err := a.eventField(&e, l.Name(i), l.At(i)); err != nil {
			return e, err
		}
	}
	return e, nil
}

// eventField sets a field of an event. null leaves it to the recorder.
func (a *arguments) eventField(e *recorder.Event, name string, v interp.Value) (err error) {
	if v.IsNull() {
		return nil
	}
	switch name {
	case "id", "type", "host":
		s, ok := v.AsString()
		if !ok {
			return a.wrong("event: "+name, v, "a string")
		}
		switch name {
		case "id":
			e.ID = s
		case "type":
			e.Type = s
		default:
			e.Host = s
		}
	case "pid":
		n, err := a.whole("event: pid", v, 0)
		if err != nil {
			return err
		}
		if n > noLimit {
			return a.wrong("event: pid", v, fmt.Sprintf("at most %d", int64(noLimit)))
		}
		e.PID = int(n)
	case "start":
		e.Start, err = a.eventTime(name, v)
	case "end":
		e.End, err = a.eventTime(name, v)
	default:
		e.Body, err = bodyValue(v, 0)
	}
	return err
}

// eventTime is a time in ms since 1970, which may have a fraction.
func (a *arguments) eventTime(name string, v interp.Value) (time.Time, error) {
	f, ok := v.AsDouble()
	if n, isInt := v.AsInt(); isInt {
		f, ok = float64(n), true
	}
	if !ok || !(f >= 0 && f <= maxTimestamp) {
		return time.Time{}, a.wrong("event: "+name, v, "milliseconds since 1970")
	}
	return time.UnixMicro(int64(f * 1000)), nil
}
