package spool

import (
	"errors"
	"fmt"
)

// A deferred is the rejected records that are written and not synced. They are
// kept in memory, so that they can be written to another file if the sync
// fails.
type deferred struct {
	records []Rejected
	bytes   int64
}

// There is a sync at the latest with so many records, or so many bytes of them.
const (
	maxDeferred      = 1 << 10
	maxDeferredBytes = 1 << 20
)

// deferRejected writes a rejected record, which is synced later.
func (s *Spool) deferRejected(r Rejected) error {
	if err := s.openRejected(); err != nil {
		return err
	}
	if err := s.rejected.append(&r); err != nil {
		return err
	}
	s.deferred.records = append(s.deferred.records, r)
	s.deferred.bytes += bodySize(&r.Record, &r)
	return nil
}

// openRejected makes the store of rejected records have an open segment with
// room.
func (s *Spool) openRejected() error {
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
	g := st.open()
	if st.suspect || g != nil && (g.size > s.options.SegmentBytes || g.next-g.first >= maxSlots) {
		if err := s.syncRejected(); err != nil {
			return err
		}
		if err := st.close(); err != nil {
			return err
		}
	}
	if st.open() == nil {
		return st.create()
	}
	return nil
}

// append writes a frame to the open segment; it is not accepted yet.
func (st *store) append(r *Rejected) error {
	g := st.open()
	b := appendFrame(nil, st.seed, g.next, &r.Record, r)
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
	return nil
}

// syncRejected makes the rejected records last, and then writes their
// acknowledgements among the others.
func (s *Spool) syncRejected() error {
	st := s.rejected
	if st == nil || len(s.deferred.records) == 0 && !st.suspect {
		return nil
	}
	if st.suspect || st.open() == nil || st.file.Sync() != nil {
		if err := s.repairRejected(); err != nil {
			return fmt.Errorf("%w: %w", ErrSync, err)
		}
	}
	if g := st.open(); g != nil {
		st.accept(g.next, g.size)
	}
	var errs []error
	for _, r := range s.deferred.records {
		g := s.main.find(r.Original) // it is there and in memory as long as it has unsettled ones
		g.unsettled--
		slot := r.Original - g.first
		errs = append(errs, s.finishAck(s.main, g, appendAck(nil, ackSeed(s.main.seed, g.first), slot, 1)))
	}
	s.deferred = deferred{}
	return errors.Join(errs...)
}

// repairRejected writes the rejected records anew whose file is not trusted, the
// ones that were not synced from memory.
func (s *Spool) repairRejected() error {
	st := s.rejected
	st.suspect = true
	if g := st.open(); g != nil {
		g.revert()
		st.next = g.next
		if err := st.rewrite(g); err != nil {
			return err
		}
	}
	if st.open() == nil {
		if err := st.create(); err != nil {
			return err
		}
	}
	for i := range s.deferred.records {
		if err := st.append(&s.deferred.records[i]); err != nil {
			return err
		}
	}
	if err := st.file.Sync(); err != nil {
		return err
	}
	st.suspect = false
	return nil
}
