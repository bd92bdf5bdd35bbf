//go:build unix

package lineedit

import (
	"errors"
	"io"
	"os"
	"os/signal"
	"sync"
	"time"

	"golang.org/x/sys/unix"
	"golang.org/x/term"
)

// A TTY is a Terminal of the operating system. It is safe for concurrent use as Terminal
// says.
type TTY struct {
	in, out  *os.File
	wakeRead *os.File // a pipe: a byte in it ends a Read
	wakeEnd  *os.File
	resized  chan os.Signal
	stopped  chan struct{}
	done     sync.WaitGroup
	before   *term.State // the modes when the terminal was opened
}

// OpenTTY returns the terminal of two files, which stay the caller's. Close ends its
// goroutine, which watches for changes of size.
func OpenTTY(in, out *os.File) (*TTY, error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	t := &TTY{in: in, out: out, wakeRead: r, wakeEnd: w, resized: make(chan os.Signal, 1), stopped: make(chan struct{})}
	t.before, err = term.GetState(int(in.Fd()))
	if err := errors.Join(err, unix.SetNonblock(int(r.Fd()), true), unix.SetNonblock(int(w.Fd()), true)); err != nil {
		return nil, errors.Join(err, r.Close(), w.Close())
	}
	signal.Notify(t.resized, unix.SIGWINCH)
	t.done.Go(func() {
		for {
			select {
			case <-t.resized:
				t.Wake()
			case <-t.stopped:
				return
			}
		}
	})
	return t, nil
}

// Close gives the terminal the modes that it had, ends the goroutine and frees the pipe.
func (t *TTY) Close() error {
	signal.Stop(t.resized)
	close(t.stopped)
	t.done.Wait()
	return errors.Join(t.Restore(), t.wakeRead.Close(), t.wakeEnd.Close())
}

// Restore gives the terminal the modes that it had when it was opened.
func (t *TTY) Restore() error { return term.Restore(int(t.in.Fd()), t.before) }

// ReadSystem reads a line that the system edits, for a program that reads the terminal.
// It ends as Read does.
func (t *TTY) ReadSystem(p []byte) (int, error) {
	setAhead(int(t.in.Fd()), true)
	defer setAhead(int(t.in.Fd()), false)
	return t.Read(p, -1)
}

// Write implements io.Writer.
func (t *TTY) Write(p []byte) (int, error) { return t.out.Write(p) }

// Raw implements Terminal.
func (t *TTY) Raw() (restore func() error, err error) {
	state, err := term.MakeRaw(int(t.in.Fd()))
	if err != nil {
		return nil, err
	}
	return func() error {
		err := term.Restore(int(t.in.Fd()), state)
		setAhead(int(t.in.Fd()), false)
		return err
	}, nil
}

// Wake implements Terminal. The pipe being full is as good as one more byte.
func (t *TTY) Wake() { _, _ = unix.Write(int(t.wakeEnd.Fd()), []byte{0}) }

// Read implements Terminal.
func (t *TTY) Read(p []byte, wait time.Duration) (int, error) {
	limit := -1
	if wait >= 0 {
		limit = int(wait.Milliseconds())
	}
	fds := []unix.PollFd{{Fd: int32(t.in.Fd()), Events: unix.POLLIN}, {Fd: int32(t.wakeRead.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, limit)
	switch {
	case errors.Is(err, unix.EINTR), err == nil && n == 0:
		return 0, nil
	case err != nil:
		return 0, err
	case fds[1].Revents != 0:
		var drained [64]byte
		_, _ = unix.Read(int(t.wakeRead.Fd()), drained[:])
		return 0, nil
	}
	n, err = unix.Read(int(t.in.Fd()), p)
	switch {
	case errors.Is(err, unix.EINTR), errors.Is(err, unix.EAGAIN):
		return 0, nil
	case errors.Is(err, unix.EIO), err == nil && n == 0: // the terminal is gone
		return 0, io.EOF
	}
	return max(n, 0), err
}

// Size implements Terminal.
func (t *TTY) Size() (columns, rows int) {
	columns, rows, err := term.GetSize(int(t.out.Fd()))
	if err != nil {
		return 0, 0
	}
	return columns, rows
}
