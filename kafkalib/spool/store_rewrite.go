package spool

import (
	"errors"
	"io"
	"os"
)

// rewrite replaces the file of a segment by one that has been synced, with
// those of its frames that are not acknowledged: because the file is not to be
// trusted, or to save space. Frames that are written and not accepted are
// copied, too; if not all of them can be read any more they are left out, and
// the segment has what was accepted.
func (st *store) rewrite(g *segment) error {
	if err := st.use(g); err != nil {
		return err
	}
	if g.unsettled > 0 {
		return errUnsettled
	}
	// Frames that are left out must be known as acknowledged: otherwise they
	// would count as lost.
	if g.acksDirty || g.acksStale || g.acksNew {
		if err := st.rewriteAcks(g); err != nil {
			return err
		}
	}
	path := st.path(g.first, segmentSuffix)
	from, err := st.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	to, err := st.fs.OpenFile(path+newSuffix, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return errors.Join(err, from.Close())
	}
	c := copied{segment{first: g.first, next: g.accepted}}
	err = st.copyLive(g, &c, from, to)
	if err == nil && c.next < g.next {
		c.size = c.acceptedEnd
		c.forgetFrom(c.size)
		err = to.Truncate(c.size)
	}
	if err == nil {
		err = to.Sync()
	}
	err = errors.Join(err, from.Close(), to.Close())
	if err != nil {
		return errors.Join(err, st.fs.Remove(path+newSuffix))
	}
	return st.exchange(g, path, &c)
}

// A copied is what the new file of a segment has: size, acceptedEnd and index,
// and next, which is less than that of the old one if a frame is missing that
// is not accepted yet.
type copied struct{ segment }

// exchange gives the new file of a segment its name and goes on with it.
func (st *store) exchange(g *segment, path string, c *copied) error {
	open := g == st.open()
	if open { // some systems do not rename over a file that is open
		st.file.Close() // nothing in it is trusted
		st.file = nil
	}
	err := st.fs.Rename(path+newSuffix, path)
	if err == nil {
		g.size, g.acceptedEnd, g.index = c.size, c.acceptedEnd, c.index
		if c.next < g.next {
			g.next = g.accepted
		}
		g.generation++
		g.untrusted = false
		if g.closed {
			g.acksOpen = true // they tell the size
		}
		err = st.fs.SyncDir(st.dir)
	}
	if open {
		f, openErr := st.fs.OpenFile(path, os.O_RDWR, 0)
		if openErr != nil {
			g.revert()
			g.closed, g.acksOpen = true, true
			st.track(g)
			return errors.Join(err, openErr)
		}
		st.file = f
	}
	return err
}

// copyLive copies the header and the frames that are not acknowledged.
func (st *store) copyLive(g *segment, c *copied, from, to File) error {
	buffer := fileHeader{id: st.id, first: g.first}.encode(segmentMagic)
	sc := st.scanner(g, from, headerSize, g.first)
	sc.limit, sc.below = g.size, g.next
	for {
		f, err := sc.next()
		if err != nil && err != io.EOF {
			return err
		}
		if err == nil && !g.acked.has(f.sequence-g.first) {
			c.note(f.sequence, c.size+int64(len(buffer)))
			buffer = appendRaw(buffer, st.seed, f)
			switch {
			case f.sequence < g.accepted:
				c.acceptedEnd = c.size + int64(len(buffer))
			case f.sequence == c.next:
				c.next++
			}
		}
		if err == io.EOF || len(buffer) >= readChunk {
			if _, werr := to.WriteAt(buffer, c.size); werr != nil {
				return werr
			}
			c.size += int64(len(buffer))
			buffer = buffer[:0]
		}
		if err == io.EOF {
			c.acceptedEnd = max(c.acceptedEnd, headerSize)
			return nil
		}
	}
}

// scanner returns one of a segment's accepted frames, from a place on.
func (st *store) scanner(g *segment, f io.ReaderAt, offset int64, least uint64) *scanner {
	return &scanner{file: f, seed: st.seed, offset: offset, limit: g.acceptedEnd, least: least, below: g.accepted}
}
