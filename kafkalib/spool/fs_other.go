//go:build !unix

package spool

import "syscall"

// fullCodes are errors that mean a full file system, beside ENOSPC: those that
// Windows has for a full disk and for a full handle.
var fullCodes = []error{syscall.Errno(112), syscall.Errno(39)}

// syncDir does nothing: these systems cannot sync a folder.
func syncDir(string) error { return nil }
