package spool

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Open takes a folder, which is made if there is none, for one owner, and
// recovers what earlier owners left. The error is ErrLocked, ErrDamagedHeader,
// ErrVersion, or one of the file system.
func Open(dir string, o Options) (*Spool, error) {
	s, err := open(dir, o)
	if err != nil {
		return nil, err
	}
	s.startSyncer()
	return s, nil
}

// open is Open without the syncer's goroutine.
func open(dir string, o Options) (*Spool, error) {
	s := &Spool{options: o.withDefaults(), dir: filepath.Clean(dir), wake: make(chan struct{})}
	s.settled.L = &s.mu
	s.mu.Lock()
	if err := s.options.FS.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	var err error
	_ = s.options.FS.SyncDir(filepath.Dir(dir)) // of a folder that is new; systems may refuse
	if s.lock, err = s.options.FS.Lock(joined(dir, lockName)); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	if err := s.recoverAll(); err != nil {
		for _, st := range []*store{s.main, s.rejected} {
			if st != nil {
				st.closeAll()
			}
		}
		return nil, errors.Join(err, s.lock.Close())
	}
	for _, st := range s.stores() {
		_ = st.removeFinished() // or by settle, later
	}
	records, bytes := s.main.records()
	s.recovered = records
	s.notices = slices.Insert(s.notices, 0, Notice(Opened{ID: s.id.String(), Recovered: records, Bytes: bytes}))
	s.release()
	return s, nil
}

func (s *Spool) recoverAll() error {
	names, err := s.options.FS.ReadDir(s.dir)
	if err != nil {
		return err
	}
	if err := s.identify(names); err != nil {
		return fmt.Errorf("%s: %w", s.dir, err)
	}
	s.main = s.newStore(s.dir)
	if err := s.main.recover(names); err != nil {
		return err
	}
	dir := joined(s.dir, rejectedName)
	names, err = s.options.FS.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	s.rejected = s.newStore(dir)
	return s.rejected.recover(names)
}

func (s *Spool) newStore(dir string) *store {
	return &store{fs: s.options.FS, dir: dir, id: s.id, seed: s.id.seed(), next: 1, notify: s.notify}
}

// identify finds the identity of the spool: in the file for it, or if that is
// damaged in the header of another; a new folder gets a new one.
func (s *Spool) identify(names []string) error {
	st := store{fs: s.options.FS, dir: s.dir}
	path := joined(s.dir, idName)
	if slices.Contains(names, idName) {
		text, err := st.readAll(path, 64)
		if err != nil {
			return err
		}
		if id, ok := decodeIdentity(text); ok {
			s.id = id
			return nil
		}
		s.notify(Damaged{Bytes: int64(len(text)), File: path})
	}
	found, any, err := st.identityOfHeaders(names)
	switch {
	case err != nil:
		return err
	case found != identity{}:
		s.id = found
	case any:
		return ErrDamagedHeader
	default:
		s.id, s.fresh = newIdentity(), true
		if slices.Contains(names, idName) { // nothing tells that it is a spool's
			if err := st.putAside(path); err != nil {
				return err
			}
		}
	}
	return st.replace(path, s.id.encode())
}

// identityOfHeaders returns the identity that the first good header tells, and
// whether there is any file of a spool.
func (st *store) identityOfHeaders(names []string) (id identity, any bool, err error) {
	for _, name := range names {
		for suffix, magic := range map[string]string{segmentSuffix: segmentMagic, ackSuffix: ackMagic} {
			if _, ok := parseName(name, suffix); !ok {
				continue
			}
			any = true
			f, err := st.fs.OpenFile(joined(st.dir, name), os.O_RDONLY, 0)
			if err != nil {
				return id, any, err
			}
			h, state, err := readHeader(f, magic)
			if err := errors.Join(err, f.Close()); err != nil {
				return id, any, err
			}
			if state == headerGood {
				return h.id, any, nil
			}
		}
	}
	return id, any, nil
}

// readAll reads a small file.
func (st *store) readAll(path string, limit int) ([]byte, error) {
	f, err := st.fs.OpenFile(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	b := make([]byte, limit)
	n, err := f.ReadAt(b, 0)
	if isEnd(err) {
		err = nil
	}
	return b[:n], errors.Join(err, f.Close())
}

// closeAll gives back what the store has of the system.
func (st *store) closeAll() {
	if st.file != nil {
		st.file.Close()
		st.file = nil
	}
	for _, g := range st.list {
		st.closeAcks(g)
	}
}
