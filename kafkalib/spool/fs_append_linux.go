package spool

import (
	"os"
	"runtime/debug"
	"sync"
	"syscall"
)

// How much of a file is written ahead and mapped at a time: as much as it has,
// within these limits.
const (
	leastWindow = 64 << 10
	mostWindow  = 1 << 20
)

// An appendedFile is a file whose end is mapped into memory: to append is to
// copy, without a call of the system, and survives the end of the process as a
// write does, because the pages are the system's. Zeros are written ahead, so
// that there is room for what is copied, and so that its pages are there: to
// have the system make each at the first touch costs four times as much. Until
// the file is closed zeros follow what was written.
type appendedFile struct {
	*os.File

	mu     sync.Mutex
	size   int64  // of what was written
	end    int64  // of the file, zeros included
	base   int64  // where window begins
	window []byte // the mapped part; nil: none
	plain  bool   // the file system cannot do it
}

// appendable makes appending to a new file fast where the system can.
func appendable(f *os.File) File { return &appendedFile{File: f} }

func (f *appendedFile) Size() (int64, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.size, nil
}

func (f *appendedFile) WriteAt(b []byte, offset int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	end := offset + int64(len(b))
	if !f.plain && offset > 0 && offset == f.size && len(b) <= leastWindow/2 && f.reach(offset, end) {
		if copyMapped(f.window[offset-f.base:], b) {
			f.size = end
			return len(b), nil
		}
		f.plain = true // its pages cannot be had: the write tells why
	}
	n, err := f.File.WriteAt(b, offset)
	f.size = max(f.size, offset+int64(n))
	f.end = max(f.end, f.size)
	return n, err
}

// reach makes the window hold a part of the file, and reports whether it does.
func (f *appendedFile) reach(offset, end int64) bool {
	if f.window != nil && offset >= f.base && end <= f.base+int64(len(f.window)) {
		return true
	}
	f.unmap()
	base := offset &^ (int64(os.Getpagesize()) - 1)
	length := leastWindow
	for length < mostWindow && int64(length) < base {
		length *= 2
	}
	err := f.extend(base + int64(length))
	if err == nil {
		f.window, err = syscall.Mmap(int(f.Fd()), base, length, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	}
	if err != nil {
		f.window, f.plain = nil, true
		return false
	}
	f.base = base
	return true
}

var zeros [256 << 10]byte

// extend writes zeros up to an end. A file system that is full takes none: what
// room it has is for records.
func (f *appendedFile) extend(end int64) error {
	had := max(f.size, f.end)
	for at := had; at < end; {
		n, err := f.File.WriteAt(zeros[:min(int64(len(zeros)), end-at)], at)
		at += int64(n)
		f.end = max(f.end, at)
		if err != nil {
			if f.File.Truncate(had) == nil {
				f.end = had
			}
			return err
		}
	}
	return nil
}

// copyMapped copies into mapped memory, and reports false where the system
// cannot give a page.
func copyMapped(to, from []byte) (ok bool) {
	before := debug.SetPanicOnFault(true)
	defer func() {
		debug.SetPanicOnFault(before)
		if !ok {
			_ = recover() // a fault
		}
	}()
	copy(to, from)
	return true
}

func (f *appendedFile) unmap() {
	if f.window != nil {
		_ = syscall.Munmap(f.window) // it is mapped
		f.window = nil
	}
}

func (f *appendedFile) Truncate(size int64) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unmap()
	if err := f.File.Truncate(size); err != nil {
		return err
	}
	f.size, f.end = size, size
	return nil
}

// Close cuts off what was written ahead.
func (f *appendedFile) Close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.unmap()
	if f.end > f.size {
		_ = f.File.Truncate(f.size) // zeros at the end do no harm
	}
	return f.File.Close()
}
