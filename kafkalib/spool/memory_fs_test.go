package spool

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// A memoryFS is a file system in memory of which a test can see what a crash
// leaves, and that fails at random. It is for one goroutine.
type memoryFS struct {
	rng     *rand.Rand
	names   map[string]*inode // as processes see it
	lasting map[string]*inode // as after a loss of power, but for what follows
	touched map[string]bool   // names that were changed since their folder was synced
	folders map[string]bool
	locked  map[string]bool

	faults  float64 // the probability that a call that changes something fails
	failed  int     // calls that did
	evicts  bool    // what of a segment could not be synced can not be read any more
	crashIn int     // calls that change something until crash is called; 0: never
	crash   func()
}

// An inode is a file. What survives a loss of power is lasting, with any subset
// of the pending writes.
type inode struct {
	data    []byte
	lasting []byte
	pending []memoryWrite
	shared  bool // with another file system's, until it is written to
}

// own makes the inode share nothing.
func (f *inode) own() {
	if f.shared {
		f.data, f.lasting, f.pending = slices.Clone(f.data), slices.Clone(f.lasting), slices.Clone(f.pending)
		f.shared = false
	}
}

type memoryWrite struct {
	offset int64 // -1: the file was cut
	data   []byte
	size   int64
}

func newMemoryFS(rng *rand.Rand) *memoryFS {
	return &memoryFS{rng: rng, names: map[string]*inode{}, lasting: map[string]*inode{}, touched: map[string]bool{},
		folders: map[string]bool{}, locked: map[string]bool{}}
}

var errInjected = errors.New("injected input/output error")

// change is called before and after whatever changes something.
func (m *memoryFS) change() {
	if m.crashIn > 0 {
		if m.crashIn--; m.crashIn == 0 {
			m.crash()
		}
	}
}

// fails tells whether a call is to fail, and how.
func (m *memoryFS) fails() error {
	if m.faults == 0 || m.rng.Float64() >= m.faults {
		return nil
	}
	m.failed++
	if m.rng.IntN(2) == 0 {
		return syscall.ENOSPC
	}
	return errInjected
}

// killed returns what the end of a process leaves: everything.
func (m *memoryFS) killed() *memoryFS {
	c := m.forked()
	for _, to := range []map[string]*inode{c.names, c.lasting} {
		for _, f := range to {
			f.own()
		}
	}
	return c
}

// forked is killed for those who change files by their methods only: most are
// never written to again, and so not copied.
func (m *memoryFS) forked() *memoryFS {
	c := newMemoryFS(m.rng)
	copies := make(map[*inode]*inode)
	for _, from := range []map[string]*inode{m.names, m.lasting} {
		for _, f := range from {
			if copies[f] == nil {
				f.shared = true
				copies[f] = &inode{data: f.data, lasting: f.lasting, pending: f.pending, shared: true}
			}
		}
	}
	for name, f := range m.names {
		c.names[name] = copies[f]
	}
	for name, f := range m.lasting {
		c.lasting[name] = copies[f]
	}
	maps.Copy(c.touched, m.touched)
	maps.Copy(c.folders, m.folders)
	return c
}

// powerLost returns what a loss of power may leave: each name that was not
// synced is in its old or its new state, and of the writes that were not synced
// any have happened, in part, in any order.
func (m *memoryFS) powerLost() *memoryFS {
	c := newMemoryFS(m.rng)
	maps.Copy(c.folders, m.folders)
	add := func(name string, f *inode) {
		if f != nil {
			data := f.afterPowerLoss(m.rng)
			c.names[name] = &inode{data: data, lasting: data, shared: true}
			c.lasting[name] = c.names[name]
		}
	}
	for _, name := range slices.Sorted(maps.Keys(m.lasting)) {
		f := m.lasting[name]
		if m.touched[name] && m.rng.IntN(2) == 0 {
			f = m.names[name]
		}
		add(name, f)
	}
	for _, name := range slices.Sorted(maps.Keys(m.touched)) {
		if m.lasting[name] == nil && m.rng.IntN(2) == 0 {
			add(name, m.names[name])
		}
	}
	return c
}

func (f *inode) afterPowerLoss(rng *rand.Rand) []byte {
	if len(f.pending) == 0 {
		f.shared = true
		return f.lasting
	}
	data := slices.Clone(f.lasting)
	order := rng.Perm(len(f.pending))
	if rng.IntN(2) == 0 {
		slices.Sort(order)
	}
	for _, i := range order {
		w := f.pending[i]
		switch rng.IntN(3) {
		case 0:
		case 1:
			data = w.apply(data)
		case 2: // torn: the beginning or the end is missing
			if w.offset < 0 || len(w.data) == 0 {
				continue
			}
			n := rng.IntN(len(w.data))
			if rng.IntN(4) > 0 {
				data = memoryWrite{offset: w.offset, data: w.data[:n]}.apply(data)
			} else {
				data = memoryWrite{offset: w.offset + int64(n), data: w.data[n:]}.apply(data)
			}
		}
	}
	return data
}

func (w memoryWrite) apply(data []byte) []byte {
	if w.offset < 0 {
		if int64(len(data)) > w.size {
			return data[:w.size]
		}
		return data
	}
	if need := int(w.offset) + len(w.data); need > len(data) {
		data = append(data, make([]byte, need-len(data))...)
	}
	copy(data[w.offset:], w.data)
	return data
}

func (m *memoryFS) MkdirAll(path string, _ fs.FileMode) error {
	m.folders[path] = true // lasting at once, to keep the model simple
	return nil
}

func (m *memoryFS) ReadDir(path string) ([]string, error) {
	if !m.folders[path] {
		return nil, fs.ErrNotExist
	}
	var names []string
	for name := range m.names {
		if base, ok := inFolder(name, path); ok {
			names = append(names, base)
		}
	}
	slices.Sort(names)
	return names, nil
}

// inFolder returns the name of a file of a folder without that of the folder.
func inFolder(name, folder string) (string, bool) {
	if len(name) <= len(folder) || name[:len(folder)] != folder || name[len(folder)] != filepath.Separator {
		return "", false
	}
	base := name[len(folder)+1:]
	return base, !strings.ContainsRune(base, filepath.Separator)
}

func (m *memoryFS) OpenFile(path string, flag int, _ fs.FileMode) (File, error) {
	f := m.names[path]
	switch {
	case f == nil && flag&os.O_CREATE == 0:
		return nil, fs.ErrNotExist
	case f != nil && flag&os.O_EXCL != 0:
		return nil, fs.ErrExist
	case f == nil:
		if err := m.fails(); err != nil {
			return nil, err
		}
		f = &inode{}
		m.change()
		m.names[path] = f
		m.touched[path] = true
		m.change()
	case flag&os.O_TRUNC != 0:
		f.write(memoryWrite{offset: -1})
	}
	return &memoryFile{fs: m, inode: f, segment: strings.Contains(path, segmentSuffix)}, nil
}

func (m *memoryFS) Rename(from, to string) error {
	if err := m.fails(); err != nil {
		return err
	}
	m.change()
	if m.names[from] == nil {
		return fs.ErrNotExist
	}
	m.names[to] = m.names[from]
	delete(m.names, from)
	m.touched[from], m.touched[to] = true, true
	m.change()
	return nil
}

func (m *memoryFS) Remove(path string) error {
	if err := m.fails(); err != nil {
		return err
	}
	m.change()
	if m.names[path] == nil {
		return fs.ErrNotExist
	}
	delete(m.names, path)
	m.touched[path] = true
	m.change()
	return nil
}

func (m *memoryFS) SyncDir(path string) error {
	if err := m.fails(); err != nil {
		return err
	}
	m.change()
	for name := range m.touched {
		if _, ok := inFolder(name, path); !ok {
			continue
		}
		delete(m.touched, name)
		if f := m.names[name]; f != nil {
			m.lasting[name] = f
		} else {
			delete(m.lasting, name)
		}
	}
	m.change()
	return nil
}

func (m *memoryFS) Lock(path string) (io.Closer, error) {
	if m.locked[path] {
		return nil, ErrLocked
	}
	m.locked[path] = true
	return memoryLock{m, path}, nil
}

type memoryLock struct {
	fs   *memoryFS
	path string
}

func (l memoryLock) Close() error {
	delete(l.fs.locked, l.path)
	return nil
}

// A memoryFile is an open file.
type memoryFile struct {
	fs *memoryFS
	*inode
	segment bool
	closed  bool
}

func (f *inode) write(w memoryWrite) {
	f.own()
	f.data = w.apply(f.data)
	f.pending = append(f.pending, w)
}

func (f *memoryFile) ReadAt(b []byte, offset int64) (int, error) {
	if f.closed {
		return 0, fs.ErrClosed
	}
	if offset >= int64(len(f.data)) {
		return 0, io.EOF
	}
	n := copy(b, f.data[offset:])
	if n < len(b) {
		return n, io.EOF
	}
	return n, nil
}

func (f *memoryFile) WriteAt(b []byte, offset int64) (int, error) {
	if f.closed {
		return 0, fs.ErrClosed
	}
	b = slices.Clone(b)
	n := f.fs.rng.IntN(len(b) + 1)
	if err := f.fs.fails(); err != nil {
		f.write(memoryWrite{offset: offset, data: b[:n]})
		return n, err
	}
	// A crash may come when half is written.
	if f.fs.crashIn == 1 {
		f.write(memoryWrite{offset: offset, data: b[:n]})
		f.fs.change()
		f.pending = f.pending[:len(f.pending)-1]
	}
	f.write(memoryWrite{offset: offset, data: b})
	f.fs.change()
	return len(b), nil
}

func (f *memoryFile) Truncate(size int64) error {
	if err := f.fs.fails(); err != nil {
		return err
	}
	f.write(memoryWrite{offset: -1, size: size})
	f.fs.change()
	return nil
}

func (f *memoryFile) Size() (int64, error) { return int64(len(f.data)), nil }

// Sync makes what was written last. If it fails some of that has happened, and
// the rest is forgotten: a sync that succeeds later says nothing about it.
func (f *memoryFile) Sync() error {
	if f.closed {
		return fs.ErrClosed
	}
	if err := f.fs.fails(); err != nil {
		f.own()
		f.lasting, f.pending = f.afterPowerLoss(f.fs.rng), nil
		if f.fs.evicts && f.segment && f.fs.rng.IntN(2) == 0 {
			f.data = slices.Clone(f.lasting)
		}
		return err
	}
	f.fs.change()
	if len(f.pending) > 0 {
		f.own()
	}
	for _, w := range f.pending {
		f.lasting = w.apply(f.lasting)
	}
	f.pending = nil
	f.fs.change()
	return nil
}

func (f *memoryFile) Close() error {
	if f.closed {
		return fs.ErrClosed
	}
	f.closed = true
	return nil
}

// files returns the names of the files of a kind, sorted.
func (m *memoryFS) files(suffix string) []string {
	var list []string
	for name := range m.names {
		if strings.HasSuffix(name, suffix) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
