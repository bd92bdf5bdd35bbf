package core_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// A folder is the file capability of the operating system with a working directory of its
// own.
type folder string

func (d folder) at(path string) string {
	if filepath.IsAbs(path) || path == "" {
		return path
	}
	return string(d) + "/" + path
}

func (d folder) Open(path string) (io.ReadCloser, error)    { return os.Open(d.at(path)) }
func (d folder) Stat(path string) (fs.FileInfo, error)      { return os.Stat(d.at(path)) }
func (d folder) ReadDir(path string) ([]fs.DirEntry, error) { return os.ReadDir(d.at(path)) }
func (d folder) Remove(path string) error                   { return os.Remove(d.at(path)) }
func (d folder) Mkdir(path string) error                    { return os.Mkdir(d.at(path), 0o777) }
func (d folder) Create(path string, appending bool) (io.WriteCloser, error) {
	flags := os.O_CREATE | os.O_WRONLY | os.O_TRUNC
	if appending {
		flags = os.O_CREATE | os.O_WRONLY | os.O_APPEND
	}
	return os.OpenFile(d.at(path), flags, 0o666)
}

// echoServer answers a request with what it said.
type echoServer struct{}

func (echoServer) Do(r *http.Request) (*http.Response, error) {
	if r.URL.Host == "nowhere.invalid" {
		return nil, errors.New("no such host")
	}
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	return &http.Response{
		StatusCode: 200,
		Status:     "200 OK",
		Header:     http.Header{"Content-Type": {"text/plain"}},
		Body:       io.NopCloser(strings.NewReader(fmt.Sprintf("%s %s: %s", r.Method, r.URL.Path, body))),
	}, nil
}

// fakeShell runs echo.
func fakeShell(_ context.Context, argv []string, out, _ io.Writer) (int, error) {
	line := strings.Join(argv[1:], " ")
	if argv[0] != "echo" {
		line = strings.TrimPrefix(argv[len(argv)-1], "echo ")
	}
	_, err := fmt.Fprintln(out, line)
	return 0, err
}

// granted are all capabilities, with a folder of the test's own.
func granted(t *testing.T) []interp.Option {
	return []interp.Option{
		interp.WithFiles(folder(t.TempDir())),
		interp.WithStdio(strings.NewReader("first line\nsecond line"), io.Discard, io.Discard),
		interp.WithArgs("first", "second argument"),
		interp.WithEnv(func(name string) (string, bool) { return "/home/ada", name == "HOME" }),
		interp.WithHTTP(echoServer{}),
		interp.WithProcesses(fakeShell),
	}
}

// The examples of functions with effects, where all is granted.
func TestExamplesWithEffects(t *testing.T) {
	all, lacks := functions()
	for _, name := range withEffects {
		t.Run(name, func(t *testing.T) {
			s := newSession(t, granted(t)...)
			for _, example := range all[name].Help.Examples {
				if lacks(example.Expression) {
					continue
				}
				got := evaluate(t, s, example.Expression)
				if want := example.Result; want != "" && got != want && !strings.HasPrefix(got, want+" ") {
					t.Errorf("%s\n got %s\nwant %s", example.Expression, got, want)
				}
			}
		})
	}
}

// Without a capability each effect is denied, and the exception can be told by hosts.
func TestEffectsAreDenied(t *testing.T) {
	s := newSession(t)
	for _, test := range []struct{ src, message string }{
		{`(print 1)`, "print: no standard output granted"},
		{`(write 1)`, "write: no standard output granted"},
		{`(print-error 1)`, "print-error: no standard error granted"},
		{`(read-line)`, "read-line: no standard input granted"},
		{`(read-file "a")`, "read-file: no file access granted"},
		{`(write-file "a" "")`, "write-file: no file access granted"},
		{`(append-file "a" "")`, "append-file: no file access granted"},
		{`(for-each-line "a" x)`, "for-each-line: no file access granted"},
		{`(file-exists "a")`, "file-exists: no file access granted"},
		{`(list-files "a")`, "list-files: no file access granted"},
		{`(delete-file "a")`, "delete-file: no file access granted"},
		{`(make-directory "a")`, "make-directory: no file access granted"},
		{`(load "a")`, "load: no file access granted"},
		{`(require "a")`, "require: no file access granted"},
		{`(args)`, "args: no arguments granted"},
		{`(env "HOME")`, "env: no environment access granted"},
		{`(system "true")`, "system: no processes granted"},
		{`(http "GET" "http://localhost/")`, "http: no network access granted"},
	} {
		_, err := s.Eval(t.Context(), test.src)
		var e *interp.Exception
		if !errors.As(err, &e) || e.Type != "PermissionDenied" || e.Message != test.message || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s\n got %v\nwant PermissionDenied: %s", test.src, err, test.message)
		}
	}
}

func TestOutput(t *testing.T) {
	for _, test := range []struct{ src, out, errOut string }{
		{`(print "a" 1 (1 "b") null (quote x/y))`, "a 1 (1 \"b\") null x/y\n", ""},
		{`(print)`, "\n", ""},
		{`(write "a" 1 ("b"))`, "a1(\"b\")", ""},
		{`(write)`, "", ""},
		{`(print-error "a" 2.0)`, "", "a 2\n"},
		{`(print "\u0000" "bytes")`, "\x00 bytes\n", ""},
		{`(do (set p print) (p 5))`, "5\n", ""},
		{`(call write "x" "y")`, "xy", ""},
	} {
		var out, errOut countingWriter
		s := newSession(t, interp.WithStdio(nil, &out, &errOut))
		expect(t, s, test.src, "null")
		if out.String() != test.out || errOut.String() != test.errOut {
			t.Errorf("%s\n got %q, %q\nwant %q, %q", test.src, out.String(), errOut.String(), test.out, test.errOut)
		}
		if n := out.writes + errOut.writes; n != 1 {
			t.Errorf("%s: %d writes, want 1", test.src, n)
		}
	}
}

// A countingWriter counts its writes.
type countingWriter struct {
	bytes.Buffer
	writes int
}

func (w *countingWriter) Write(p []byte) (int, error) {
	w.writes++
	return w.Buffer.Write(p)
}

func TestOutputLimit(t *testing.T) {
	var out bytes.Buffer
	s := newSession(t, interp.WithStdio(nil, &out, &out), interp.WithLimits(interp.Limits{Output: 10}))
	_, err := s.Eval(t.Context(), `(do (print "1234") (print-error "678") (try (print "x") (e "*" => null)))`)
	var limit *interp.LimitError
	if !errors.As(err, &limit) || limit.Limit != "output" {
		t.Errorf("got  %v\nwant the limit \"output\"", err)
	}
	if out.String() != "1234\n678\n" {
		t.Errorf("written\n got %q\nwant %q", out.String(), "1234\n678\n")
	}
}

// A writer that fails gives an IOException with the cause.
func TestOutputError(t *testing.T) {
	s := newSession(t, interp.WithStdio(nil, failingWriter{}, nil))
	_, err := s.Eval(t.Context(), `(print "a")`)
	var e *interp.Exception
	if !errors.As(err, &e) || e.Type != "IOException" || !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got  %v\nwant an IOException because of %v", err, io.ErrClosedPipe)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestEnvironment(t *testing.T) {
	s := newSession(t, granted(t)...)
	for _, test := range []struct{ src, want string }{
		{`(args)`, `("first" "second argument")`},
		{`(do (push (args) 1) (args))`, `("first" "second argument")`},
		{`(env "HOME")`, `"/home/ada"`},
		{`(env "HOME" 5)`, `"/home/ada"`},
		{`(env "NONE")`, `null`},
		{`(env "NONE" (+ 1 1))`, `2`},
		{`(env)`, `! RuntimeException "Insufficient number of arguments"`},
		{`(env 5)`, `! IllegalArgumentException "env: got number, want string"`},
		{`(env null)`, `! IllegalArgumentException "env: got null, want string"`},
	} {
		expect(t, s, test.src, test.want)
	}
}

func TestSystem(t *testing.T) {
	var ran [][]string
	run := func(_ context.Context, argv []string, out, errOut io.Writer) (int, error) {
		ran = append(ran, argv)
		switch argv[len(argv)-1] {
		case "fail":
			return 0, fs.ErrNotExist
		case "refused":
			return 0, fs.ErrPermission
		case "locked":
			return 0, &fs.PathError{Op: "exec", Path: "locked", Err: syscall.EACCES}
		case "flood":
			for {
				if _, err := out.Write(make([]byte, 1000)); err != nil {
					return 0, err
				}
			}
		}
		_, _ = io.WriteString(out, "out")
		_, _ = io.WriteString(errOut, "err")
		return 3, nil
	}
	s := newSession(t, interp.WithProcesses(run), interp.WithLimits(interp.Limits{StringLen: 5000}))
	for _, test := range []struct{ src, want string }{
		{`(system ("prog" "a b" "c"))`, `("status" => 3 "output" => "out" "error" => "err")`},
		{`(system "prog | other")`, `("status" => 3 "output" => "out" "error" => "err")`},
		{`(system "fail")`, `! IOException "system: fail: file does not exist"`},
		{`(system ("x" "fail"))`, `! IOException "system: x fail: file does not exist"`},
		{`(system "refused")`, `! PermissionDenied "system: refused: permission denied"`}, // by the host
		{`(system "locked")`, `! IOException "system: locked: exec locked: permission denied"`},
		{`(system "flood")`, `! limit exceeded: string-len (at most 5000)`},
		{`(system)`, `! RuntimeException "Insufficient number of arguments"`},
		{`(system null)`, `! IllegalArgumentException "system: got null, want string or list of strings"`},
		{`(system 5)`, `! IllegalArgumentException "system: got number, want string or list of strings"`},
		{`(system ())`, `! IllegalArgumentException "system: got an empty list, want a program and its arguments"`},
		{`(system ("prog" 5))`, `! IllegalArgumentException "system: got number, want string in the list"`},
	} {
		expect(t, s, test.src, test.want)
	}
	if len(ran) < 2 || strings.Join(ran[0], "|") != "prog|a b|c" || ran[1][len(ran[1])-1] != "prog | other" {
		t.Errorf("run were %q", ran)
	}
}

func TestHTTP(t *testing.T) {
	s := newSession(t, granted(t)...)
	for _, test := range []struct{ src, want string }{
		{`(get (http "POST" "http://shop/orders" "body" => "x") "body")`, `"POST /orders: x"`},
		{`(get (http "GET" "http://shop/" "body" => null "headers" => null "timeout-ms" => null) "status")`, `200`},
		{`(http "GET" "http://ada:secret@nowhere.invalid/")`, `! IOException "http: http://ada:xxxxx@nowhere.invalid/: no such host"`},
		{`(http "GET")`, `! RuntimeException "Insufficient number of arguments"`},
		{`(http 5 "http://shop/")`, `! IllegalArgumentException "http: got number, want string"`},
		{`(http "GET" 5)`, `! IllegalArgumentException "http: got number, want string"`},
		{`(http "GET" "http://shop/" "body" => 5)`, `! IllegalArgumentException "http: got number, want string as the body"`},
		{`(http "GET" "http://shop/" "headers" => 5)`, `! IllegalArgumentException "http: got number, want list as the headers"`},
		{`(try (http "GET" "http://shop/" "headers" => (1)) (e "*" => e/0))`, `"IllegalArgumentException"`},
		{`(try (http "GET" "http://shop/" "timeout-ms" => -1) (e "*" => e/0))`, `"IllegalArgumentException"`},
		{`(try (http "GET" "http://shop/" "timeout-ms" => "1") (e "*" => e/0))`, `"IllegalArgumentException"`},
		{`(try (http "NO METHOD" "http://shop/") (e "*" => e/0))`, `"IllegalArgumentException"`},
		{`(try (http "GET" "http://[") (e "*" => e/0))`, `"IllegalArgumentException"`},
	} {
		expect(t, s, test.src, test.want)
	}
}

// What a server sends arrives as it is, and a request carries what the script said.
func TestHTTPExchange(t *testing.T) {
	doer := doerFunc(func(r *http.Request) (*http.Response, error) {
		header := http.Header{}
		header.Add("X-Two", "a")
		header.Add("X-Two", "b")
		header.Set("A-First", strings.Join(r.Header["X-List"], "+")+r.Header.Get("X-One")+" "+r.Host)
		return &http.Response{StatusCode: 404, Status: "404 Not Found", Header: header, Body: io.NopCloser(strings.NewReader("\xff\x00"))}, nil
	})
	s := newSession(t, interp.WithHTTP(doer), interp.WithLimits(interp.Limits{StringLen: 100}))
	expect(t, s, `(http "GET" "http://shop/" "headers" => ("X-One" => 1.0 "X-List" => ("p" 2) "Host" => "other"))`,
		`("status" => 404 "message" => "Not Found" "headers" => ("A-First" => "p+21 other" "X-Two" => "a, b") "body" => "`+"\xff\x00"+`")`)
	s = newSession(t, interp.WithHTTP(doer), interp.WithLimits(interp.Limits{StringLen: 1}))
	expect(t, s, `(do (set one (quote g)) (http "" ""))`, `! limit exceeded: string-len (at most 1)`)
}

type doerFunc func(*http.Request) (*http.Response, error)

func (d doerFunc) Do(r *http.Request) (*http.Response, error) { return d(r) }

// A host that chooses the source of chance can repeat what a script does.
func TestChosenRandomSource(t *testing.T) {
	run := func() string {
		s := newSession(t, interp.WithRand(rand.NewPCG(1, 2)))
		return evaluate(t, s, `(list (random) (random 1000) (random 1e12) (uuid) (uuid))`)
	}
	first := run()
	if again := run(); again != first {
		t.Errorf("again\n got %s\nwant %s", again, first)
	}
	s := newSession(t, interp.WithRand(rand.NewPCG(1, 2)))
	expect(t, s, `(match-string (uuid) "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")`, "true")
}
