package core

import (
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// modules are the files that a session required, and those it is loading. They are
// guarded by the session's lock.
type modules struct {
	byPath map[string]*module // by cleaned path; a file with several spellings has several
	all    []*module          // in the order in which they were first required
	waits  map[*eval.Executor]*module
}

// A module is one required file.
type module struct {
	path   string
	info   fs.FileInfo
	value  value.Value
	loaded bool
	owner  *eval.Executor // that loads it
	done   chan struct{}  // closed when the owner is done, or failed
}

type modulesKey struct{}

// require loads a file unless that was done. The file is looked for before, so that all
// ways to spell its path lead to one module.
func require(f *eval.Frame, l *value.List) value.Value {
	at := loadPath(f, f.TextArg(l, 1).String())
	all := f.Session().Slot(modulesKey{}, func() any {
		return &modules{byPath: map[string]*module{}, waits: map[*eval.Executor]*module{}}
	}).(*modules)
	for {
		m := all.find(f, at)
		switch {
		case m == nil:
			// The lock was given up while files were looked at: somebody may have been faster.
		case m.loaded:
			return m.value
		case m.owner == nil:
			return all.load(f, m, at)
		default:
			all.wait(f, m, at)
		}
	}
}

// find returns the module of a file, a new one if the session does not know it; nil if
// that is to be asked again.
func (all *modules) find(f *eval.Frame, at string) *module {
	key := path.Clean(at)
	if m := all.byPath[key]; m != nil {
		return m
	}
	var info fs.FileInfo
	known := slices.Clone(all.all)
	var same *module
	fileWork(f, "require", at, func(files eval.Files) (err error) {
		if info, err = files.Stat(at); err != nil {
			return err
		}
		for _, m := range known {
			if !os.SameFile(info, m.info) {
				continue
			}
			// A new file may have got the number of one that is gone.
			if now, err := files.Stat(m.path); err == nil && os.SameFile(info, now) {
				same = m
				break
			}
		}
		return nil
	})
	switch {
	case all.byPath[key] != nil || len(all.all) != len(known):
		return nil
	case same == nil:
		same = &module{path: at, info: info}
		all.all = append(all.all, same)
	}
	all.byPath[key] = same
	return same
}

// load loads the file of m in a local scope of its own. If that fails, the next call
// tries it anew.
func (all *modules) load(f *eval.Frame, m *module, at string) value.Value {
	m.owner, m.done = f.Executor(), make(chan struct{})
	defer func() {
		m.owner = nil
		close(m.done)
		if !m.loaded {
			all.forget(m)
		}
	}()
	v := f.InFile(at, func() value.Value {
		return f.InScope(value.NewList(0), func(own *eval.Frame) value.Value { return evaluateFile(own, "require", at) })
	})
	m.value, m.loaded = v, true
	return v
}

// forget drops a module that failed: the file may be another one next time.
func (all *modules) forget(m *module) {
	maps.DeleteFunc(all.byPath, func(_ string, other *module) bool { return other == m })
	all.all = slices.DeleteFunc(all.all, func(other *module) bool { return other == m })
}

// wait waits until the executor that loads m is done, unless that one waits, through
// others perhaps, for a file that the caller is loading.
func (all *modules) wait(f *eval.Frame, m *module, at string) {
	self := f.Executor()
	for owner := m.owner; owner != nil; {
		if owner == self {
			eval.Throw(eval.RuntimeError, "Circular require: %s", path.Clean(at))
		}
		next := all.waits[owner]
		if next == nil {
			break
		}
		owner = next.owner
	}
	all.waits[self] = m
	defer delete(all.waits, self)
	f.Wait(m.done)
}
