//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// Take makes a file and holds its lock until the result is closed, or the
// process ends, however it ends. Where another owner holds it, the error is
// ErrLocked. The file stays: who removed it could remove another owner's.
func Take(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, &os.PathError{Op: "lock", Path: path, Err: err}
	}
	return held{f}, nil
}

// held is a file whose lock this process has.
type held struct{ file *os.File }

// Close gives the lock up. Closing the file alone would not: a process that is being
// started at this moment has a copy of its descriptor until its program begins.
func (h held) Close() error {
	err := syscall.Flock(int(h.file.Fd()), syscall.LOCK_UN)
	return errors.Join(err, h.file.Close())
}
