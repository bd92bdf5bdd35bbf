package transcript

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// newRunner returns a runner with a few functions that end an expression in every way.
func newRunner(t *testing.T) *Runner {
	t.Helper()
	special := func(name string, run func(c *interp.Call) (interp.Value, error)) interp.Builtin {
		return interp.Special(name, run, interp.Help{Signature: "(" + name + ")", Summary: "For tests."})
	}
	in, err := interp.New(interp.With(interp.Lib("test",
		special("boom", func(*interp.Call) (interp.Value, error) {
			return interp.Null(), interp.Throw("Boom", "it said %q", "boom")
		}),
		special("limit", func(c *interp.Call) (interp.Value, error) {
			return interp.Null(), &interp.LimitError{Limit: "steps", Max: 1}
		}),
		special("hang", func(c *interp.Call) (interp.Value, error) {
			return interp.Null(), c.Unlocked(func(ctx context.Context) error {
				<-ctx.Done()
				return nil
			})
		}),
	)))
	if err != nil {
		t.Fatal(err)
	}
	return &Runner{Interp: in, Timeout: time.Minute}
}

// run runs a transcript in a bubble of synctest, in which what hangs takes no time.
func run(t *testing.T, f *File) *Result {
	t.Helper()
	var r *Result
	synctest.Test(t, func(t *testing.T) {
		var err error
		if r, err = newRunner(t).Run(t.Context(), f); err != nil {
			t.Fatal(err)
		}
	})
	return r
}

func parse(t *testing.T, text string, open bool) *File {
	t.Helper()
	f, err := Parse("sample.txt", text, open)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestPairs(t *testing.T) {
	tests := []struct{ name, source, want string }{
		{"value", "> (1 \"a\")", "(1 \"a\")"},
		{"text over several lines", "> (1\n.\n. 2)", "(1 2)"},
		{"exception with message", "> (boom)", `! Boom "it said \"boom\""`},
		{"exception by type", "> (boom)", "! Boom"},
		{"any exception", "> (boom)", "! *"},
		{"error of the reader", "> (a", `! ParseException "Unmatched parenthesis"`},
		{"error of a path", "> 0/a", `! InvalidReference "First element is not a string: 0"`},
		{"two values are no value", "> 1 2", `! ParseException "Unmatched parenthesis"`},
		{"limit", "> (limit)", "! LimitExceeded"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := parse(t, "# case\n"+test.source+"\n"+test.want+"\n", false)
			r := run(t, f)
			if r.Passed != 1 || len(r.Failures) > 0 {
				t.Errorf("got  %v\nwant no failure", r.Failures)
			}
		})
	}
}

func TestFailures(t *testing.T) {
	tests := []struct{ name, source, want, got string }{
		{"value", "> 1", "2", "1"},
		{"value instead of exception", "> 1", "! *", "1"},
		{"exception instead of value", "> (boom)", "1", `! Boom "it said \"boom\""`},
		{"other message", "> (boom)", `! Boom "x"`, `! Boom "it said \"boom\""`},
		{"other type", "> (boom)", "! Boo", `! Boom "it said \"boom\""`},
		{"a limit is no exception", "> (limit)", "! *", "! LimitExceeded"},
		{"a timeout is no exception", "> (hang)", "! *", "(ran longer than the time limit)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := parse(t, "# title\n"+test.source+"\n"+test.want, false)
			r := run(t, f)
			if len(r.Failures) != 1 || r.Failures[0].Got != test.got || r.Failures[0].Line != 2 {
				t.Errorf("got  %v\nwant line 2, %s", r.Failures, test.got)
			}
		})
	}
}

func TestTheRestOfACaseIsNotRunAfterATimeout(t *testing.T) {
	f := parse(t, "# one\n> (hang)\nnull\n> 1\n1\n\n# two\n> 2\n2\n", false)
	r := run(t, f)
	if r.Passed != 1 || len(r.Failures) != 2 || !strings.Contains(r.Failures[1].Got, "not run") {
		t.Errorf("got  %d passed, %v\nwant one passed, the last failure not run", r.Passed, r.Failures)
	}
}

func TestGlobalsLastForACase(t *testing.T) {
	r := newRunner(t)
	r.Globals = map[string]any{"answer": 42}
	r.Files = fstest.MapFS{"scope.bpl": {Data: []byte(`("x" => 1 "y" => (2 3))`)}}
	f := parse(t, "# loaded\n@load scope.bpl\n> y/1\n3\n> answer\n42\n\n# not loaded\n> x\nnull\n", false)
	result, err := r.Run(context.Background(), f)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Failures) > 0 {
		t.Errorf("got  %v\nwant no failure", result.Failures)
	}
}

func TestMalformedTranscripts(t *testing.T) {
	tests := []struct {
		name, text string
		line       int
	}{
		{"expression outside a case", "> 1\n1\n", 1},
		{"two results", "# a\n> 1\n1\n2\n", 4},
		{"no result", "# a\n> 1\n\n# b\n> 2\n2\n", 2},
		{"no result before the next expression", "# a\n> 1\n> 2\n2\n", 2},
		{"no expression", "# a\n\n# b\n> 1\n1\n", 1},
		{"no expression at the end", "# a\n> 1\n1\n\n# b\n", 5},
		{"late load", "# a\n> 1\n1\n@load x\n", 4},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Parse("sample.txt", test.text, false)
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Line != test.line {
				t.Errorf("got  %v\nwant an error in line %d", err, test.line)
			}
		})
	}
}

func TestUpdate(t *testing.T) {
	tests := []struct{ name, before, after string }{
		{"wrong value", "# a\n> (1 2)\n7\n", "# a\n> (1 2)\n(1 2)\n"},
		{"no value", "# a\n> 1\n> 2\n\n# b\n> 3", "# a\n> 1\n1\n> 2\n2\n\n# b\n> 3\n3"},
		{"wrong message", "# a\n> (boom)\n! Boom \"x\"\n", "# a\n> (boom)\n! Boom \"it said \\\"boom\\\"\"\n"},
		{"what matches stays", "# a\n# b\n> (boom)\n! *\n> (boom)\n! Boom\n", "# a\n# b\n> (boom)\n! *\n> (boom)\n! Boom\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := parse(t, test.before, true)
			r := run(t, f)
			got, err := f.Update(r)
			if err != nil || got != test.after {
				t.Errorf("got  %q, %v\nwant %q", got, err, test.after)
			}
		})
	}
}

func TestUpdateRefusesWhatATranscriptCannotShow(t *testing.T) {
	for name, source := range map[string]string{"a timeout": "(hang)", "a lone point": "(quote .)"} {
		t.Run(name, func(t *testing.T) {
			f := parse(t, "# a\n> "+source+"\n0\n", true)
			r := run(t, f)
			got, err := f.Update(r)
			var wrong *Error
			if !errors.As(err, &wrong) || wrong.Line != 2 {
				t.Errorf("got  %q, %v\nwant an error in line 2", got, err)
			}
		})
	}
}
