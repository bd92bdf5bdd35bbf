package lineedit

import (
	"bytes"
	"context"
	"io"
	"time"
)

// waiting is how long a Read waits; below 0 for ever.
type waiting = time.Duration

// An input is the bytes of the terminal as ReadLine consumes them.
type input struct {
	editor  *Editor
	ctx     context.Context
	bytes   []byte // read, and not consumed yet
	pasting bool   // between the marks of a paste
	piece   [1024]byte
}

// buffered reports whether there is more to be consumed without waiting.
func (in *input) buffered() bool { return len(in.bytes) > 0 }

// take returns what is buffered, at most n bytes. The mark at the end of a paste is none
// of it.
func (in *input) take(n int) []byte {
	all := bytes.ReplaceAll(in.bytes, []byte("\x1b[201~"), nil)
	if len(all) < len(in.bytes) {
		in.pasting = false
	}
	n = min(n, len(all))
	in.bytes = all[n:]
	return all[:n]
}

// next implements byteSource. While it waits for ever, it shows the line anew when the
// size of the terminal has changed.
func (in *input) next(wait time.Duration) (byte, bool, error) {
	for len(in.bytes) == 0 {
		if in.ctx.Err() != nil {
			return 0, false, context.Cause(in.ctx)
		}
		n, err := in.editor.term.Read(in.piece[:], wait)
		switch {
		case n > 0:
			in.bytes = append(in.bytes[:0], in.piece[:n]...)
		case err == io.EOF, err != nil:
			return 0, false, err
		case wait >= 0:
			return 0, false, nil
		default:
			in.editor.redraw()
		}
	}
	b := in.bytes[0]
	in.bytes = in.bytes[1:]
	return b, true, nil
}
