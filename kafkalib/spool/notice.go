package spool

// A Notice tells of something that an operator may want to know: [Opened],
// [Torn], [Damaged], [Full], [Foreign] or [SyncFailed].
type Notice interface{ notice() }

// Opened is the first notice of a spool.
type Opened struct {
	ID        string
	Recovered int64 // records of earlier owners that wait for delivery
	Bytes     int64 // of them
}

// Torn says that the end of a file was written in part, as a crash or a loss of
// power leaves it, and has been dropped.
type Torn struct {
	Count int64 // records, as far as one can tell: at least one
	Bytes int64
	File  string
}

// Damaged says that part of a file could not be read and was passed over.
type Damaged struct {
	Count int64 // records lost; 0 where only acknowledgements are, or it is unknown
	Bytes int64 // passed over; 0 where it is unknown
	File  string
}

// Full says that the spool accepts nothing, for the first time since it did.
type Full struct {
	Bytes, MaxBytes int64
	Err             error // ErrFull, ErrNoSpace or ErrSync, with its cause
}

// Foreign says that a file of the folder has a name as the spool gives it, but
// not its contents. It is left alone.
type Foreign struct{ File string }

// SyncFailed says that a file could not be synced. It is written anew.
type SyncFailed struct {
	File string
	Err  error
}

func (Opened) notice()     {}
func (Torn) notice()       {}
func (Damaged) notice()    {}
func (Full) notice()       {}
func (Foreign) notice()    {}
func (SyncFailed) notice() {}
