package core_test

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/transcript"
	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/core"
	"github.com/bpl-lang/bpl/interp/internal/eval"
)

func newInterp(t *testing.T, opts ...interp.Option) *interp.Interp {
	t.Helper()
	opts = append([]interp.Option{interp.WithStdio(strings.NewReader(""), io.Discard, io.Discard)}, opts...)
	in, err := interp.New(opts...)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

func run(t *testing.T, in *interp.Interp, f *transcript.File) []transcript.Failure {
	t.Helper()
	r := transcript.Runner{Interp: in}
	result, err := r.Run(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	return result.Failures
}

// The transcripts of testdata go into details that the ones of the specification leave out.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts found: %v", err)
	}
	// Fewer steps than by default, so that running out of them takes no seconds under the
	// race detector.
	in := newInterp(t, interp.WithLimits(interp.Limits{RegexSteps: 1_000_000}))
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			f, err := transcript.Parse(filepath.ToSlash(name), string(text), false)
			if err != nil {
				t.Fatal(err)
			}
			for _, failure := range run(t, in, f) {
				t.Errorf("%v", failure)
			}
			for _, c := range f.Cases {
				for _, p := range c.Pairs {
					p.Source = compiled(p.Source)
				}
			}
			for _, failure := range run(t, in, f) {
				t.Errorf("compiled: %v", failure)
			}
		})
	}
}

// compiled wraps an expression as the end of a function with a loop, which is compiled
// before its first call.
func compiled(source string) string {
	return "(call (function () (while false null) " + source + "))"
}

// withEffects are the functions whose examples need files, streams or the like; they are
// tested where these are granted.
var withEffects = strings.Fields(`args env system http read-line read-file write-file append-file for-each-line file-exists
	list-files delete-file make-directory load require`)

// regexFunctions are functions of the language that examples may name before they exist.
var regexFunctions = strings.Fields("split match-string replace-string find-string find-strings functions")

// functions returns the functions by name, and a test for code that names one that does
// not exist.
func functions() (all map[string]*eval.Function, lacks func(code string) bool) {
	all = map[string]*eval.Function{}
	for _, fn := range core.Functions() {
		all[fn.Name] = fn
	}
	return all, func(code string) bool {
		return slices.ContainsFunc(regexFunctions, func(name string) bool {
			return all[name] == nil && strings.Contains(code, name)
		})
	}
}

// The examples of a function's help are evaluated in order in one session.
func TestExamplesOfHelp(t *testing.T) {
	in := newInterp(t)
	all, lacks := functions()
	for name, fn := range all {
		if slices.Contains(withEffects, name) {
			continue
		}
		t.Run(name, func(t *testing.T) {
			c := &transcript.Case{Title: "help of " + name}
			for i, example := range fn.Help.Examples {
				if !lacks(example.Expression) {
					c.Pairs = append(c.Pairs, &transcript.Pair{Line: i + 1, Source: example.Expression, Want: example.Result})
				}
			}
			f := &transcript.File{Name: "example", Cases: []*transcript.Case{c}}
			for _, failure := range run(t, in, f) {
				if failure.Want != "" { // an empty result is not compared
					t.Errorf("%v", failure)
				}
			}
		})
	}
}

func TestHelpIsComplete(t *testing.T) {
	all, lacks := functions()
	for name, fn := range all {
		t.Run(name, func(t *testing.T) {
			checkHelp(t, fn, func(related string) bool { return all[related] != nil || lacks(related) })
		})
	}
}

func checkHelp(t *testing.T, fn *eval.Function, known func(name string) bool) {
	h := fn.Help
	if want := "(" + fn.Name; h.Signature != want+")" && !strings.HasPrefix(h.Signature, want+" ") {
		t.Errorf("signature\n got %s\nwant %s …)", h.Signature, want)
	}
	for what, text := range map[string]string{"summary": h.Summary, "result": h.Result} {
		if text == "" {
			t.Errorf("no %s", what)
		}
	}
	for _, arg := range h.Args {
		if arg.Name == "" || arg.Type == "" || arg.Meaning == "" {
			t.Errorf("argument\n got %v\nwant name, type and meaning", arg)
		}
		if !strings.Contains(h.Signature, strings.Trim(arg.Name, `"`)) {
			t.Errorf("argument %s does not occur in %s", arg.Name, h.Signature)
		}
		if strings.Contains(h.Signature, `"`+arg.Name+`" =>`) {
			t.Errorf("option %s is not in quotes, as it is written in a call", arg.Name)
		}
	}
	if len(h.Examples) == 0 {
		t.Error("no example")
	}
	for _, name := range h.Related {
		if !known(name) || name == fn.Name {
			t.Errorf("related function\n got %s\nwant another function of the language", name)
		}
	}
}
