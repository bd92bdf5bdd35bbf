//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package lineedit

import "golang.org/x/sys/unix"

// setAhead gives Ctrl-D its meaning for the system, or takes it away: while nobody reads,
// it is to be kept as what was typed ahead, which the system would swallow. Errors leave
// things as they are.
func setAhead(fd int, meaning bool) {
	modes, err := unix.IoctlGetTermios(fd, getTermios)
	if err != nil {
		return
	}
	modes.Cc[unix.VEOF] = disabledChar
	if meaning {
		modes.Cc[unix.VEOF] = 0x04
	}
	_ = unix.IoctlSetTermios(fd, setTermios, modes)
}
