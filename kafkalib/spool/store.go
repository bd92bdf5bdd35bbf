package spool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// A store is a folder of segments with their acknowledgements. Its methods are
// called with the lock of the spool held.
type store struct {
	fs     FS
	dir    string
	id     identity
	seed   uint32
	list   []*segment // ascending; the last is the open one, or closed
	file   File       // of the open segment, nil if there is none
	next   uint64     // the next sequence number
	notify func(Notice)

	// suspect is set after the open segment's file could not be synced, or not be
	// cut: before anything else is appended it has to be written anew.
	suspect bool

	clock  uint64
	loaded []*segment

	// leaving are segments that are forgotten, whose files are still there.
	leaving []uint64
}

// maxLoaded is how many closed segments have their acknowledgements in memory.
const maxLoaded = 32

// open returns the segment to which frames are appended, nil if there is none.
func (st *store) open() *segment {
	if st.file == nil {
		return nil
	}
	return st.list[len(st.list)-1]
}

// find returns the segment that has a sequence number, nil if there is none.
func (st *store) find(sequence uint64) *segment {
	if g := st.from(sequence); g != nil && g.first <= sequence {
		return g
	}
	return nil
}

// from returns the first segment with accepted numbers of at least sequence.
func (st *store) from(sequence uint64) *segment {
	i, _ := slices.BinarySearchFunc(st.list, sequence, func(g *segment, s uint64) int {
		if g.accepted <= s {
			return -1
		}
		return 1
	})
	if i == len(st.list) {
		return nil
	}
	return st.list[i]
}

// create begins a new segment; the one before is closed.
func (st *store) create() error {
	first := st.next
	if n := len(st.list); n > 0 && st.list[n-1].first >= first {
		first = st.list[n-1].first + 1 // the one before is empty
	}
	if first > lastFirst {
		return fmt.Errorf("%w: its sequence numbers are used up", ErrFull)
	}
	path := st.path(first, segmentSuffix)
	f, err := st.fs.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) { // nobody but us gives such names: put it aside
		st.notify(Foreign{File: path})
		if err = st.putAside(path); err == nil {
			f, err = st.fs.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
		}
	}
	if err != nil {
		return err
	}
	_, err = f.WriteAt(fileHeader{id: st.id, first: first}.encode(segmentMagic), 0)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		err = st.fs.SyncDir(st.dir)
	}
	if err != nil {
		return errors.Join(err, f.Close(), st.fs.Remove(path))
	}
	g := &segment{first: first, next: first, accepted: first, size: headerSize, acceptedEnd: headerSize, loaded: true}
	st.list = append(st.list, g)
	st.file, st.next = f, first
	return nil
}

// putAside renames a file so that it is in nobody's way.
func (st *store) putAside(path string) error {
	names, err := st.fs.ReadDir(st.dir)
	if err != nil {
		return err
	}
	for i := 1; ; i++ {
		to := fmt.Sprintf("%s%s%d", path, asideSuffix, i)
		if !slices.ContainsFunc(names, func(name string) bool { return joined(st.dir, name) == to }) {
			return st.fs.Rename(path, to)
		}
	}
}

// close closes the open segment, which has been synced.
func (st *store) close() error {
	g := st.open()
	if g == nil {
		return nil
	}
	err := st.file.Close()
	st.file = nil
	g.closed = true
	g.acksOpen = true // the bitmap is written by settle
	st.track(g)
	return err
}

// track counts a closed segment among those in memory and drops the one that
// was not used for the longest time if there are too many.
func (st *store) track(g *segment) {
	st.clock++
	g.turn = st.clock
	if slices.Contains(st.loaded, g) {
		return
	}
	st.loaded = append(st.loaded, g)
	if len(st.loaded) <= maxLoaded {
		return
	}
	oldest := -1
	for i, l := range st.loaded {
		if !l.acksDirty && !l.acksStale && !l.acksOpen && l.unsettled == 0 && (oldest < 0 || l.turn < st.loaded[oldest].turn) {
			oldest = i
		}
	}
	if oldest < 0 {
		return
	}
	l := st.loaded[oldest]
	st.loaded = slices.Delete(st.loaded, oldest, oldest+1)
	l.loaded, l.acked, l.index = false, nil, nil
	st.closeAcks(l)
}

// use makes a segment's acknowledgements be in memory.
func (st *store) use(g *segment) error {
	if g.loaded {
		if g.closed {
			st.clock++
			g.turn = st.clock
		}
		return nil
	}
	if err := st.readAcks(g); err != nil {
		return err
	}
	st.track(g)
	return nil
}

// accept makes what was written up to a place be accepted.
func (st *store) accept(next uint64, end int64) {
	g := st.open()
	g.live += int64(next - g.accepted)
	g.accepted, g.acceptedEnd = next, end
}

// records returns how many records wait, and estimates their bytes.
func (st *store) records() (records, bytes int64) {
	for _, g := range st.list {
		records += g.live
		bytes += g.liveBytes()
	}
	return records, bytes
}

// disk returns the size of all segments' files.
func (st *store) disk() int64 {
	n := int64(0)
	for _, g := range st.list {
		n += g.size
	}
	return n
}
