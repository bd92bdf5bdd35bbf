package kafkalib

// An inFlight holds the records of the spool that the client has. Which they are
// is asked while the spool is read again only, so a table of them is made when
// it is asked for the first time, and dropped when nobody asks any more.
type inFlight struct {
	first *spooledRecord // the others by next
	bySeq map[uint64]*spooledRecord
}

func (w *inFlight) add(r *spooledRecord) {
	r.next = w.first
	if w.first != nil {
		w.first.prev = r
	}
	w.first = r
	if w.bySeq != nil {
		w.bySeq[r.seq] = r
	}
}

func (w *inFlight) remove(r *spooledRecord) {
	if r.prev == nil {
		w.first = r.next
	} else {
		r.prev.next = r.next
	}
	if r.next != nil {
		r.next.prev = r.prev
	}
	r.next, r.prev = nil, nil
	if w.bySeq != nil {
		delete(w.bySeq, r.seq)
	}
}

// has reports whether the client has a record.
func (w *inFlight) has(seq uint64) bool {
	if w.first == nil {
		return false
	}
	if w.bySeq == nil {
		w.bySeq = make(map[uint64]*spooledRecord)
		for r := w.first; r != nil; r = r.next {
			w.bySeq[r.seq] = r
		}
	}
	return w.bySeq[seq] != nil
}

// forget drops the table: nobody is going to ask for a while.
func (w *inFlight) forget() { w.bySeq = nil }
