package spool

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// recover finds the segments of a folder that has files of these names.
func (st *store) recover(names []string) error {
	var certain, doubtful []uint64 // by the header of the file
	for _, name := range names {
		if strings.HasSuffix(name, newSuffix) { // of a replacement that a crash interrupted
			// The identity's may have been made anew, and renamed, meanwhile.
			if err := st.fs.Remove(joined(st.dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		first, ok := parseName(name, segmentSuffix)
		if !ok {
			continue
		}
		state, err := st.headerState(first)
		switch {
		case err != nil:
			return err
		case state == headerGood:
			certain = append(certain, first)
		case state == headerBad:
			doubtful = append(doubtful, first)
		}
	}
	// Nothing may be removed as long as what replaces it does not last.
	if len(certain) > 0 {
		if err := st.fs.SyncDir(st.dir); err != nil {
			return err
		}
	}
	slices.Sort(certain)
	for i, first := range certain {
		below, last := first+maxSlots, i == len(certain)-1
		if !last {
			below = min(below, certain[i+1])
		}
		if err := st.recoverSegment(first, below, last, headerGood); err != nil {
			return err
		}
	}
	slices.Sort(doubtful)
	for _, first := range doubtful {
		if err := st.recoverDoubtful(first); err != nil {
			return err
		}
	}
	for _, g := range st.list {
		st.next = max(st.next, g.next, g.first+g.used)
	}
	for _, name := range names {
		first, ok := parseName(name, ackSuffix)
		if ok && !slices.ContainsFunc(st.list, func(g *segment) bool { return g.first == first }) {
			if err := st.fs.Remove(joined(st.dir, name)); err != nil { // the segment went before it
				return err
			}
		}
	}
	return nil
}

// headerState tells whether the file of a segment has a header of it. One of
// another spool, or under another's name, is left alone and counts as newer.
func (st *store) headerState(first uint64) (headerState, error) {
	path := st.path(first, segmentSuffix)
	f, err := st.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return headerBad, err
	}
	h, state, err := readHeader(f, segmentMagic)
	if err := errors.Join(err, f.Close()); err != nil {
		return headerBad, err
	}
	if state == headerNewer {
		return state, fmt.Errorf("%s: %w", path, ErrVersion)
	}
	if state == headerGood && (h.id != st.id || h.first != first) {
		st.notify(Foreign{File: path})
		return headerNewer, nil
	}
	return state, nil
}

// recoverSegment adds a segment to the list.
func (st *store) recoverSegment(first, below uint64, last bool, state headerState) error {
	path := st.path(first, segmentSuffix)
	f, err := st.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	g, found, err := st.inspect(f, first, below, last, state)
	if err = errors.Join(err, f.Close()); err != nil {
		return err
	}
	if state == headerBad && !found {
		return st.dismiss(path, g)
	}
	if state == headerBad {
		st.notify(Damaged{Bytes: min(g.size, headerSize), File: path})
	}
	i, _ := slices.BinarySearchFunc(st.list, first, func(g *segment, first uint64) int { return cmp.Compare(g.first, first) })
	st.list = slices.Insert(st.list, i, g)
	if g.untrusted {
		st.renew(g)
	}
	if g.acksStale || g.acksOpen {
		_ = st.rewriteAcks(g) // or by settle, later
	}
	st.track(g)
	return nil
}

// renew writes a segment anew that was not closed in an orderly way. A sync of
// its file would not do: one of the last owner may have failed, and then the
// next one succeeds without having written everything. Where there is no room
// for another file that has to do even so.
func (st *store) renew(g *segment) {
	if st.rewrite(g) == nil {
		return
	}
	f, err := st.fs.OpenFile(st.path(g.first, segmentSuffix), os.O_RDWR, 0)
	if err != nil {
		return
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		st.notify(SyncFailed{File: st.path(g.first, segmentSuffix), Err: err})
		return
	}
	g.untrusted, g.acksOpen = false, true
}

// recoverDoubtful deals with a file without a good header: what has frames that
// no other segment has is a segment.
func (st *store) recoverDoubtful(first uint64) error {
	below, last := first+maxSlots, true
	for _, g := range st.list {
		if g.first < first && g.next > first {
			return st.dismiss(st.path(first, segmentSuffix), &segment{first: first, size: headerSize + 1})
		}
		if g.first > first {
			below, last = min(below, g.first), false
		}
	}
	return st.recoverSegment(first, below, last, headerBad)
}

// inspect returns the segment in a file, and whether frames were found in it,
// for which it is searched only if it was not closed in an orderly way.
func (st *store) inspect(f File, first, below uint64, last bool, state headerState) (*segment, bool, error) {
	size, err := f.Size()
	if err != nil {
		return nil, false, err
	}
	acks, err := st.loadAcks(first)
	if err != nil {
		return nil, false, err
	}
	if acks.damaged > 0 {
		st.notify(Damaged{Bytes: acks.damaged, File: st.path(first, ackSuffix)})
	}
	// Entries may not have been synced by the owner that wrote them.
	g := &segment{first: first, size: size, acceptedEnd: size, closed: true, loaded: true, acked: acks.acked,
		acksEnd: acks.end, acksStale: acks.damaged > 0 || acks.state != headerGood, acksOpen: acks.entries}
	g.used = min(uint64(acks.header.used), maxSlots)
	known := acks.header.next // 0 if the segment was not closed in an orderly way
	if state == headerGood && known >= first && known <= below && acks.header.size == size {
		g.next, g.accepted = known, known
		g.live = int64(known-first) - g.acked.count(known-first)
		return g, known > first, nil
	}
	found, err := st.scan(g, f, below)
	if err == nil && (found.frames || state == headerGood) {
		st.finishScan(g, found, below, known, last)
	}
	return g, found.frames, err
}

// dismiss deals with a file that has no header and no frame: a crash left an
// empty one, anything else is put aside.
func (st *store) dismiss(path string, g *segment) error {
	if g.size <= headerSize {
		return st.fs.Remove(path)
	}
	if g.first <= lastFirst/2 { // or it was never one of ours
		st.next = max(st.next, g.first+maxSlots)
	}
	st.notify(Damaged{Bytes: g.size, File: path})
	return st.putAside(path)
}

// A scanned is what a scan has found.
type scanned struct {
	frames  bool   // whether there are any
	next    uint64 // after the last frame
	end     int64  // of the last frame
	skipped int64  // bytes that are no frames
	lost    int64  // records that are missing between frames
}

// scan finds out which frames a segment has that was not closed in an orderly
// way, or was damaged since.
func (st *store) scan(g *segment, f File, below uint64) (scanned, error) {
	sc := &scanner{file: f, seed: st.seed, offset: headerSize, limit: g.size, least: g.first, below: below}
	r := scanned{next: g.first, end: headerSize}
	for {
		found, err := sc.next()
		if err == io.EOF {
			r.skipped = sc.skipped
			if unused := g.size - r.end; unused > 0 && zerosFollow(f, r.end, g.size) {
				r.skipped -= unused
				g.size = r.end
			}
			return r, nil
		}
		if err != nil {
			return r, err
		}
		r.lost += g.passOver(r.next, found.sequence)
		if !g.acked.has(found.sequence - g.first) {
			g.live++
		}
		g.note(found.sequence, found.offset)
		r.frames, r.next, r.end = true, found.sequence+1, found.end()
	}
}

// finishScan makes a segment be what was found. Known is the number after its
// last one, 0 if that was not recorded.
func (st *store) finishScan(g *segment, r scanned, below, known uint64, last bool) {
	tail := max(0, g.size-r.end)
	damaged := r.skipped
	if last && tail > 0 {
		damaged -= tail
		st.notify(Torn{Count: 1, Bytes: tail, File: st.path(g.first, segmentSuffix)})
	}
	if known > r.next && known <= below {
		r.lost += g.passOver(r.next, known)
		r.next = known
	}
	if r.lost > 0 || damaged > 0 {
		st.notify(Damaged{Count: r.lost, Bytes: damaged, File: st.path(g.first, segmentSuffix)})
	}
	// Numbers behind the last may have been given to records that got lost.
	if last && known == 0 {
		g.used = maxSlots
	}
	g.next, g.accepted, g.acceptedEnd = r.next, r.next, g.size
	g.acksOpen, g.untrusted = true, true
}

// passOver marks accepted records that are missing, and returns how many were
// not acknowledged.
func (g *segment) passOver(from, end uint64) int64 {
	if from >= end {
		return 0
	}
	g.acked.grow(end - g.first)
	return g.acked.addRange(from-g.first, end-g.first)
}
