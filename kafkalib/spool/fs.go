package spool

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"strings"
	"syscall"

	"github.com/bpl-lang/bpl/kafkalib/internal/filelock"
)

// FS is what a spool needs of a file system. An implementation of tests fails
// on purpose. Paths are those of package path/filepath.
type FS interface {
	MkdirAll(path string, mode fs.FileMode) error
	// ReadDir returns the names of the files of a folder.
	ReadDir(path string) ([]string, error)
	// OpenFile opens a file by flags of package os, for reading and writing at
	// offsets.
	OpenFile(path string, flag int, mode fs.FileMode) (File, error)
	Rename(from, to string) error
	Remove(path string) error
	// SyncDir makes creations, renamings and removals in a folder last.
	SyncDir(path string) error
	// Lock takes a lock file until it is closed; ErrLocked if another has it.
	Lock(path string) (io.Closer, error)
}

// A File is an open file of an FS. Its methods may be called concurrently.
type File interface {
	io.ReaderAt
	io.WriterAt
	io.Closer
	Size() (int64, error)
	Truncate(size int64) error
	Sync() error
}

// SystemFS returns the file system of the operating system.
func SystemFS() FS { return systemFS{} }

// systemFS is the file system of the operating system.
type systemFS struct{}

type systemFile struct{ *os.File }

func (f systemFile) Size() (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func (systemFS) MkdirAll(path string, mode fs.FileMode) error { return os.MkdirAll(path, mode) }
func (systemFS) Rename(from, to string) error                 { return os.Rename(from, to) }
func (systemFS) Remove(path string) error                     { return os.Remove(path) }
func (systemFS) SyncDir(path string) error                    { return syncDir(path) }

func (systemFS) ReadDir(path string) ([]string, error) {
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		if e.Type().IsRegular() {
			names = append(names, e.Name())
		}
	}
	return names, nil
}

func (systemFS) OpenFile(path string, flag int, mode fs.FileMode) (File, error) {
	f, err := os.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	if flag&os.O_EXCL != 0 && strings.HasSuffix(path, segmentSuffix) {
		return appendable(f), nil
	}
	return systemFile{f}, nil
}

func (systemFS) Lock(path string) (io.Closer, error) {
	lock, err := filelock.Take(path)
	if errors.Is(err, filelock.ErrLocked) {
		return nil, ErrLocked
	}
	return lock, err
}

// isNoSpace tells whether an error of a file system says that it is full.
func isNoSpace(err error) bool {
	if errors.Is(err, syscall.ENOSPC) {
		return true
	}
	for _, code := range fullCodes {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}
