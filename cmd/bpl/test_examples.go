package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// Where the examples of the help run: a folder of their own, two lines to read, two
// arguments and one environment variable.
const (
	exampleInput = "first line\nsecond line\n"
	exampleHome  = "/home/ada"
)

var exampleArgs = []string{"first", "second argument"}

// needNetwork are functions whose examples would need a server.
var needNetwork = map[string]bool{"http": true}

// helpExamples runs the examples of the help of all functions: of the core library those
// of one function in order in one session, of others each in its own. An example without
// a result only has to end.
func (r *testRun) helpExamples(ctx context.Context) error {
	s := r.in.NewSession()
	groups := functionGroups(s)
	if err := s.Close(); err != nil {
		return err
	}
	for _, g := range groups {
		suite := testSuite{name: "help of the library " + g.library}
		for _, fn := range g.functions {
			if len(fn.help.Examples) > 0 && !needNetwork[fn.name] {
				r.one(&suite, fn.name, func() string { return r.examples(ctx, g.library, fn) })
			}
		}
		if err := r.done(ctx, suite); err != nil {
			return err
		}
	}
	return nil
}

func (r *testRun) examples(ctx context.Context, library string, fn documentedFunction) string {
	dir, err := os.MkdirTemp("", "bpl-example")
	if err != nil {
		return err.Error()
	}
	defer os.RemoveAll(dir)
	in, err := r.in.Extend(
		interp.WithStdio(strings.NewReader(exampleInput), r.output, r.output),
		interp.WithFiles(filesIn{interp.OSFiles(), dir}),
		interp.WithArgs(exampleArgs...),
		interp.WithEnv(func(name string) (string, bool) { return exampleHome, name == "HOME" }),
		interp.WithProcesses(runProcess),
	)
	if err != nil {
		return err.Error()
	}
	var failures strings.Builder
	fail := func(example interp.HelpExample, got string) {
		fmt.Fprintf(&failures, "%s\n\twant %s\n\tgot  %s\n", example.Expression, example.Result, got)
	}
	if library == coreLibrary {
		r.inSession(ctx, in, fn.help.Examples, fail)
		return failures.String()
	}
	for i := range fn.help.Examples {
		r.inSession(ctx, in, fn.help.Examples[i:i+1], fail)
	}
	return failures.String()
}

// inSession runs examples in order in one session.
func (r *testRun) inSession(ctx context.Context, in *interp.Interp, examples []interp.HelpExample, fail func(interp.HelpExample, string)) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := in.NewSession()
	defer s.Close()
	for _, e := range examples {
		code, err := in.ParseOne("", e.Expression)
		if err != nil {
			fail(e, err.Error())
			continue
		}
		alarm := time.AfterFunc(r.flags.timeout, func() { cancel(errTimeout) })
		v, err := s.EvalValue(ctx, code)
		alarm.Stop()
		got := ""
		s.Do(func(*interp.Session) {
			if got = v.String(); err != nil {
				got = strings.TrimSpace(shown(err))
			}
		})
		if e.Result != "" && !(err == nil && got == e.Result) && !expectedError(e.Result, err) {
			fail(e, got)
		}
	}
}

// expectedError reports whether an error is the one that a result "! TYPE …" or, of a
// library with codes, "! CODE" asks for.
func expectedError(want string, err error) bool {
	want, ok := strings.CutPrefix(want, "! ")
	var thrown *interp.Exception
	if !ok || !errors.As(err, &thrown) {
		return false
	}
	text := thrown.Type
	if thrown.Message != "" {
		text += " " + interp.String(thrown.Message).String()
	}
	return want == "*" || want == thrown.Type || want == thrown.Code || want == text
}

// filesIn are files whose relative paths go from a folder.
type filesIn struct {
	interp.Files
	dir string
}

func (f filesIn) path(p string) string {
	if filepath.IsAbs(p) {
		return p
	}
	return filepath.Join(f.dir, p)
}

// Open and the others implement interp.Files.
func (f filesIn) Open(p string) (io.ReadCloser, error) { return f.Files.Open(f.path(p)) }

func (f filesIn) Create(p string, appending bool) (io.WriteCloser, error) {
	return f.Files.Create(f.path(p), appending)
}

func (f filesIn) Stat(p string) (fs.FileInfo, error)      { return f.Files.Stat(f.path(p)) }
func (f filesIn) ReadDir(p string) ([]fs.DirEntry, error) { return f.Files.ReadDir(f.path(p)) }
func (f filesIn) Remove(p string) error                   { return f.Files.Remove(f.path(p)) }
func (f filesIn) Mkdir(p string) error                    { return f.Files.Mkdir(f.path(p)) }
