package spool

import (
	"errors"
	"os"
	"slices"
)

// settleAcks makes acknowledgements last, without the lock where it takes time,
// and tells whether nothing is left to do.
func (s *Spool) settleAcks(st *store) bool {
	ok := true
	for _, g := range st.inUse() {
		if (g.acksStale || g.acksOpen) && !s.renewAcks(st, g) {
			ok = false
		}
		if s.options.AckInterval >= 0 && g.acksDirty && !s.syncAcks(st, g) {
			ok = false
		}
	}
	if s.options.AckInterval < 0 {
		return ok
	}
	return s.syncAckFolder(st) && ok
}

// backSuffix is that of a file that is written without the lock.
const backSuffix = ".back" + newSuffix

// renewAcks writes the acknowledgements of a segment anew: those of a closed
// segment as a bitmap. What is acknowledged meanwhile is appended.
func (s *Spool) renewAcks(st *store, g *segment) bool {
	if g.unsettled > 0 {
		return false
	}
	path := st.path(g.first, ackSuffix)
	b, closed := st.encodeAcks(g)
	before, file, generation := slices.Clone(g.acked), g.acksFile, g.generation
	s.mu.Unlock()
	err := st.writeNew(path+backSuffix, b)
	s.mu.Lock()
	if err == nil && g.unsettled == 0 && g.acksFile == file && g.generation == generation && slices.Contains(st.list, g) {
		err = s.exchangeRenewed(st, g, path+backSuffix, without(g.acked, before), int64(len(b)), closed)
	} else {
		err = errors.Join(err, errUnsettled) // the next call does it
	}
	if err != nil {
		_ = st.fs.Remove(path + backSuffix) // or when the spool is opened
	}
	return err == nil
}

// exchangeRenewed appends to a new file what has been acknowledged since it was
// begun, and makes it be that of the segment.
func (s *Spool) exchangeRenewed(st *store, g *segment, path string, since bitmap, end int64, closed bool) error {
	more := appendRuns(nil, ackSeed(st.seed, g.first), since, g.accepted-g.first)
	if len(more) > 0 {
		if err := st.appendTo(path, more, end); err != nil {
			return err
		}
	}
	if err := st.exchangeAcks(g, path, end+int64(len(more)), closed); err != nil {
		return err
	}
	g.acksDirty = len(more) > 0
	return nil
}

// without returns the numbers of a bitmap that another has not.
func without(b, other bitmap) bitmap {
	rest := slices.Clone(b)
	for i := range min(len(rest), len(other)) {
		rest[i] &^= other[i]
	}
	return rest
}

// appendTo writes at the end of a file that is not open.
func (st *store) appendTo(path string, b []byte, end int64) error {
	f, err := st.fs.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, end)
	return errors.Join(err, f.Close())
}

// syncAcks syncs the acknowledgements of a segment.
func (s *Spool) syncAcks(st *store, g *segment) bool {
	if st.openAcks(g) != nil {
		return false
	}
	f, writes := g.acks, g.writes
	s.mu.Unlock()
	err := f.Sync()
	s.mu.Lock()
	if g.acks != f { // there is another file
		return !g.acksDirty
	}
	if err != nil {
		s.notify(SyncFailed{File: st.path(g.first, ackSuffix), Err: err})
		g.acksStale = true
		return false
	}
	g.acksDirty = g.writes != writes
	return !g.acksDirty
}

// syncAckFolder makes files of acknowledgements last that are new.
func (s *Spool) syncAckFolder(st *store) bool {
	files := make(map[*segment]int)
	for _, g := range st.inUse() {
		if g.acksNew {
			files[g] = g.acksFile
		}
	}
	if len(files) == 0 {
		return true
	}
	s.mu.Unlock()
	err := st.fs.SyncDir(st.dir)
	s.mu.Lock()
	ok := err == nil
	for g, file := range files {
		if g.acksFile != file {
			ok = false
		} else if err == nil {
			g.acksNew = false
		}
	}
	return ok
}

// inUse returns the segments whose acknowledgements are in memory.
func (st *store) inUse() []*segment {
	list := slices.Clone(st.loaded)
	if g := st.open(); g != nil {
		list = append(list, g)
	}
	return list
}

// removeLeaving removes the files of segments of which everything is
// acknowledged, but for the last one: its name tells which sequence numbers have
// been used. The segments are forgotten before.
func (s *Spool) removeLeaving(st *store) bool {
	for _, g := range st.finished() {
		st.closeAcks(g)
		st.forget(g)
		st.leaving = append(st.leaving, g.first)
	}
	leaving := st.leaving
	if len(leaving) == 0 {
		return true
	}
	s.mu.Unlock()
	err := st.removeFiles(leaving)
	s.mu.Lock()
	if err != nil {
		return false
	}
	st.leaving = nil
	return true
}
