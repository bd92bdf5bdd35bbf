package spool

import "time"

// How often appended records are synced, beside an interval.
const (
	FsyncAlways time.Duration = 0  // before Append returns; concurrent calls share a sync
	FsyncNever  time.Duration = -1 // the operating system decides
)

// Options of a spool. The zero value is safe: each Append is synced.
type Options struct {
	// Fsync is FsyncAlways, FsyncNever or an interval.
	Fsync time.Duration
	// AckInterval is how often acknowledgements are synced; they are written as
	// they come. Zero is 100 ms, negative is never.
	AckInterval time.Duration
	// SegmentBytes is the size of a segment's file at which the next is begun.
	// Zero is a sixteenth of MaxBytes, between 64 KiB and 16 MiB.
	SegmentBytes int64
	// MaxBytes limits the files of the spool, rejected records included. Zero is
	// 1 GiB, negative is no limit.
	MaxBytes int64
	// FS is the file system, that of the operating system if nil.
	FS FS
	// Notify, if set, is told what happened. It is called by the goroutine that
	// calls the spool, or by that which syncs it, never with a lock held.
	Notify func(Notice)
}

func (o Options) withDefaults() Options {
	if o.AckInterval == 0 {
		o.AckInterval = 100 * time.Millisecond
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = 1 << 30
	}
	if o.SegmentBytes <= 0 {
		o.SegmentBytes = 16 << 20
		if o.MaxBytes > 0 {
			o.SegmentBytes = max(64<<10, min(o.SegmentBytes, o.MaxBytes/16))
		}
	}
	if o.FS == nil {
		o.FS = systemFS{}
	}
	return o
}
