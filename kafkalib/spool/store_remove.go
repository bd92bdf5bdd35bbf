package spool

import (
	"errors"
	"io/fs"
	"slices"
)

// removeFinished removes the segments of which everything is acknowledged, but
// for the last one: its name tells which sequence numbers have been used.
func (st *store) removeFinished() error {
	for _, g := range slices.Clone(st.list[:max(0, len(st.list)-1)]) {
		if g.live > 0 || g.unsettled > 0 {
			continue
		}
		if err := st.remove(g); err != nil {
			return err
		}
	}
	return nil
}

// remove removes a segment and then its acknowledgements. The other way round a
// crash could make everything come again.
func (st *store) remove(g *segment) error {
	if err := st.fs.Remove(st.path(g.first, segmentSuffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := st.fs.SyncDir(st.dir); err != nil {
		return err
	}
	st.closeAcks(g)
	st.forget(g)
	if err := st.fs.Remove(st.path(g.first, ackSuffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}
