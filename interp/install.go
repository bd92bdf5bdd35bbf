package interp

import (
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"

	"github.com/bpl-lang/bpl/interp/core"
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/nearest"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// functions returns the core library and the libraries of the configuration.
func (c *config) functions() ([]*eval.Function, []error) {
	t := table{config: c, byName: map[string]*eval.Function{}}
	for _, fn := range core.Functions() {
		t.byName[fn.Name] = fn
	}
	for _, lib := range c.libraries {
		t.install(lib)
	}
	for _, name := range c.without {
		fn := t.byName[name]
		if fn == nil {
			t.fail("Without: there is no function %q%s", name, nearest.Hint(name, slices.Sorted(maps.Keys(t.byName))))
			continue
		}
		fn.Denied = "withheld by the host"
	}
	return slices.Collect(maps.Values(t.byName)), t.errs
}

// A table is the functions of an Interp that is being made.
type table struct {
	config *config
	byName map[string]*eval.Function
	errs   []error
}

func (t *table) fail(format string, args ...any) {
	t.errs = append(t.errs, fmt.Errorf("interp: "+format, args...))
}

// install adds the built-ins of a library.
func (t *table) install(lib Library) {
	if lib == nil {
		t.fail("With: got a nil library")
		return
	}
	hard := false
	for {
		h, ok := lib.(hardLibrary)
		if !ok {
			break
		}
		lib, hard = h.Library, true
	}
	i := &installed{Library: eval.Library{Name: lib.Name()}}
	if _, stateless := lib.(plainLibrary); !stateless {
		i.open = lib.Open
	}
	for _, b := range lib.Builtins() {
		fn, err := i.function(b)
		if err != nil {
			t.fail("library %s: %w", lib.Name(), err)
			continue
		}
		fn.Hard = hard
		if old := t.byName[b.name]; old != nil {
			if !slices.Contains(t.config.override, b.name) {
				t.fail("library %s: %s exists already%s; Override(%q) replaces it", lib.Name(), b.name, ofLibrary(old), b.name)
				continue
			}
			fn.Hard = fn.Hard || old.Hard
		}
		t.byName[b.name] = fn
	}
}

func ofLibrary(fn *eval.Function) string {
	if fn.Library == nil {
		return " in the core library"
	}
	return " in the library " + fn.Library.Name
}

// installed is a library as one Interp knows it.
type installed struct {
	eval.Library
	open func(s *Session) (io.Closer, error) // nil without state
}

// function makes the evaluator's form of a built-in.
func (i *installed) function(b Builtin) (*eval.Function, error) {
	if !syntax.Bare(b.name, nil) {
		return nil, fmt.Errorf("%q is no name that the reader takes for one reference", b.name)
	}
	if b.help.Summary == "" {
		return nil, fmt.Errorf("%s: the help has no summary", b.name)
	}
	run, most := b.special, -1
	if b.isFunc {
		a, err := newAdapter(b.name, reflect.ValueOf(b.fn))
		if err != nil {
			return nil, err
		}
		run, most = a.run, a.least()
		if b.help.Signature == "" {
			b.help.Signature = a.signature(b.help.Args)
		}
	}
	if run == nil {
		return nil, fmt.Errorf("%s: the Go function is nil", b.name)
	}
	sig, err := parseSignature(b.help.Signature, b.name)
	if err != nil {
		return nil, err
	}
	if most >= 0 && sig.least > most {
		return nil, fmt.Errorf("%s: the signature %s wants %d arguments, the Go function takes %d", b.name, b.help.Signature, sig.least, most)
	}
	return &eval.Function{
		Library: &i.Library,
		Builtin: eval.Builtin{Name: b.name, Min: sig.least, Help: b.help, Plain: plain(b.name, i, run)},
	}, nil
}

// plain lets the evaluator call a built-in of a host.
func plain(name string, lib *installed, run func(c *Call) (Value, error)) func(*eval.Frame, *value.List) value.Value {
	return func(f *eval.Frame, l *value.List) value.Value {
		c := &Call{name: name, list: l, lib: lib}
		c.entry.Open(f)
		defer c.close()
		if err := c.openState(); err != nil {
			throw(err)
		}
		v, err := run(c)
		f.Executor().CheckDoom()
		if err != nil {
			throw(err)
		}
		return v
	}
}
