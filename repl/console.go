package repl

import (
	"bytes"
	"io"
	"sync"
)

// A console puts all output in order: of forms, of executors in the background, of the
// session itself. While a line is read, output goes above it; a status line gives way.
// It is safe for concurrent use.
type console struct {
	mu       sync.Mutex
	out, err io.Writer
	above    func(p []byte) bool // shows output above the line that is read; false if none is
	together bool                // both streams are the terminal
	status   string              // what stands in the current row of the terminal for a while
	inLine   bool                // the last output did not end its row
}

// A stream is one of the two ends of a console.
type stream struct {
	c     *console
	w     io.Writer
	error bool
}

func (c *console) stdout() io.Writer { return stream{c, c.out, false} }
func (c *console) stderr() io.Writer { return stream{c, c.err, true} }

// Write implements io.Writer.
func (s stream) Write(p []byte) (int, error) {
	c := s.c
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(p) == 0 {
		return 0, nil
	}
	c.eraseStatus()
	if c.above != nil && (!s.error || c.together) && c.above(p) {
		return len(p), nil
	}
	c.inLine = !bytes.HasSuffix(p, []byte("\n"))
	return s.w.Write(p)
}

// freshRow begins a new row if the output stands in the middle of one.
func (c *console) freshRow() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.eraseStatus()
	if c.inLine {
		c.inLine = false
		io.WriteString(c.out, "\n") //nolint:errcheck // the next output tells
	}
}

// setStatus shows a text in the current row until there is other output; "" takes it away.
// Behind output that did not end its row it is not shown.
func (c *console) setStatus(text string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.eraseStatus()
	if text != "" && !c.inLine {
		c.status = text
		io.WriteString(c.err, "\x1b[2m"+text+"\x1b[m") //nolint:errcheck // the next output tells
	}
}

func (c *console) eraseStatus() {
	if c.status != "" {
		c.status = ""
		io.WriteString(c.err, "\r\x1b[K") //nolint:errcheck // the next output tells
	}
}
