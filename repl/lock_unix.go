//go:build unix && !solaris && !illumos && !aix

package repl

import (
	"os"

	"golang.org/x/sys/unix"
)

// lockFile waits until no other process has the lock of the file; closing it gives the
// lock back.
func lockFile(f *os.File) error {
	for {
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != unix.EINTR {
			return err
		}
	}
}
