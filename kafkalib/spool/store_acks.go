package spool

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// errUnsettled says that acknowledgements of rejected records must not be
// written yet.
var errUnsettled = errors.New("rejected records have not been synced")

func joined(dir, name string) string { return dir + string(filepath.Separator) + name }

// readAcks reads the acknowledgements of a segment into memory.
func (st *store) readAcks(g *segment) error {
	a, err := st.loadAcks(g.first)
	if err != nil {
		return err
	}
	g.acked, g.acksEnd, g.loaded = a.acked, a.end, true
	if a.state != headerGood {
		g.acksStale = true
	}
	return nil
}

// loadAcks reads the file of acknowledgements of a segment, which may be
// missing.
func (st *store) loadAcks(first uint64) (ackFile, error) {
	f, err := st.fs.OpenFile(st.path(first, ackSuffix), os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return ackFile{}, nil
	}
	if err != nil {
		return ackFile{}, err
	}
	a, err := readAcks(f, st.id, first)
	return a, errors.Join(err, f.Close())
}

// acknowledge marks slots of a segment that is in memory and returns how many
// of them were not.
func (g *segment) acknowledge(slot, end uint64) int64 {
	g.acked.grow(end)
	n := g.acked.addRange(slot, end)
	g.live -= n
	return n
}

// writeAcks appends entries to the file of acknowledgements.
func (st *store) writeAcks(g *segment, entries []byte) error {
	if g.acksStale {
		return nil // it is going to be written anew from memory
	}
	if err := st.openAcks(g); err != nil {
		g.acksStale = true
		return err
	}
	if _, err := g.acks.WriteAt(entries, g.acksEnd); err != nil {
		g.acksStale = true
		return err
	}
	g.acksEnd += int64(len(entries))
	g.acksDirty = true
	g.writes++
	return nil
}

// openAcks opens the file of acknowledgements, and makes it if there is none.
func (st *store) openAcks(g *segment) error {
	if g.acks != nil {
		return nil
	}
	path := st.path(g.first, ackSuffix)
	f, err := st.fs.OpenFile(path, os.O_RDWR, 0)
	if !errors.Is(err, fs.ErrNotExist) {
		g.acks = f
		return err
	}
	if f, err = st.fs.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600); err != nil {
		return err
	}
	b := encodeAcks(fileHeader{id: st.id, first: g.first}, st.seed, nil)
	if _, err := f.WriteAt(b, 0); err != nil {
		return errors.Join(err, f.Close())
	}
	g.acks, g.acksNew, g.acksEnd = f, true, int64(len(b))
	g.acksFile++
	return nil
}

func (st *store) closeAcks(g *segment) {
	if g.acks != nil {
		g.acks.Close() // what matters of it has been synced
		g.acks = nil
	}
}

// encodeAcks returns the file of acknowledgements of a segment, and whether it
// tells that the segment is closed.
func (st *store) encodeAcks(g *segment) (b []byte, closed bool) {
	h := fileHeader{id: st.id, first: g.first}
	if closed = g.closed && !g.untrusted; closed {
		h.next, h.size, h.used = g.accepted, g.size, uint32(max(g.used, g.accepted-g.first))
	}
	b = encodeAcks(h, st.seed, g.acked)
	if !closed {
		b = appendRuns(b, ackSeed(st.seed, g.first), g.acked, g.accepted-g.first)
	}
	return b, closed
}

// rewriteAcks replaces the file of acknowledgements by what is in memory. It
// lasts when the call returns.
func (st *store) rewriteAcks(g *segment) error {
	if g.unsettled > 0 {
		return errUnsettled
	}
	path := st.path(g.first, ackSuffix)
	b, closed := st.encodeAcks(g)
	if err := st.writeNew(path+newSuffix, b); err != nil {
		return err
	}
	if err := st.exchangeAcks(g, path+newSuffix, int64(len(b)), closed); err != nil {
		return err
	}
	if err := st.fs.SyncDir(st.dir); err != nil {
		return err
	}
	g.acksNew = false
	return nil
}

// exchangeAcks gives a new file of acknowledgements, which has been synced, its
// name. The folder has to be synced then.
func (st *store) exchangeAcks(g *segment, from string, end int64, closed bool) error {
	st.closeAcks(g) // some systems do not rename over a file that is open
	if err := st.fs.Rename(from, st.path(g.first, ackSuffix)); err != nil {
		return err
	}
	g.acksFile++
	g.acksEnd = end
	g.acksDirty, g.acksStale, g.acksNew = false, false, true
	if closed {
		g.acksOpen = false
	}
	return nil
}

// appendRuns encodes a bitmap of so many slots as entries.
func appendRuns(b []byte, seed uint32, acked bitmap, slots uint64) []byte {
	for from := uint64(0); from < slots; {
		if !acked.has(from) {
			from++
			continue
		}
		end := acked.clear(from, slots)
		b = appendAck(b, seed, from, end-from)
		from = end
	}
	return b
}

// replace writes a file under another name and gives it its own when it has
// been synced.
func (st *store) replace(path string, b []byte) error {
	err := st.writeNew(path+newSuffix, b)
	if err == nil {
		err = st.fs.Rename(path+newSuffix, path)
	}
	if err == nil {
		err = st.fs.SyncDir(st.dir)
	}
	return err
}

// writeNew writes a file and syncs it.
func (st *store) writeNew(path string, b []byte) error {
	f, err := st.fs.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(b, 0)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}
