package main

import (
	"errors"
	"fmt"
	"io"
	"sync/atomic"
	"syscall"
)

// stdio are the standard streams of a command.
type stdio struct {
	in       io.Reader
	out, err io.Writer
}

// say writes one line of the command itself to standard error.
func (s stdio) say(format string, args ...any) {
	fmt.Fprintf(s.err, "bpl: "+format+"\n", args...)
}

// errOutputClosed is why an evaluation ends whose output nobody reads any more. That is no
// failure: `bpl run script | head` wants the first lines and no more.
var errOutputClosed = errors.New("standard output was closed by its reader")

// An outlet is standard output that notices when its reader has gone. It is safe for
// concurrent use if the writer is.
type outlet struct {
	w      io.Writer
	closed atomic.Bool
	gone   func() // called once, when the reader has gone
}

// Write passes p on.
func (o *outlet) Write(p []byte) (int, error) {
	if o.closed.Load() {
		return 0, errOutputClosed
	}
	n, err := o.w.Write(p)
	if err != nil && isClosedPipe(err) {
		if o.closed.CompareAndSwap(false, true) && o.gone != nil {
			o.gone()
		}
		return n, errOutputClosed
	}
	return n, err
}

func isClosedPipe(err error) bool {
	return errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe)
}
