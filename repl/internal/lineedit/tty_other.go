//go:build !unix

package lineedit

import (
	"io"
	"os"
	"sync"
	"time"

	"golang.org/x/term"
)

// A TTY is a Terminal of the operating system. It is safe for concurrent use as Terminal
// says.
type TTY struct {
	in, out *os.File
	woken   chan struct{}
	start   sync.Once
	pieces  chan piece
	rest    []byte
}

type piece struct {
	bytes []byte
	err   error
}

// OpenTTY returns the terminal of two files, which stay the caller's.
func OpenTTY(in, out *os.File) (*TTY, error) {
	return &TTY{in: in, out: out, woken: make(chan struct{}, 1), pieces: make(chan piece)}, nil
}

// Restore does nothing: between lines the modes are those of the beginning.
func (t *TTY) Restore() error { return nil }

// ReadSystem reads a line that the system edits, for a program that reads the terminal.
// It ends as Read does.
func (t *TTY) ReadSystem(p []byte) (int, error) { return t.Read(p, -1) }

// Close frees what OpenTTY took. A read of the system that waits cannot be ended here: its
// goroutine lasts until a key is pressed or the process ends.
func (t *TTY) Close() error { return nil }

// Write implements io.Writer.
func (t *TTY) Write(p []byte) (int, error) { return t.out.Write(p) }

// Raw implements Terminal.
func (t *TTY) Raw() (restore func() error, err error) {
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return nil, err
	}
	return func() error { return term.Restore(int(t.in.Fd()), state) }, nil
}

// Wake implements Terminal.
func (t *TTY) Wake() {
	select {
	case t.woken <- struct{}{}:
	default:
	}
}

// Read implements Terminal.
func (t *TTY) Read(p []byte, wait time.Duration) (int, error) {
	t.start.Do(func() { go t.readAll() })
	if len(t.rest) > 0 {
		n := copy(p, t.rest)
		t.rest = t.rest[n:]
		return n, nil
	}
	var over <-chan time.Time
	if wait >= 0 {
		timer := time.NewTimer(wait)
		defer timer.Stop()
		over = timer.C
	}
	select {
	case got, ok := <-t.pieces:
		if !ok {
			return 0, io.EOF
		}
		n := copy(p, got.bytes)
		t.rest = got.bytes[n:]
		return n, got.err
	case <-t.woken:
	case <-over:
	}
	return 0, nil
}

func (t *TTY) readAll() {
	defer close(t.pieces)
	for {
		buf := make([]byte, 1024)
		n, err := t.in.Read(buf)
		t.pieces <- piece{buf[:n], err}
		if err != nil {
			return
		}
	}
}

// Size implements Terminal.
func (t *TTY) Size() (columns, rows int) {
	columns, rows, err := term.GetSize(int(t.out.Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, rows
}
