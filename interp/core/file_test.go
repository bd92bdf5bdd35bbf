package core_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// write makes a file with its folders.
func write(t *testing.T, root, name, text string) {
	t.Helper()
	path := filepath.Join(root, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func sessionIn(t *testing.T, root string, opts ...interp.Option) *interp.Session {
	return newSession(t, append([]interp.Option{interp.WithFiles(folder(root))}, opts...)...)
}

func TestFiles(t *testing.T) {
	root := t.TempDir()
	write(t, root, "bytes", "\x00\xff\r\n\xc3")
	write(t, root, "dir/b", "")
	write(t, root, "dir/a", "")
	write(t, root, "dir/c/d", "")
	s := sessionIn(t, root)
	for _, test := range []struct{ src, want string }{
		{`(read-file "bytes")`, "\"\x00\xff\\r\\n\xc3\""},
		{`(write-file "copy" (read-file "bytes"))`, `null`},
		{`(= (read-file "copy") (read-file "bytes"))`, `true`},
		{`(write-file "copy" "")`, `null`},
		{`(read-file "copy")`, `""`},
		{`(do (append-file "copy" "a") (append-file "copy" "b") (read-file "copy"))`, `"ab"`},
		{`(list (file-exists "copy") (file-exists "dir") (file-exists "nothing") (file-exists "copy/below"))`, `(true true false false)`},
		{`(list-files "dir")`, `("a" "b" "c")`},
		{`(delete-file "dir/a")`, `null`},
		{`(list-files "dir")`, `("b" "c")`},
		{`(make-directory "dir/new")`, `null`},
		{`(list-files "dir/new")`, `()`},
		{`(delete-file "dir/new")`, `null`},
		{`(read-file "nothing")`, `! IOException "read-file: nothing: no such file or directory"`},
		{`(write-file "no/such" "x")`, `! IOException "write-file: no/such: no such file or directory"`},
		{`(append-file "dir" "x")`, `! IOException "append-file: dir: is a directory"`},
		{`(read-file "dir")`, `! IOException "read-file: dir: is a directory"`},
		{`(list-files "copy")`, `! IOException "list-files: copy: not a directory"`},
		{`(list-files "nothing")`, `! IOException "list-files: nothing: no such file or directory"`},
		{`(delete-file "nothing")`, `! IOException "delete-file: nothing: no such file or directory"`},
		{`(delete-file "dir")`, `! IOException "delete-file: dir: directory not empty"`},
		{`(make-directory "dir")`, `! IOException "make-directory: dir: file exists"`},
		{`(make-directory "no/such")`, `! IOException "make-directory: no/such: no such file or directory"`},
		{`(read-file "")`, `! IOException "read-file: : no such file or directory"`},
		{`(for-each-line "nothing" x)`, `! IOException "for-each-line: nothing: no such file or directory"`},
	} {
		expect(t, s, test.src, test.want)
	}
}

func TestFilesWithWrongArguments(t *testing.T) {
	s := sessionIn(t, t.TempDir())
	for _, call := range []string{"read-file X", "write-file X \"\"", "append-file X \"\"", "write-file \"a\" X", "append-file \"a\" X",
		"file-exists X", "list-files X", "delete-file X", "make-directory X", "load X", "require X", "for-each-line X v"} {
		for _, x := range []string{"null", "true", "5", "1.5", "(\"a\")", "(quote a)", "+"} {
			src := "(try (" + strings.Replace(call, "X", x, 1) + ") (e \"*\" => e/0))"
			expect(t, s, src, `"IllegalArgumentException"`)
		}
	}
	for _, call := range []string{"read-file", "write-file \"a\"", "append-file \"a\"", "file-exists", "list-files", "delete-file",
		"make-directory", "load", "require", "for-each-line \"a\""} {
		expect(t, s, "("+call+")", `! RuntimeException "Insufficient number of arguments"`)
	}
}

func TestPermissionOfTheSystem(t *testing.T) {
	root := t.TempDir()
	write(t, root, "secret", "x")
	if err := os.Chmod(filepath.Join(root, "secret"), 0); err != nil {
		t.Fatal(err)
	}
	if _, err := os.ReadFile(filepath.Join(root, "secret")); err == nil {
		t.Skip("this user may read every file")
	}
	s := sessionIn(t, root)
	expect(t, s, `(read-file "secret")`, `! PermissionDenied "read-file: secret: permission denied"`)
}

func TestForEachLine(t *testing.T) {
	root := t.TempDir()
	for _, test := range []struct{ name, text, want string }{
		{"empty", "", "()"},
		{"one", "a", `("a")`},
		{"ended", "a\n", `("a")`},
		{"blank lines", "\n\na\n\n", `("" "" "a" "")`},
		{"CR LF", "a\r\nb\r\r\n\r\nc\r", "(\"a\" \"b\\r\" \"\" \"c\\r\")"},
		{"CR alone", "a\rb\n", "(\"a\\rb\")"},
		{"bytes", "\xff\xfe\n\x00\n", "(\"\xff\xfe\" \"\x00\")"},
	} {
		t.Run(test.name, func(t *testing.T) {
			write(t, root, "f", test.text)
			s := sessionIn(t, root)
			expect(t, s, `(do (set l (list)) (for-each-line "f" x (push l x)) l)`, test.want)
			expect(t, s, `(do (for-each-line "f" x null) (local-scope))`, map[bool]string{true: "()", false: lastLine(test.want)}[test.text == ""])
		})
	}
}

// lastLine is the local scope after a loop over lines that print as the list lines.
func lastLine(lines string) string {
	i := strings.LastIndex(lines, ` "`)
	if i < 0 {
		i = 0
	}
	return `("x" => ` + lines[i+1:]
}

func TestForEachLineOfLargeFiles(t *testing.T) {
	root := t.TempDir()
	var b strings.Builder
	for i := range 50_000 {
		fmt.Fprintf(&b, "line %d%s\r\n", i, strings.Repeat("x", i%100))
	}
	write(t, root, "large", b.String())
	write(t, root, "long", strings.Repeat("y", 200_000)+"\r\n"+strings.Repeat("z", 200_000))
	s := sessionIn(t, root, interp.WithLimits(interp.Limits{StringLen: 200_000}))
	expect(t, s, `(do (set n 0) (for-each-line "large" x (++ n)))`, "50000")
	expect(t, s, `(do (for-each-line "large" x) x)`, `"line 49999`+strings.Repeat("x", 99)+`"`)
	expect(t, s, `(do (set n 0) (for-each-line "long" x (++ n)) n)`, "2")
	expect(t, s, `(read-file "long")`, "! limit exceeded: string-len (at most 200000)")
	s = sessionIn(t, root, interp.WithLimits(interp.Limits{StringLen: 199_999}))
	expect(t, s, `(for-each-line "long" x)`, "! limit exceeded: string-len (at most 199999)")
	expect(t, s, `(try (for-each-line "large" x (throw "Enough" x)) (e "Enough" => e/message))`, `"line 0"`)
	expect(t, s, `(for-each-line "large" + 1)`, `! IllegalArgumentException "for-each-line: + is a built-in function, want a variable"`)
	expect(t, s, `(for-each-line "large" a/b 1)`, `! RuntimeException "Invalid local reference: a/b"`)
	expect(t, s, `(for-each-line "large" 5 1)`, `! InvalidReference "At position 2"`)
}

func TestReadLine(t *testing.T) {
	for _, test := range []struct{ name, input, want string }{
		{"empty", "", "(null null)"},
		{"no line end", "a", `("a" null)`},
		{"line ends", "a\nb\n", `("a" "b")`},
		{"CR LF", "a\r\n\r\n", `("a" "")`},
		{"CR at the end", "a\r", `("a\r" null)`},
		{"blank", "\n\n", `("" "")`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, piece := range []int{1, 1000} {
				s := newSession(t, interp.WithStdio(slowReader{strings.NewReader(test.input), piece}, io.Discard, nil))
				expect(t, s, "(list (read-line) (read-line))", test.want)
				expect(t, s, "(read-line)", "null")
			}
		})
	}
}

// A slowReader reads a few bytes at once.
type slowReader struct {
	io.Reader
	n int
}

func (r slowReader) Read(p []byte) (int, error) { return r.Reader.Read(p[:min(r.n, len(p))]) }

func TestReadLineErrors(t *testing.T) {
	s := newSession(t, interp.WithStdio(io.MultiReader(strings.NewReader("a\nb"), failingReader{}), nil, nil))
	expect(t, s, "(read-line)", `"a"`)
	expect(t, s, "(read-line)", `! IOException "read-line: standard input: io: read/write on closed pipe"`)
	expect(t, s, `(read-line "prompt" => "? ")`, `! PermissionDenied "read-line: no standard output granted"`)

	s = newSession(t, interp.WithStdio(strings.NewReader(strings.Repeat("x", 1001)+"\nnext\n"), io.Discard, nil), interp.WithLimits(interp.Limits{StringLen: 1000}))
	expect(t, s, "(read-line)", "! limit exceeded: string-len (at most 1000)")
	expect(t, s, "(read-line)", `"next"`)
	expect(t, s, `(read-line "prompt" => 5)`, `! IllegalArgumentException "read-line: got number, want string as the prompt"`)
	expect(t, s, `(read-line "prompt" => null)`, `null`)

	s = newSession(t, interp.WithStdio(panickingReader{}, io.Discard, nil))
	_, err := s.Eval(t.Context(), "(try (read-line) (e \"*\" => 1))")
	var p *interp.PanicError
	if !errors.As(err, &p) {
		t.Errorf("got  %v\nwant a PanicError", err)
	}
	expect(t, s, "1", "1")
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }

type panickingReader struct{}

func (panickingReader) Read([]byte) (int, error) { panic("no reader") }

func TestPrompt(t *testing.T) {
	var out strings.Builder
	s := newSession(t, interp.WithStdio(strings.NewReader("ada\n"), &out, nil))
	expect(t, s, `(read-line "prompt" => "name? ")`, `"ada"`)
	if out.String() != "name? " {
		t.Errorf("prompt\n got %q\nwant %q", out.String(), "name? ")
	}
}

// A read that blocks does not keep an executor from being ended, and the line that comes
// later is not lost.
func TestReadLineIsInterruptible(t *testing.T) {
	input, keyboard := io.Pipe()
	s := newSession(t, interp.WithStdio(input, nil, nil))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	if _, err := s.Eval(ctx, "(read-line)"); !errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("got  %v\nwant %v", err, context.DeadlineExceeded)
	}
	expect(t, s, "(do (set id (spawn (set line (read-line)))) (sleep 5) (kill id) (sleep 5) (size (executors)))", "1")
	go func() { _, _ = io.WriteString(keyboard, "late\nnext\n") }()
	expect(t, s, "(read-line)", `"late"`)
	expect(t, s, "(do (spawn (set line (read-line))) (wait-all) line)", `"next"`)
	expect(t, s, "(do (spawn (read-line)) (spawn (read-line)) (sleep 5) (size (executors)))", "3")
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	_ = keyboard.Close()
}

// Sessions of one interpreter share its standard input: no line is lost between them.
func TestSessionsShareStandardInput(t *testing.T) {
	in, err := interp.New(interp.WithStdio(strings.NewReader("a\nb\nc\nd\n"), nil, nil))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for range 2 {
		s := in.NewSession()
		lines = append(lines, evaluate(t, s, "(list (read-line) (read-line))"))
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
	if got, want := strings.Join(lines, " "), `("a" "b") ("c" "d")`; got != want {
		t.Errorf("lines\n got %s\nwant %s", got, want)
	}
}
