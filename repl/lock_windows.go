package repl

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockFile waits until no other process has the lock of the file; closing it gives the
// lock back.
func lockFile(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 1, new(windows.Overlapped))
}
