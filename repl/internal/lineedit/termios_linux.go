package lineedit

import "golang.org/x/sys/unix"

const (
	getTermios = unix.TCGETS
	setTermios = unix.TCSETS

	disabledChar = 0 // a character that means nothing
)
