package recorder

import (
	"context"
	"encoding/base64"
	"io"
	"unicode/utf8"
)

// appendLine appends an event as a line of JSON: what the JSON encoding has,
// and behind it the topic and the key of the record. bpl record reads such
// lines.
func appendLine(to []byte, e *Event) []byte {
	start := len(to)
	line, err := contained(append(to, '{'), e)
	if err != nil {
		// The event itself could be encoded as the option says; its line says
		// why its body is missing.
		bare := *e
		bare.Body = Fields{{"error", err.Error()}}
		line, _ = appendEventFields(append(to[:start], '{'), &bare)
	}
	line = appendText(append(line, `,"topic":`...), e.Topic)
	switch {
	case e.Key == nil:
	case utf8.Valid(e.Key):
		line = appendText(append(line, `,"key":`...), string(e.Key))
	default:
		line = appendText(append(line, `,"key-base64":`...), base64.StdEncoding.EncodeToString(e.Key))
	}
	return append(line, "}\n"...)
}

// contained is appendEventFields where a panic of the body is an error.
func contained(to []byte, e *Event) (line []byte, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = panicError("json", p)
		}
	}()
	return appendEventFields(to, e)
}

// StreamFallback returns a fallback that writes events as lines of JSON to w, for
// example to standard error. It does not close w.
func StreamFallback(name string, w io.Writer) Fallback { return &streamFallback{name: name, w: w} }

type streamFallback struct {
	name   string
	w      io.Writer
	buffer []byte
}

func (f *streamFallback) Name() string { return f.name }

// Write writes line by line: what a stream took of a longer text cannot be told.
func (f *streamFallback) Write(ctx context.Context, events []*Event) (int, error) {
	for i, e := range events {
		if err := ctx.Err(); err != nil {
			return i, err
		}
		f.buffer = appendLine(f.buffer[:0], e)
		if _, err := f.w.Write(f.buffer); err != nil {
			return i, err
		}
	}
	return len(events), nil
}
