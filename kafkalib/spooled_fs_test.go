package kafkalib

import (
	"io/fs"
	"sync"

	"github.com/bpl-lang/bpl/kafkalib/spool"
)

// A faultyFS is the operating system's file system, whose writes and syncs of
// files fail on demand.
type faultyFS struct {
	spool.FS

	mu          sync.Mutex
	write, sync error
}

// fail makes writes and syncs fail from now on; nil lets them succeed.
func (f *faultyFS) fail(write, sync error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.write, f.sync = write, sync
}

func (f *faultyFS) failures() (write, sync error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.write, f.sync
}

func (f *faultyFS) OpenFile(path string, flag int, mode fs.FileMode) (spool.File, error) {
	file, err := f.FS.OpenFile(path, flag, mode)
	if err != nil {
		return nil, err
	}
	return faultyFile{file, f}, nil
}

type faultyFile struct {
	spool.File
	fs *faultyFS
}

func (f faultyFile) WriteAt(b []byte, offset int64) (int, error) {
	if err, _ := f.fs.failures(); err != nil {
		return 0, err
	}
	return f.File.WriteAt(b, offset)
}

func (f faultyFile) Sync() error {
	if _, err := f.fs.failures(); err != nil {
		return err
	}
	return f.File.Sync()
}
