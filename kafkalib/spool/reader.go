package spool

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
)

// A Reader hands out the records of a spool that are not acknowledged, oldest
// first, and then those that are appended, each once. It is for one goroutine
// at a time. Readers are independent of each other.
type Reader struct {
	spool    *Spool
	rejected bool   // of the rejected records
	next     uint64 // the least sequence number that was not handed out

	// The segment that is being read.
	first      uint64 // 0: none
	generation int
	file       File
	scanner    *scanner
	topic      string // of the last record
}

// NewReader returns a reader that begins with the oldest record that waits.
func (s *Spool) NewReader() *Reader { return &Reader{spool: s, next: 1} }

// Close gives back what the reader has of the system. A reader of a closed
// spool needs none.
func (r *Reader) Close() error {
	r.spool.mu.Lock()
	defer r.spool.mu.Unlock()
	r.leave()
	return nil
}

// Next returns the next record, and waits for it. The record's parts are the
// caller's. The error is that of ctx, ErrClosed, or one of the file system,
// after which the call can be repeated.
func (r *Reader) Next(ctx context.Context) (Record, error) {
	for {
		record, ok, err := r.TryNext()
		if err != nil || ok {
			return record, err
		}
		wake := r.wait()
		if wake == nil {
			continue
		}
		select {
		case <-ctx.Done():
			return Record{}, ctx.Err()
		case <-wake:
		}
	}
}

// wait returns what is closed when there is a new record; nil if there is one
// already.
func (r *Reader) wait() chan struct{} {
	s := r.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.main.from(r.next) != nil {
		return nil
	}
	s.waiters++
	return s.wake
}

// TryNext is Next without waiting; it tells whether there was a record.
func (r *Reader) TryNext() (Record, bool, error) {
	rejected, ok, err := r.tryNext()
	return rejected.Record, ok, err
}

func (r *Reader) tryNext() (Rejected, bool, error) {
	for {
		ready, err := r.prepare()
		if err != nil || !ready {
			return Rejected{}, false, err
		}
		f, err := r.scanner.next() // without the lock
		if err != nil && err != io.EOF {
			if errors.Is(err, fs.ErrClosed) {
				err = ErrClosed
			}
			return Rejected{}, false, err
		}
		if record, ok, err := r.take(f, err == io.EOF); ok || err != nil {
			return record, ok, err
		}
	}
}

func (r *Reader) store() *store {
	if r.rejected {
		return r.spool.rejected
	}
	return r.spool.main
}

// prepare makes the scanner be one of the segment that has the next records; it
// tells whether there is one.
func (r *Reader) prepare() (bool, error) {
	s := r.spool
	s.mu.Lock()
	defer s.release()
	st := r.store()
	if s.closed {
		return false, ErrClosed
	}
	if st == nil {
		return false, nil
	}
	for {
		g := st.from(r.next)
		if g == nil || g.first != r.first {
			r.leave()
		}
		if g == nil {
			return false, nil
		}
		if r.file == nil && g.live == 0 {
			r.next = g.accepted
			continue
		}
		if r.file == nil || r.generation != g.generation {
			if err := r.enter(st, g); err != nil {
				return false, err
			}
		}
		r.scanner.limit, r.scanner.below = g.acceptedEnd, g.accepted
		return true, nil
	}
}

// enter opens a segment at the place of the next record.
func (r *Reader) enter(st *store, g *segment) error {
	r.leave()
	f, err := st.fs.OpenFile(st.path(g.first, segmentSuffix), os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	r.next = max(r.next, g.first)
	r.first, r.generation, r.file = g.first, g.generation, f
	r.scanner = st.scanner(g, f, 0, 0)
	r.scanner.offset, r.scanner.least = g.near(r.next)
	return nil
}

func (r *Reader) leave() {
	if r.file != nil {
		r.file.Close() // it was only read
	}
	r.first, r.file, r.scanner = 0, nil, nil
}

// take looks at what the scanner has found: a frame, or the end of those that
// are accepted. It tells whether it is a record to hand out.
func (r *Reader) take(f frame, end bool) (Rejected, bool, error) {
	s := r.spool
	s.mu.Lock()
	defer s.release()
	st := r.store()
	g := st.find(r.next)
	if s.closed || g == nil || g.first != r.first || g.generation != r.generation {
		return Rejected{}, false, nil // removed or written anew meanwhile
	}
	if end {
		// The limit may have moved meanwhile; up to where it was nothing follows.
		until := min(r.scanner.below, g.accepted)
		err := st.lose(g, r.next, until)
		r.next = until
		return Rejected{}, false, err
	}
	if f.sequence < r.next {
		return Rejected{}, false, nil
	}
	if err := st.lose(g, r.next, f.sequence); err != nil {
		return Rejected{}, false, err
	}
	if err := st.use(g); err != nil {
		return Rejected{}, false, err
	}
	r.next = f.sequence + 1
	if g.acked.has(f.sequence - g.first) {
		return Rejected{}, false, nil
	}
	record, err := decodeBody(append(make([]byte, 0, len(f.body)), f.body...), r.topic)
	if err != nil {
		return Rejected{}, false, st.lose(g, f.sequence, f.sequence+1)
	}
	record.Sequence = f.sequence
	r.topic = record.Topic
	return record, true, nil
}
