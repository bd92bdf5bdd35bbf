package spool

// A RejectedReader hands out the records that could not be delivered, in the
// order in which they were rejected, as a Reader does.
type RejectedReader struct{ reader Reader }

// NewRejectedReader returns a reader that begins with the record that was
// rejected first.
func (s *Spool) NewRejectedReader() *RejectedReader {
	return &RejectedReader{Reader{spool: s, rejected: true, next: 1}}
}

// TryNext returns the next rejected record and whether there was one.
func (r *RejectedReader) TryNext() (Rejected, bool, error) { return r.reader.tryNext() }

// Close gives back what the reader has of the system.
func (r *RejectedReader) Close() error { return r.reader.Close() }

// AckRejected tells that rejected records need not be kept any more. The
// numbers are those that they have among the rejected ones.
func (s *Spool) AckRejected(sequences ...uint64) error {
	s.mu.Lock()
	defer s.release()
	if s.closed {
		return ErrClosed
	}
	if s.rejected == nil {
		return s.acknowledge(s.newStore(""), sequences)
	}
	return s.acknowledge(s.rejected, sequences)
}
