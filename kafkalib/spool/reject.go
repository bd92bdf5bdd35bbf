package spool

import (
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
	r.Original, r.Code, r.Message = sequence, code, message
	if err := s.deferRejected(r); err != nil {
		return s.spaceError(err)
	}
	// The record must not be gone from here before it lasts there: until then it
	// is acknowledged in memory only.
	slot := sequence - g.first
	g.acknowledge(slot, slot+1)
	g.unsettled++
	if s.options.Fsync == FsyncAlways || len(s.deferred.records) >= maxDeferred || s.deferred.bytes >= maxDeferredBytes {
		return s.syncRejected()
	}
	s.syncer.kick()
	return nil
}

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
	_ = st.writeAcks(g, appendAck(nil, ackSeed(st.seed, g.first), from-g.first, end-from)) // or settle does
	return nil
}
