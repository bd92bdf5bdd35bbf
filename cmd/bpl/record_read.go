package main

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

// readLine reads a line without its end, at most longestLine of it. The last one
// comes with the error that ended the input.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimSuffix(line[:len(line)-1], []byte{'\r'}), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		case len(line) >= longestLine:
			return line, nil
		}
	}
}

// endOfInput is nil where the input ended as it should.
func endOfInput(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// readJSONEvent reads a line of JSON: an event, or the body of one.
func readJSONEvent(line []byte, e *recorder.Event) error {
	d := json.NewDecoder(bytes.NewReader(bytes.TrimPrefix(line, []byte("\uFEFF"))))
	d.UseNumber()
	v, err := readJSON(d, 0)
	if err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("there is more behind the value, at byte %d", d.InputOffset())
	}
	fields, ok := v.(recorder.Fields)
	if !ok || !isJSONEvent(fields) {
		e.Body = v
		return nil
	}
	for _, f := range fields {
		if err := setEventField(e, f.Name, f.Value); err != nil {
			return err
		}
	}
	return nil
}

// deepestJSON bounds the nesting of a line; the encodings of events have the same
// bound.
const deepestJSON = 1_000

// readJSON reads a value and keeps the order of names.
func readJSON(d *json.Decoder, depth int) (any, error) {
	if depth > deepestJSON {
		return nil, fmt.Errorf("it is nested deeper than %d levels", deepestJSON)
	}
	token, err := d.Token()
	if errors.Is(err, io.EOF) {
		return nil, io.ErrUnexpectedEOF
	}
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for d.More() {
			v, err := readJSON(d, depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, v)
		}
		_, err := d.Token()
		return list, err
	case json.Delim('{'):
		fields := recorder.Fields{}
		for d.More() {
			name, err := d.Token()
			if err != nil {
				return nil, err
			}
			v, err := readJSON(d, depth+1)
			if err != nil {
				return nil, err
			}
			fields = append(fields, recorder.Field{Name: name.(string), Value: v})
		}
		_, err := d.Token()
		return fields, err
	}
	return token, nil
}

// isJSONEvent reports whether an object is an event, not only the body of one.
func isJSONEvent(fields recorder.Fields) bool {
	told := false
	for _, f := range fields {
		switch f.Name {
		case "type", "body":
			told = true
		case "id", "host", "pid", "start", "end", "topic", "key", "key-base64":
		default:
			return false
		}
	}
	return told
}

// setEventField sets a field of an event; null leaves it to the recorder.
func setEventField(e *recorder.Event, name string, v any) error {
	if name == "body" {
		e.Body = v
		return nil
	}
	if v == nil {
		return nil
	}
	switch name {
	case "pid":
		n, ok := v.(json.Number)
		pid, err := n.Int64()
		if !ok || err != nil || pid < 0 || pid > math.MaxInt32 {
			return fmt.Errorf(`"pid" is %v, expected a whole number`, v)
		}
		e.PID = int(pid)
		return nil
	case "start", "end":
		n, ok := v.(json.Number)
		at, err := n.Float64()
		if !ok || err != nil || at < 0 || at > 1e11 {
			return fmt.Errorf("%q is %v, expected seconds since 1970", name, v)
		}
		when := time.UnixMicro(int64(math.Round(at * 1e6)))
		if name == "start" {
			e.Start = when
		} else {
			e.End = when
		}
		return nil
	}
	text, ok := v.(string)
	if !ok {
		return fmt.Errorf("%q is %v, expected a text", name, v)
	}
	switch name {
	case "id":
		e.ID = text
	case "type":
		e.Type = text
	case "host":
		e.Host = text
	case "topic":
		e.Topic = text
	case "key":
		e.Key = []byte(text)
	case "key-base64":
		key, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			return fmt.Errorf(`"key-base64": %w`, err)
		}
		e.Key = key
	}
	return nil
}
