package spool

import (
	"errors"
	"fmt"
)

// Ack tells that records have been delivered. They do not come again, not after
// the end of the process either; after a loss of power only if their
// acknowledgement was synced (Options.AckInterval). To acknowledge a record
// twice does nothing. An error of the file system says that the
// acknowledgements are in memory only; they are written again later.
func (s *Spool) Ack(sequences ...uint64) error {
	s.mu.Lock()
	defer s.release()
	if s.closed {
		return ErrClosed
	}
	return s.acknowledge(s.main, sequences)
}

// Drop gives records up, because they are too old. It is as Ack.
func (s *Spool) Drop(sequences ...uint64) error { return s.Ack(sequences...) }

// acknowledge marks records of a store; runs of them become one entry.
func (s *Spool) acknowledge(st *store, sequences []uint64) error {
	var errs []error
	for len(sequences) > 0 {
		g := st.find(sequences[0])
		if g == nil {
			if sequences[0] >= st.next || sequences[0] == 0 {
				errs = append(errs, fmt.Errorf("%w: %d", ErrUnknown, sequences[0]))
			}
			sequences = sequences[1:] // its segment has been removed, with all of it
			continue
		}
		if err := st.use(g); err != nil {
			return errors.Join(append(errs, err)...)
		}
		seed := ackSeed(st.seed, g.first)
		entries := s.entries[:0]
		for len(sequences) > 0 && sequences[0] >= g.first && sequences[0] < g.accepted {
			n := uint64(1)
			for n < uint64(len(sequences)) && sequences[n] == sequences[0]+n && sequences[n] < g.accepted {
				n++
			}
			slot := sequences[0] - g.first
			if g.acknowledge(slot, slot+n) > 0 {
				entries = appendAck(entries, seed, slot, n)
			}
			sequences = sequences[n:]
		}
		s.entries = entries
		if err := s.finishAck(st, g, entries); err != nil {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// finishAck writes entries of acknowledgements and lets the syncer do the rest.
func (s *Spool) finishAck(st *store, g *segment, entries []byte) error {
	if len(entries) == 0 {
		return nil
	}
	s.syncer.kick()
	return st.writeAcks(g, entries)
}
