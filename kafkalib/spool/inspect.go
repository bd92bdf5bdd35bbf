package spool

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A Report is what is in the folder of a spool.
type Report struct {
	ID       string // "" where its file is damaged and nothing else tells it
	Segments int
	Bytes    int64    // of the segments' files
	Records  int64    // that wait for their acknowledgement
	Rejected int64    // that wait in rejected/
	InUse    bool     // another handle or process has the spool
	Findings []Notice // Torn, Damaged and Foreign
}

// Damage returns the findings that mean a loss.
func (r Report) Damage() []Notice {
	return slices.DeleteFunc(slices.Clone(r.Findings), func(n Notice) bool {
		d, damaged := n.(Damaged)
		return !damaged || d.Count == 0 && d.Bytes == 0
	})
}

// Inspect reads a spool without changing anything in its folder: every frame of
// every segment. Visit, if not nil, gets the records that wait, oldest first,
// and then the rejected ones, whose Code is not empty; its error ends the
// inspection. A spool that is in use is seen as it is at the moment: the end of
// its last segment may be torn because it is being written. A folder that has no
// spool is an error, fs.ErrNotExist.
func Inspect(dir string, system FS, visit func(Rejected) error) (Report, error) {
	if system == nil {
		system = systemFS{}
	}
	if visit == nil {
		visit = func(Rejected) error { return nil }
	}
	n := &inspector{fs: system, visit: visit}
	dir = filepath.Clean(dir)
	names, err := system.ReadDir(dir)
	if err != nil {
		return n.report, err
	}
	if err := n.identify(dir, names); err != nil {
		return n.report, err
	}
	if n.report.InUse, err = n.inUse(dir, names); err != nil {
		return n.report, err
	}
	if n.report.Records, err = n.folder(dir, names); err != nil {
		return n.report, err
	}
	dir = joined(dir, rejectedName)
	if names, err = system.ReadDir(dir); errors.Is(err, fs.ErrNotExist) {
		return n.report, nil
	}
	if err == nil {
		n.report.Rejected, err = n.folder(dir, names)
	}
	return n.report, err
}

// An inspector is an inspection that runs.
type inspector struct {
	fs     FS
	id     identity
	visit  func(Rejected) error
	report Report
}

func (n *inspector) found(x Notice) { n.report.Findings = append(n.report.Findings, x) }

// identify finds the identity, without repairing its file.
func (n *inspector) identify(dir string, names []string) error {
	s := &Spool{options: Options{FS: readOnlyFS{n.fs}}, dir: dir}
	err := s.identify(names)
	switch {
	case errors.Is(err, errReadOnly) && s.fresh && !(slices.Contains(names, idName) && slices.Contains(names, lockName)):
		return &fs.PathError{Op: "inspect", Path: dir, Err: fs.ErrNotExist}
	case err != nil && !errors.Is(err, errReadOnly):
		return err
	}
	if !s.fresh { // else nothing tells it
		n.id = s.id
		n.report.ID = s.id.String()
	}
	n.report.Findings = s.notices
	return nil
}

// inUse asks for the lock, if there has ever been one.
func (n *inspector) inUse(dir string, names []string) (bool, error) {
	if !slices.Contains(names, lockName) {
		return false, nil
	}
	lock, err := n.fs.Lock(joined(dir, lockName))
	if errors.Is(err, ErrLocked) {
		return true, nil
	}
	if errors.Is(err, fs.ErrPermission) { // who cannot write may read
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return false, lock.Close()
}

// folder inspects the segments of a folder and returns how many records wait.
func (n *inspector) folder(dir string, names []string) (int64, error) {
	st := &store{fs: n.fs, dir: dir, id: n.id, seed: n.id.seed(), notify: n.found}
	var firsts, doubtful []uint64
	for _, name := range names {
		first, ok := parseName(name, segmentSuffix)
		if !ok {
			continue
		}
		state, err := st.headerState(first)
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed meanwhile
		case err != nil:
			return 0, err
		case state == headerGood:
			firsts = append(firsts, first)
		case state == headerBad:
			doubtful = append(doubtful, first)
		}
	}
	certain := len(firsts)
	firsts = append(firsts, doubtful...)
	slices.Sort(firsts[:certain])
	total := int64(0)
	for i, first := range firsts {
		below, last := first+maxSlots, true
		for _, other := range firsts[:certain] {
			if other > first {
				below, last = min(below, other), false
			}
		}
		records, err := n.segment(st, first, below, last, i >= certain)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return total, err
		}
		total += records
	}
	return total, nil
}

// segment inspects a segment, of which doubtful says that its header is damaged.
func (n *inspector) segment(st *store, first, below uint64, last, doubtful bool) (int64, error) {
	path := st.path(first, segmentSuffix)
	f, err := n.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	size, err := f.Size()
	if err != nil {
		return 0, err
	}
	acks, err := st.loadAcks(first)
	if err != nil {
		return 0, err
	}
	if acks.damaged > 0 {
		n.found(Damaged{Bytes: acks.damaged, File: st.path(first, ackSuffix)})
	}
	g := &segment{first: first, size: size, acked: acks.acked}
	sc := &scanner{file: f, seed: st.seed, offset: headerSize, limit: size, least: first, below: below}
	next, end, lost, live := first, int64(headerSize), int64(0), int64(0)
	topic := ""
	for {
		found, err := sc.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return live, err
		}
		lost += g.passOver(next, found.sequence)
		next, end = found.sequence+1, found.end()
		if g.acked.has(found.sequence - first) {
			continue
		}
		record, err := decodeBody(slices.Clone(found.body), topic)
		if err != nil {
			lost++
			continue
		}
		record.Sequence, topic = found.sequence, record.Topic
		live++
		if err := n.visit(record); err != nil {
			return live, err
		}
	}
	if unused := size - end; unused > 0 && zerosFollow(f, end, size) {
		sc.skipped -= unused
		g.size = end
	}
	n.report.Segments++
	n.report.Bytes += size
	n.judge(path, g, scanned{frames: end > headerSize, next: next, end: end, skipped: sc.skipped, lost: lost}, acks.header.next, last, doubtful)
	return live, nil
}

// judge tells what is wrong with a segment.
func (n *inspector) judge(path string, g *segment, r scanned, known uint64, last, doubtful bool) {
	tail := max(0, g.size-r.end)
	if last && tail > 0 && !doubtful {
		r.skipped -= tail
		n.found(Torn{Count: 1, Bytes: tail, File: path})
	}
	if known > r.next {
		r.lost += g.passOver(r.next, known)
	}
	if doubtful {
		r.skipped += min(g.size, headerSize)
	}
	if r.lost > 0 || r.skipped > 0 {
		n.found(Damaged{Count: r.lost, Bytes: r.skipped, File: path})
	}
}

// readOnlyFS is a file system in which nothing can be changed.
type readOnlyFS struct{ FS }

var errReadOnly = errors.New("nothing may be changed")

// OpenFile opens files for reading only.
func (r readOnlyFS) OpenFile(path string, flag int, mode fs.FileMode) (File, error) {
	if flag != os.O_RDONLY || strings.HasSuffix(path, newSuffix) {
		return nil, errReadOnly
	}
	return r.FS.OpenFile(path, flag, mode)
}
