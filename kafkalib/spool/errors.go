package spool

import "errors"

// Errors of a spool, to be compared by [errors.Is].
var (
	// ErrLocked says that another owner, a handle or a process, has the folder.
	ErrLocked = errors.New("the spool belongs to another handle or process")
	// ErrFull says that the records do not fit into Options.MaxBytes.
	ErrFull = errors.New("the spool is full")
	// ErrNoSpace says that the file system has no room for the records.
	ErrNoSpace = errors.New("no space left for the spool")
	// ErrSync says that the records could not be made to survive a loss of
	// power. They are not accepted; they may be found after a crash even so.
	ErrSync = errors.New("the spool could not be synced")
	// ErrTooLarge says that a record is longer than a spool takes.
	ErrTooLarge = errors.New("the record is too large for a spool")
	// ErrInvalid says that a record is none that could be read again.
	ErrInvalid = errors.New("no valid record for a spool")
	// ErrUnknown says that no record of this sequence number was accepted.
	ErrUnknown = errors.New("no record of the spool")
	// ErrClosed says that the spool, or its reader, has been closed.
	ErrClosed = errors.New("the spool is closed")
	// ErrDamagedHeader says that no file of the folder tells the identity of the
	// spool any more.
	ErrDamagedHeader = errors.New("no file tells the identity of the spool")
	// ErrVersion says that a newer version of this package wrote the spool.
	ErrVersion = errors.New("the spool has a format of a newer version")
)
