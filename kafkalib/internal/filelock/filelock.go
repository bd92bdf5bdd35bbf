// Package filelock gives a folder one owner at a time: a handle or a process
// that holds the lock of a file in it.
package filelock

import "errors"

// ErrLocked says that another owner, of this process or of another, holds the
// lock.
var ErrLocked = errors.New("locked by another owner")
