//go:build !linux

package spool

import "os"

// appendable makes appending to a new file fast where the system can.
func appendable(f *os.File) File { return systemFile{f} }
