//go:build unix && !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package lineedit

func setAhead(int, bool) {}
