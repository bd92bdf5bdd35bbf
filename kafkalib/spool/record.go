package spool

import "time"

// A Header is a named value of a record.
type Header struct {
	Key   string
	Value []byte // nil: null
}

// A Record is what a spool keeps: a record as a producer takes it, encoded, and
// its place in the spool.
type Record struct {
	Sequence  uint64    // set by Append, from 1, never reused within a spool
	Time      time.Time // of acceptance, set by Append when zero
	Timestamp time.Time // of the record; zero: not given
	Topic     string
	Partition int32  // -1: not given
	Key       []byte // nil: null
	Value     []byte // nil: null
	Headers   []Header
}

// A Rejected record is one that can not be delivered, with the reason. Its
// Sequence is its place among the rejected ones.
type Rejected struct {
	Record
	Original uint64 // the sequence number that it had in the spool
	Code     string // of the error
	Message  string
}

const (
	// maxBody is the length of the longest encoded record, in bytes. A length
	// field that says more is damaged.
	maxBody = 256 << 20

	// maxSlots is the number of sequence numbers that belong to a segment.
	// After the end of a process that did not close its spool, numbering goes on
	// behind them: no number of a record that got lost is given to another.
	maxSlots = 1 << 20
)
