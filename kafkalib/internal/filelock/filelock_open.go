//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd || windows)

package filelock

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// Take makes a file, which is there as long as its owner has it. Systems
// without a lock of files have no better way; the file of a process that was
// killed has to be removed by hand.
func Take(path string) (io.Closer, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return &presence{file: f, path: path}, nil
}

// A presence is a lock that consists of a file being there.
type presence struct {
	file *os.File
	path string
}

func (p *presence) Close() error { return errors.Join(p.file.Close(), os.Remove(p.path)) }
