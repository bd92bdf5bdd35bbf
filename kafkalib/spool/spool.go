package spool

import (
	"errors"
	"fmt"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// A Spool is an opened folder of records. Its methods may be called
// concurrently, but for Close, which is called once, at last.
type Spool struct {
	options Options
	dir     string
	id      identity
	lock    io.Closer

	closing atomic.Bool  // set before closing waits for calls
	calls   atomic.Int64 // of Append and Compact, which give up the lock meanwhile

	mu       sync.Mutex
	settled  sync.Cond // what another goroutine does with the files is done
	main     *store
	rejected *store // nil as long as there is none
	notices  []Notice
	closed   bool
	syncing  bool      // a goroutine syncs the open segment without the lock
	leading  bool      // a call of Append syncs for others, too
	rolling  bool      // a goroutine closes the open segment
	tickets  []*ticket // of calls of Append that wait for a sync
	// syncCause is why a sync failed for good the last time.
	syncCause error

	recovered int64
	fresh     bool // the folder had no spool
	full      bool // Full has been told
	dirty     bool // the open segment has frames that are not synced
	buffer    []byte

	// Frames that wait in memory for a sync to end, and then for their own.
	unwritten      []byte
	unwrittenCount uint64

	entries  []byte // of acknowledgements
	deferred deferred

	waiters int
	wake    chan struct{} // closed when records are accepted or the spool is closed

	oldest oldest
	syncer *syncer // nil: none, as tests want it
}

// Append accepts records: it sets their sequence numbers, and their times of
// acceptance where they are zero. When it returns they survive the end of the
// process, and with FsyncAlways the loss of power.
//
// After an error those records whose Sequence is not 0 are accepted, a part at
// the beginning; with less than 8 MiB of records there is none. The error is
// ErrFull, ErrNoSpace, ErrSync, ErrTooLarge, ErrInvalid or ErrClosed, or another
// of the file system.
func (s *Spool) Append(records []Record) error {
	total := int64(0)
	for i := range records {
		records[i].Sequence = 0
		size, err := checkRecord(&records[i])
		if err != nil {
			return err
		}
		total += size
	}
	for len(records) > 0 {
		n := len(records)
		if total > maxBatchBytes || n > maxBatchRecords {
			n = batchOf(records)
		}
		if err := s.appendBatch(records[:n]); err != nil {
			return err
		}
		records = records[n:]
	}
	return nil
}

// batchOf returns how many records, from the first, are written by one call.
func batchOf(records []Record) int {
	n, bytes := 0, int64(0)
	for n < len(records) && n < maxBatchRecords {
		bytes += frameHeader + bodySize(&records[n], nil)
		if n > 0 && bytes > maxBatchBytes {
			break
		}
		n++
	}
	return n
}

const (
	maxBatchRecords = maxSlots / 4
	maxBatchBytes   = 8 << 20
)

// checkRecord returns an estimate of a record's size, and an error if it cannot
// be written.
func checkRecord(r *Record) (int64, error) {
	if r.Topic == "" {
		return 0, fmt.Errorf("%w: it has no topic", ErrInvalid)
	}
	size := bodySize(r, nil) + frameHeader
	if size > maxBody {
		return 0, fmt.Errorf("%w: about %d bytes, at most %d are possible", ErrTooLarge, size, maxBody)
	}
	return size, nil
}

// release gives the lock back and tells what happened meanwhile.
func (s *Spool) release() {
	notices := s.notices
	s.notices = nil
	s.mu.Unlock()
	if s.options.Notify == nil {
		return
	}
	for _, n := range notices {
		s.options.Notify(n)
	}
}

// begin counts a call for which closing has to wait, until the result is called,
// without the lock.
func (s *Spool) begin() (end func()) {
	s.calls.Add(1)
	return func() {
		if s.calls.Add(-1) == 0 && s.closing.Load() {
			s.mu.Lock()
			s.settled.Broadcast()
			s.mu.Unlock()
		}
	}
}

func (s *Spool) notify(n Notice) { s.notices = append(s.notices, n) }

// appendBatch accepts records that are written by one call.
func (s *Spool) appendBatch(records []Record) error {
	s.mu.Lock()
	if s.closing.Load() {
		s.mu.Unlock()
		return ErrClosed
	}
	defer s.begin()()
	now := time.Now()
	for i := range records {
		if records[i].Time.IsZero() {
			records[i].Time = now
		}
	}
	locked, err := s.writeSynced(records)
	if errors.Is(err, ErrNoSpace) && !errors.Is(err, ErrSync) {
		if !locked {
			s.mu.Lock()
		}
		if locked = true; s.emptyOpen() {
			locked, err = s.writeSynced(records)
		}
	}
	if !locked {
		if err == nil {
			return nil
		}
		s.mu.Lock()
	}
	defer s.release()
	if err == nil {
		return nil
	}
	for i := range records {
		records[i].Sequence = 0
	}
	if !s.full && (errors.Is(err, ErrFull) || errors.Is(err, ErrNoSpace) || errors.Is(err, ErrSync)) {
		s.full = true
		s.notify(Full{Bytes: s.disk(), MaxBytes: s.options.MaxBytes, Err: err})
	}
	return err
}

// writeSynced writes records and syncs them if that is to be before they are
// accepted. It tells whether it holds the lock when it returns.
func (s *Spool) writeSynced(records []Record) (locked bool, err error) {
	if err := s.write(records); err != nil || s.options.Fsync != FsyncAlways {
		return true, err
	}
	return s.awaitSync(records[len(records)-1].Sequence)
}

// write encodes records and sets their sequence numbers. Unless each is synced
// they are written and accepted at once. Otherwise they wait in memory for the
// sync: to write to a file that is being synced would take as long as that.
func (s *Spool) write(records []Record) error {
	b := s.buffer[:0]
	s.buffer = nil // the lock may be given up meanwhile
	expected := s.nextSequence()
	for i := range records {
		b = appendFrame(b, s.main.seed, expected+uint64(i), &records[i], nil)
	}
	if err := s.makeRoom(len(records), int64(len(b))); err != nil {
		s.keepBuffer(b)
		return err
	}
	sequence := s.nextSequence()
	if sequence != expected { // others came first, or a new segment
		for i, rest := uint64(0), b; len(rest) > 0; i++ {
			setSequence(rest, s.main.seed, sequence+i)
			rest = rest[frameSize(rest):]
		}
	}
	for i := range records {
		records[i].Sequence = sequence + uint64(i)
	}
	s.unwrittenCount += uint64(len(records))
	if len(s.unwritten) == 0 {
		s.unwritten = b
	} else {
		s.unwritten = append(s.unwritten, b...)
		s.keepBuffer(b)
	}
	if s.options.Fsync == FsyncAlways {
		return nil
	}
	if err := s.flush(); err != nil {
		return err
	}
	s.acceptWritten()
	return nil
}

// nextSequence is the number of the next record; 0 where there is no open
// segment.
func (s *Spool) nextSequence() uint64 {
	g := s.main.open()
	if g == nil {
		return 0
	}
	return g.next + s.unwrittenCount
}

// acceptWritten accepts what was written to the open segment, to be synced
// later.
func (s *Spool) acceptWritten() {
	g := s.main.open()
	s.accept(g.next, g.size)
	if !s.dirty && s.options.Fsync > 0 {
		s.syncer.kick() // else it knows, until it has synced
	}
	s.dirty = true
}

func (s *Spool) keepBuffer(b []byte) {
	if cap(b) <= largeFrame {
		s.buffer = b
	}
}

// flush writes the frames that wait in memory to the open segment.
func (s *Spool) flush() error {
	g, b := s.main.open(), s.unwritten
	s.unwritten, s.unwrittenCount = nil, 0
	defer s.keepBuffer(b)
	if _, err := s.main.file.WriteAt(b, g.size); err != nil {
		// What was written of it must not be found after a crash.
		if s.main.file.Truncate(g.size) != nil {
			s.main.suspect = true
			s.syncCause = err
		}
		return s.spaceError(err)
	}
	for rest := b; len(rest) > 0; {
		g.note(g.next, g.size)
		n := frameSize(rest)
		rest = rest[n:]
		g.size += n
		g.next++
	}
	s.main.next = g.next
	return nil
}

// accept makes records be seen by readers.
func (s *Spool) accept(next uint64, end int64) {
	s.main.accept(next, end)
	s.full = false
	s.settleTickets(next, nil)
	s.wakeReaders()
}

func (s *Spool) wakeReaders() {
	if s.waiters > 0 {
		close(s.wake)
		s.wake = make(chan struct{})
		s.waiters = 0
	}
}
