package spool

import (
	"errors"
	"io/fs"
	"os"
	"slices"
)

// finished returns the segments of which everything is acknowledged, but for the
// last one.
func (st *store) finished() []*segment {
	var list []*segment
	for _, g := range st.list[:max(0, len(st.list)-1)] {
		if g.live == 0 && g.unsettled == 0 {
			list = append(list, g)
		}
	}
	return list
}

// removeFinished removes them.
func (st *store) removeFinished() error {
	list := st.finished()
	if len(list) == 0 {
		return nil
	}
	var firsts []uint64
	for _, g := range list {
		st.closeAcks(g) // some systems do not remove a file that is open
		firsts = append(firsts, g.first)
	}
	if err := st.removeFiles(firsts); err != nil {
		return err
	}
	for _, g := range list {
		st.forget(g)
	}
	return nil
}

// removeFiles removes segments and then their acknowledgements. The other way
// round a crash could make everything come again.
func (st *store) removeFiles(firsts []uint64) error {
	for _, first := range firsts {
		if err := st.removeFile(st.path(first, segmentSuffix)); err != nil {
			return err
		}
	}
	if err := st.fs.SyncDir(st.dir); err != nil {
		return err
	}
	for _, first := range firsts {
		if err := st.removeFile(st.path(first, ackSuffix)); err != nil {
			return err
		}
	}
	return nil
}

// createNext begins a new segment after the last one was closed. Where the file
// system is full it makes room of that one, if nothing of it waits any more.
func (st *store) createNext() error {
	err := st.create()
	if isNoSpace(err) && st.emptyLast() {
		err = st.create()
	}
	return err
}

// emptyLast cuts the frames off the last segment, which is closed, if all of
// them are acknowledged: its file is kept for its name, and takes room that a
// file system that is full has not for the next one. It tells whether it did.
func (st *store) emptyLast() bool {
	if len(st.list) == 0 {
		return false
	}
	g := st.list[len(st.list)-1]
	if !g.closed || g.live > 0 || g.accepted != g.next || g.unsettled > 0 || g.size == headerSize || st.use(g) != nil {
		return false
	}
	if !st.acksLast(g) {
		return false
	}
	f, err := st.fs.OpenFile(st.path(g.first, segmentSuffix), os.O_RDWR, 0)
	if err != nil {
		return false
	}
	if err := f.Truncate(headerSize); err != nil {
		f.Close() // nothing was written
		return false
	}
	g.size, g.acceptedEnd, g.index = headerSize, headerSize, nil
	g.generation++
	g.acksOpen = true // they tell the size
	if err := errors.Join(f.Sync(), f.Close()); err == nil && g.acksStale {
		// They would tell that records are missing. Before the frames are gone for
		// good they are needed: without them all would come again. So a crash in
		// between tells of records that are missing, though they were delivered.
		st.closeAcks(g)
		_ = st.removeFile(st.path(g.first, ackSuffix)) // or they are written anew
	}
	return true
}

// acksLast makes the acknowledgements of a segment last, unless they are to be
// written anew, and tells whether they do: where frames are gone, those that
// are not known as acknowledged count as lost.
func (st *store) acksLast(g *segment) bool {
	if g.acksStale {
		return true
	}
	if g.acksDirty {
		if st.openAcks(g) != nil {
			return false
		}
		if g.acks.Sync() != nil {
			g.acksStale = true // a sync that succeeds later says nothing about them
			return false
		}
		g.acksDirty = false
	}
	return !g.acksNew || st.fs.SyncDir(st.dir) == nil
}

func (st *store) removeFile(path string) error {
	err := st.fs.Remove(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// forget removes a segment from the lists.
func (st *store) forget(g *segment) {
	is := func(l *segment) bool { return l == g }
	st.list = slices.DeleteFunc(st.list, is)
	st.loaded = slices.DeleteFunc(st.loaded, is)
}
