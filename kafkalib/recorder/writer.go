package recorder

import (
	"bytes"
	"io"
	"sync"
)

// maxLine bounds the text of one event of a writer; a longer line is recorded in
// pieces.
const maxLine = 256 << 10

// NewWriter returns a writer that records each line written to it as an event of
// a type, with the line as its body, without its end. Empty lines are left out.
// What stands behind the last end of a line is recorded by the next write that
// ends it, or by Close. Writing never fails: rejected events are counted. It is
// safe for concurrent use.
func NewWriter(r *Recorder, typ string) io.WriteCloser {
	return &lineWriter{recorder: r, typ: typ}
}

type lineWriter struct {
	recorder *Recorder
	typ      string
	mu       sync.Mutex
	begun    []byte // a line without its end
}

func (w *lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	rest := p
	for {
		line, behind, ended := bytes.Cut(rest, []byte{'\n'})
		if len(w.begun)+len(line) > maxLine {
			n := maxLine - len(w.begun)
			w.begun = append(w.begun, line[:n]...)
			w.line()
			rest = rest[n:]
			continue
		}
		w.begun = append(w.begun, line...)
		if !ended {
			return len(p), nil
		}
		w.line()
		rest = behind
	}
}

// line records the line that was begun.
func (w *lineWriter) line() {
	text := bytes.TrimSuffix(w.begun, []byte{'\r'})
	if len(text) > 0 {
		w.recorder.Record(Event{Type: w.typ, Body: string(text)})
	}
	w.begun = w.begun[:0]
}

// Close records a last line that has no end. It does not close the recorder.
func (w *lineWriter) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.line()
	return nil
}
