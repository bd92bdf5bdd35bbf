package repl

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

func newInterp(s Streams) (*interp.Interp, error) {
	return interp.New(interp.WithStdio(s.In, s.Out, s.Err), interp.WithExecutorErrors(s.Lost))
}

// piped runs a session on a text that nobody types.
func piped(t *testing.T, text string, change func(*Config)) (out, errOut string, err error) {
	t.Helper()
	var o, e bytes.Buffer
	cfg := Config{In: strings.NewReader(text), Out: &o, Err: &e, Interp: newInterp}
	if change != nil {
		change(&cfg)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	err = Run(ctx, cfg)
	return o.String(), e.String(), err
}

func TestPiped(t *testing.T) {
	tests := []struct {
		name, text, out string
		err             []string // parts
		is              string   // type of the error, "" for none
	}{
		{"values", "(+ 1 2)\n\"a\\n\"\nnull\n", "3\n\"a\\n\"\nnull\n", nil, ""},
		{"several in a line", "1 (list 2\n3) 4", "1\n(2 3)\n4\n", nil, ""},
		{"no line end at the end", "(+ 1 2)", "3\n", nil, ""},
		{"empty lines", "\n\n  \n1\n", "1\n", nil, ""},
		{"CR", "(+ 1\r\n2)\r\n", "3\n", nil, ""},
		{"#!", "#!/usr/bin/env bpl\n1\n", "1\n", nil, ""},
		{"an error ends it", "1\n(throw \"Sad\" \"day\")\n2\n", "1\n", []string{"standard input:2:1: Sad: day"}, "*interp.Exception"},
		{"an error in the second form of a line", "1\n2 (throw \"Sad\") 3\n", "1\n2\n", []string{"standard input:2:3: Sad", "  |   ^"}, "*interp.Exception"},
		{"text that is wrong", "1\n(\n2x\n)", "1\n", []string{"standard input:3:1: Invalid token: 2x"}, "*interp.SyntaxError"},
		{"incomplete text", "1\n(+ 1", "1\n", []string{"standard input:2:1: Unmatched parenthesis"}, "*interp.SyntaxError"},
		{"a local scope for each form", "(set-local x 1)\nx\n", "1\nnull\n", nil, ""},
		{"a global scope for all", "(set x 1)\nx\n", "1\n1\n", nil, ""},
		{"the last values", "1\n2\n3\n(list *1 *2 *3)\n*4\n", "1\n2\n3\n(3 2 1)\nnull\n", nil, ""},
		{"the last values are in no scope", "1\n(size (global-scope))\n", "1\n0\n", nil, ""},
		{"exit", "(exit 3)\n1\n", "", nil, "*interp.ExitError"},
		{"lines for the form", "(list (read-line) (read-line))\none\ntwo\n3\n", "(\"one\" \"two\")\n3\n", nil, ""},
		{"what is printed", "(print \"a\")\n(write \"b\")\n", "a\nnull\nb\nnull\n", nil, ""},
		{"commands", ":time off\n1\n", "1\n", nil, ""},
		{"an unknown command", ":hlep\n1\n", "", []string{"there is no command :hlep, did you mean :help?"}, "*repl.usageError"},
		{":quit", "1\n:quit\n2\n", "1\n", nil, ""},
		{"a path is no command", "(set x 1)\n/x\n/:x\n", "1\n1\nnull\n", nil, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, errOut, err := piped(t, test.text, nil)
			if out != test.out {
				t.Errorf("standard output\ngot  %q\nwant %q", out, test.out)
			}
			for _, part := range test.err {
				if !strings.Contains(errOut, part) {
					t.Errorf("standard error\ngot  %q\nwant it to contain %q", errOut, part)
				}
			}
			if got := fmt.Sprintf("%T", err); got != test.is && (err != nil || test.is != "") && !strings.HasSuffix(got, strings.TrimPrefix(test.is, "*interp")) {
				t.Errorf("error\ngot  %s %v\nwant %s", got, err, test.is)
			}
		})
	}
}

func TestKeepGoing(t *testing.T) {
	out, _, err := piped(t, "(throw \"A\")\n1\n(throw \"B\")\n*e\n(2x)\n2\n", func(c *Config) { c.KeepGoing = true })
	if want := "1\n(\"B\" \"code\" => (throw \"B\"))\n2\n"; out != want {
		t.Errorf("got  %q\nwant %q", out, want)
	}
	var thrown *interp.Exception
	if !errors.As(err, &thrown) || thrown.Type != "A" {
		t.Errorf("got  %v\nwant the first error", err)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file.bpl")
	if err := os.WriteFile(file, []byte("#!/usr/bin/env bpl\n(set x 1)\n(set y 2)\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	out, _, err := piped(t, "(list x y)", func(c *Config) {
		c.Files = []string{file}
		c.Startup = []string{filepath.Join(dir, "missing.bpl")}
	})
	if out != "(1 2)\n" || err != nil {
		t.Errorf("got  %q, %v\nwant %q", out, err, "(1 2)\n")
	}
	out, _, err = piped(t, ":load "+file+"\n(list x y)\n:load missing.bpl\n1\n", nil)
	if out != "(1 2)\n" || err == nil {
		t.Errorf("got  %q, %v\nwant %q and an error", out, err, "(1 2)\n")
	}
}

// A typist is somebody who types into a session without an editor.
type typist struct {
	t    *testing.T
	in   *io.PipeWriter
	mu   sync.Mutex
	text strings.Builder
	seen int
	more chan struct{}
	done chan error
	int  chan os.Signal
}

func (y *typist) Write(p []byte) (int, error) {
	y.mu.Lock()
	defer y.mu.Unlock()
	y.text.Write(p)
	select {
	case y.more <- struct{}{}:
	default:
	}
	return len(p), nil
}

// typing begins a session.
func typing(t *testing.T, change func(*Config)) *typist {
	in, w := io.Pipe()
	y := &typist{t: t, in: w, more: make(chan struct{}, 1), done: make(chan error, 1), int: make(chan os.Signal)}
	cfg := Config{In: in, Out: y, Err: y, Interactive: true, Interp: newInterp,
		Interrupts: func() (<-chan os.Signal, func()) { return y.int, func() {} }}
	if change != nil {
		change(&cfg)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { y.done <- Run(ctx, cfg) }()
	t.Cleanup(func() {
		cancel()
		w.Close()
	})
	return y
}

func (y *typist) expect(text string) {
	y.t.Helper()
	over := time.After(time.Minute)
	for {
		y.mu.Lock()
		all := y.text.String()
		y.mu.Unlock()
		if i := strings.Index(all[y.seen:], text); i >= 0 {
			y.seen += i + len(text)
			return
		}
		select {
		case <-y.more:
		case <-over:
			y.t.Fatalf("got  %q\nwant %q", all[y.seen:], text)
		}
	}
}

func (y *typist) enter(line, answer string) {
	y.t.Helper()
	y.expect("bpl> ")
	if _, err := io.WriteString(y.in, line+"\n"); err != nil {
		y.t.Fatal(err)
	}
	y.expect(answer)
}

func (y *typist) left(want error) {
	y.t.Helper()
	select {
	case err := <-y.done:
		if !errors.Is(err, want) {
			y.t.Errorf("got  %v\nwant %v", err, want)
		}
	case <-time.After(time.Minute):
		y.t.Fatal("the session does not end")
	}
}

func TestCommands(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	y := typing(t, func(c *Config) { c.History = filepath.Join(dir, "history"); c.Banner = "the banner" })
	y.expect("the banner\n")
	y.enter(":help", ":find WORD")
	y.enter(":doc size", "(size l)")
	y.enter(":doc sizee", "did you mean size?")
	y.enter(":doc", "write :doc NAME")
	y.enter(":find xml", "parse")
	y.enter(":find murmur2", "hash")
	y.enter(":find nothing-like-it", "no function has to do with")
	y.enter("(set double (function (x) (* x 2)))", "(function (x) (* x 2))\n")
	y.enter(":source double", "(set double (function (x) (* x 2)))\n")
	y.enter(":source size", "size is built in; :doc size")
	y.enter(":source sise", "did you mean size?")
	y.enter("null", "")
	y.enter(":nulls", ":nulls is off")
	y.enter(":nulls on", "")
	y.enter("null", "null\n")
	y.enter(":nulls maybe", "want on or off")
	y.enter(":time (double 21)", "42\n")
	y.expect(" ms\n")
	y.enter(":trace double", "")
	y.enter("(double 4)", "trace: (double 4)  x = 4")
	y.expect("8\n")
	y.enter(":trace", "double\n")
	y.enter(":trace off", "")
	y.enter(":trace nothing", "there is no function nothing")
	y.enter("(- \"sasl-password\" 1)", "IllegalArgumentException")
	y.enter("(length \"sasl-password\")", "13\n")
	y.enter(":save forms.bpl", "forms in forms.bpl\n1 are left out")
	y.enter(":save forms.bpl", "exists; :save -f forms.bpl replaces it")
	y.enter(":save -f forms.bpl", "forms in forms.bpl")
	y.enter(":history double", "(double 4)\n")
	y.enter(":history 1", ":history 1\n")
	y.enter(":record session.txt", "")
	y.enter("(double", "   .. ")
	y.in.Write([]byte("5)\n"))
	y.expect("10\n")
	y.enter("(throw \"Sad\" \"day\")", "Sad: day")
	y.enter(":record", "")
	y.enter(":record session.txt", "exists")
	y.enter(":reset", "a new session\n")
	y.enter("(exists double)", "false\n")
	y.enter(":quit now", ":quit takes no arguments")
	y.enter(":quit", "")
	y.left(nil)

	text, err := os.ReadFile("forms.bpl")
	if err != nil || !strings.HasPrefix(string(text), "(set double (function (x) (* x 2)))\nnull\n") || strings.Contains(string(text), "password") {
		t.Errorf("got  %q, %v\nwant the forms without the secret", text, err)
	}
	text, err = os.ReadFile("session.txt")
	want := "# recorded in a session\n> (double\n. 5)\n10\n> (throw \"Sad\" \"day\")\n! Sad \"day\"\n"
	if err != nil || string(text) != want {
		t.Errorf("got  %q, %v\nwant %q", text, err, want)
	}
}

func TestBreakCommand(t *testing.T) {
	y := typing(t, nil)
	y.enter("(set f (function (x) (* x 2)))", "(function")
	y.enter(":break f", "")
	y.enter(":break", "f\n")
	y.enter("(+ 1 (f 20))", "break: (f 20)  x = 20\n")
	y.expect("break> ")
	look := func(line, answer string) {
		t.Helper()
		y.in.Write([]byte(line + "\n"))
		y.expect(answer)
		y.expect("break> ")
	}
	look("x", "20\n")
	look("(set x 21)", "21\n")
	look("(throw \"Sad\")", "Sad")
	look("(", "Unmatched parenthesis")
	look(":quit", "only :continue and :stop")
	y.in.Write([]byte(":continue\n"))
	y.expect("43\n")
	y.enter("(f 1)", "break> ")
	y.in.Write([]byte(":stop\n"))
	y.expect("interrupted\n")
	y.enter(":break off", "")
	y.enter("(f 1)", "2\n")
	y.enter(":break nothing", "there is no function nothing")
	y.in.Close()
	y.left(nil)
}

func TestEditCommand(t *testing.T) {
	dir := t.TempDir()
	editor := filepath.Join(dir, "editor")
	script := "#!/bin/sh\nsed 's/21/42/' \"$1\" > \"$1.new\" && mv \"$1.new\" \"$1\"\n"
	if err := os.WriteFile(editor, []byte(script), 0o700); err != nil {
		t.Fatal(err)
	}
	y := typing(t, func(c *Config) {
		c.Getenv = func(name string) string {
			return map[string]string{"EDITOR": editor}[name]
		}
	})
	y.enter("(list 21)", "(21)\n")
	y.enter(":edit", "(42)\n")
	y.enter("(set f (function () 21))", "(function () 21)\n")
	y.enter(":edit f", "(function () 42)\n")
	y.enter("(f)", "42\n")
	y.enter(":edit nothing", "there is no function nothing")
	y.in.Close()
	y.left(nil)
}

func TestEditNeedsAnEditor(t *testing.T) {
	y := typing(t, nil)
	y.enter(":edit", "set the environment variable EDITOR")
	y.in.Close()
	y.left(nil)
}

func TestInterrupts(t *testing.T) {
	y := typing(t, nil)
	y.enter("(do (print \"begun\") (while true null))", "begun\n")
	y.int <- os.Interrupt
	y.expect("interrupted\n")
	y.enter("(+ 1 2)", "3\n")
	y.enter("(do (print \"begun\") (while true null))", "begun\n")
	y.int <- os.Interrupt
	y.left(ErrInterrupted)
}

// TestStuck asserts that two Ctrl-C end a session whose evaluation does not stop.
func TestStuck(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	hang := interp.Special("hang", func(*interp.Call) (interp.Value, error) {
		<-release
		return interp.Null(), nil
	}, interp.Help{Signature: "(hang)", Summary: "never ends"})
	y := typing(t, func(c *Config) {
		c.Interp = func(s Streams) (*interp.Interp, error) {
			return interp.New(interp.WithStdio(s.In, s.Out, s.Err), interp.With(interp.Lib("test", hang)))
		}
	})
	y.enter("(do (print \"begun\") (hang))", "begun\n")
	y.int <- os.Interrupt
	y.int <- os.Interrupt
	y.left(ErrInterrupted)
}

func TestBackground(t *testing.T) {
	y := typing(t, nil)
	y.enter(`(do (spawn (do (sleep 20) (throw "Lost" "there"))) 1)`, "1\n")
	y.expect("bpl: warning: executor")
	y.expect("Lost: there (input 1:1:27)\n")
	y.in.Write([]byte("(do (spawn (do (sleep 20) (exit 4))) 2)\n"))
	var exit *interp.ExitError
	select {
	case err := <-y.done:
		if !errors.As(err, &exit) || exit.Code != 4 {
			t.Errorf("got  %v\nwant exit 4", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("the session does not end")
	}
}

func TestOutsideEnd(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	in, w := io.Pipe()
	defer w.Close()
	done := make(chan error, 1)
	go func() { done <- Run(ctx, Config{In: in, Out: io.Discard, Err: io.Discard, Interp: newInterp}) }()
	cancel(cause)
	select {
	case err := <-done:
		if !errors.Is(err, cause) {
			t.Errorf("got  %v\nwant %v", err, cause)
		}
	case <-time.After(time.Minute):
		t.Fatal("the session does not end")
	}
}

func TestLongValuesAreCut(t *testing.T) {
	y := typing(t, nil)
	y.enter("(range 100000)", "more")
	y.enter("(size *1)", "100000\n")
	y.in.Close()
	y.left(nil)
}

// TestCompleteForms asserts that every beginning of a program is continued.
func TestCompleteForms(t *testing.T) {
	program := "(set f (function (x \"y\" => z)\n  (if (> x 1) \"one)\" (list 1 \"k\" => (2 3)))))"
	for i, r := range program {
		if r != '(' && r != ')' && r != ' ' && r != '\n' || strings.Count(program[:i], `"`)%2 == 1 {
			continue
		}
		if incomplete, depth := openLists(program[:i]); i > 0 && !incomplete || incomplete && depth < 1 {
			t.Errorf("%q\ngot  %v, depth %d\nwant it to be incomplete", program[:i], incomplete, depth)
		}
	}
	if incomplete, _ := openLists(program); incomplete {
		t.Error("got  incomplete\nwant the whole program to be complete")
	}
	if incomplete, _ := openLists(`(print "abc`); incomplete {
		t.Error("got  incomplete\nwant a string without an end to be a mistake")
	}
}

func TestPlacesInALongInput(t *testing.T) {
	_, errOut, _ := piped(t, strings.Repeat("1\n", mostPadding+1)+"(list\n(throw \"Sad\"))\n", nil)
	if want := fmt.Sprintf("standard input behind line %d:2:1: Sad", mostPadding+1); !strings.Contains(errOut, want) {
		t.Errorf("got  %q\nwant it to contain %q", errOut, want)
	}
}

func TestManyLines(t *testing.T) {
	var text strings.Builder
	text.WriteString("(size (list\n")
	for i := range 20000 {
		fmt.Fprintf(&text, "  (quote (%d \"a)(\" b))\n", i)
	}
	text.WriteString("))\n1\n")
	out, _, err := piped(t, text.String(), nil)
	if out != "20000\n1\n" || err != nil {
		t.Errorf("got  %q, %v\nwant %q", out, err, "20000\n1\n")
	}
}
