package spool

import (
	"io/fs"
	"strings"
	"sync"
	"sync/atomic"
)

// A faultyFS is the system's, but that a test may make calls fail or wait. Its
// fields are set before the calls that they are for, or under the lock.
type faultyFS struct {
	systemFS
	mu       sync.Mutex
	onWrite  func(path string) error
	onSync   func(path string) error
	syncs    atomic.Int64 // of segments
	opened   atomic.Int64 // files that are open
	syncDirs atomic.Int64
}

func (f *faultyFS) set(onWrite, onSync func(path string) error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.onWrite, f.onSync = onWrite, onSync
}

func (f *faultyFS) ask(which *func(string) error, path string) error {
	f.mu.Lock()
	call := *which
	f.mu.Unlock()
	if call == nil {
		return nil
	}
	return call(path)
}

func (f *faultyFS) OpenFile(path string, flag int, mode fs.FileMode) (File, error) {
	file, err := f.systemFS.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	f.opened.Add(1)
	return &faultyFile{File: file, fs: f, path: path}, nil
}

func (f *faultyFS) SyncDir(path string) error {
	f.syncDirs.Add(1)
	return f.systemFS.SyncDir(path)
}

type faultyFile struct {
	File
	fs   *faultyFS
	path string
}

// WriteAt writes half of what it is given before it fails.
func (f *faultyFile) WriteAt(b []byte, offset int64) (int, error) {
	if err := f.fs.ask(&f.fs.onWrite, f.path); err != nil {
		n, _ := f.File.WriteAt(b[:len(b)/2], offset)
		return n, err
	}
	return f.File.WriteAt(b, offset)
}

func (f *faultyFile) Sync() error {
	if strings.HasSuffix(f.path, segmentSuffix) {
		f.fs.syncs.Add(1)
	}
	if err := f.fs.ask(&f.fs.onSync, f.path); err != nil {
		return err
	}
	return f.File.Sync()
}

func (f *faultyFile) Close() error {
	f.fs.opened.Add(-1)
	return f.File.Close()
}
