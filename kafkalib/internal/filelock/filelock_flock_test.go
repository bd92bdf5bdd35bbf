//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package filelock

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestClosedWhileAProcessStarts: the lock is free when its owner has closed it, also
// where a copy of the descriptor is still open, as in a process that is being started.
func TestClosedWhileAProcessStarts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	first, err := Take(path)
	if err != nil {
		t.Fatal(err)
	}
	duplicate, err := syscall.Dup(int(first.(held).file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(duplicate)
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := Take(path)
	if err != nil {
		t.Fatalf("after the first owner: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Fatal(err)
	}
}
