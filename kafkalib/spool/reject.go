package spool

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// Reject moves a record that can not be delivered to the folder of rejected
// ones, with an error that tells why. It does not come again. If the move fails
// the record stays where it is. To reject a record that is acknowledged does
// nothing.
func (s *Spool) Reject(sequence uint64, code, message string) error {
	s.mu.Lock()
	defer s.release()
	if s.closed {
		return ErrClosed
	}
	g := s.main.find(sequence)
	if g == nil {
		if sequence >= s.main.next || sequence == 0 {
			return fmt.Errorf("%w: %d", ErrUnknown, sequence)
		}
		return nil
	}
	r, found, err := s.main.read(g, sequence)
	if err != nil || !found {
		return err
	}
	if code == "" {
		code = "UNKNOWN"
	}
	if err := s.writeRejected(Rejected{Record: r.Record, Original: sequence, Code: code, Message: message}); err != nil {
		return s.spaceError(err)
	}
	// The record must not be gone from here before it lasts there: until then it
	// is acknowledged in memory only.
	slot := sequence - g.first
	g.acknowledge(slot, slot+1)
	g.unsettled++
	s.deferred = append(s.deferred, sequence)
	if s.options.Fsync == FsyncAlways || len(s.deferred) >= maxDeferred {
		return s.syncRejected()
	}
	s.syncer.kick()
	return nil
}

// maxDeferred limits the rejected records that wait for a sync.
const maxDeferred = 1 << 10

// read returns a record that waits for its acknowledgement. One that is damaged
// is not found, and counts as lost from then on.
func (st *store) read(g *segment, sequence uint64) (Rejected, bool, error) {
	if err := st.use(g); err != nil || g.acked.has(sequence-g.first) {
		return Rejected{}, false, err
	}
	f, err := st.fs.OpenFile(st.path(g.first, segmentSuffix), os.O_RDONLY, 0)
	if err != nil {
		return Rejected{}, false, err
	}
	defer f.Close()
	sc := st.scanner(g, f, 0, 0)
	sc.offset, sc.least = g.near(sequence)
	for {
		found, err := sc.next()
		if err != nil && err != io.EOF {
			return Rejected{}, false, err
		}
		if err == nil && found.sequence < sequence {
			g.note(found.sequence, found.offset)
			continue
		}
		if err == nil && found.sequence == sequence {
			if r, err := decodeBody(found.body, ""); err == nil {
				r.Sequence = sequence
				return r, true, nil
			}
		}
		return Rejected{}, false, st.lose(g, sequence, sequence+1)
	}
}

// lose marks accepted records that are not there any more, so that they are not
// waited for.
func (st *store) lose(g *segment, from, end uint64) error {
	if from >= end {
		return nil
	}
	if err := st.use(g); err != nil {
		return err
	}
	n := g.acknowledge(from-g.first, end-g.first)
	if n == 0 {
		return nil
	}
	st.notify(Damaged{Count: n, File: st.path(g.first, segmentSuffix)})
	return st.writeAcks(g, appendAck(nil, ackSeed(st.seed, g.first), from-g.first, end-from))
}

// writeRejected appends to the store of rejected records.
func (s *Spool) writeRejected(r Rejected) error {
	if s.rejected == nil {
		dir := joined(s.dir, rejectedName)
		if err := s.options.FS.MkdirAll(dir, 0o700); err != nil {
			return err
		}
		if err := s.options.FS.SyncDir(s.dir); err != nil {
			return err
		}
		s.rejected = s.newStore(dir)
	}
	st := s.rejected
	if g := st.open(); st.suspect || g != nil && (g.size > s.options.SegmentBytes || g.next-g.first >= maxSlots) {
		if err := s.syncRejected(); err != nil {
			return err
		}
		if err := st.close(); err != nil {
			return err
		}
	}
	if st.open() == nil {
		if err := st.create(); err != nil {
			return err
		}
	}
	g := st.open()
	b := appendFrame(nil, st.seed, g.next, &r)
	if _, err := st.file.WriteAt(b, g.size); err != nil {
		if st.file.Truncate(g.size) != nil {
			st.suspect = true
		}
		return err
	}
	g.note(g.next, g.size)
	g.size += int64(len(b))
	g.next++
	st.next = g.next
	st.accept(g.next, g.size)
	return nil
}

// syncRejected makes the rejected records last, and then their acknowledgements
// among the others.
func (s *Spool) syncRejected() error {
	st := s.rejected
	if st == nil {
		return nil
	}
	if g := st.open(); g != nil && (len(s.deferred) > 0 || st.suspect) {
		if st.suspect || st.file.Sync() != nil {
			st.suspect = true
			if err := st.rewrite(g); err != nil {
				return fmt.Errorf("%w: %w", ErrSync, err)
			}
			st.suspect = false
		}
	}
	var errs []error
	for _, sequence := range s.deferred {
		g := s.main.find(sequence) // it is there and in memory as long as it has unsettled ones
		g.unsettled--
		slot := sequence - g.first
		errs = append(errs, s.finishAck(s.main, g, appendAck(nil, ackSeed(s.main.seed, g.first), slot, 1)))
	}
	s.deferred = s.deferred[:0]
	return errors.Join(errs...)
}
