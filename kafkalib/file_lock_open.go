//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package kafkalib

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// lockFile makes a file and keeps it open. On Windows no other process can
// remove a file that is open, and one whose owner is gone can be removed.
func lockFile(path string) (io.Closer, error) {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, errLocked
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, errLocked
	}
	return f, err
}
