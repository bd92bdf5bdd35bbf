package core_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bpl-lang/bpl/interp"
)

// files makes a folder with these files.
func files(t *testing.T, texts map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range texts {
		write(t, root, name, text)
	}
	return root
}

func TestLoad(t *testing.T) {
	root := files(t, map[string]string{
		"empty.bpl":      "",
		"blank.bpl":      " \n\t ",
		"mark.bpl":       "\uFEFF#!/usr/bin/env bpl\r\n(set marked true) 7",
		"several.bpl":    "(set a 1)\n(set-local b (+ a 1))\n(list a b)",
		"broken.bpl":     "(set broken-ran true)\n(+ 1",
		"late-error.bpl": "(set before 1)\n(throw \"Late\" \"in the file\")\n(set after 1)",
		"lib/a.bpl":      "(load \"b.bpl\")",
		"lib/b.bpl":      "(list \"b in lib\" (load \"sub/c.bpl\"))",
		"lib/sub/c.bpl":  "(list \"c\" (load \"../d.bpl\") (read-file \"top.txt\"))",
		"lib/d.bpl":      "(set load-more (function () (load \"more.bpl\"))) \"d\"",
		"b.bpl":          "\"b at the top\"",
		"more.bpl":       "\"more at the top\"",
		"lib/more.bpl":   "\"more in lib\"",
		"top.txt":        "top",
		"spawns.bpl":     "(spawn (set spawned (load \"lib/a.bpl\"))) (timer-schedule (function () (set timed (load \"b.bpl\"))) 1) (wait-all) spawned",
		"in/spawns.bpl":  "(spawn (set spawned (load \"b.bpl\"))) (timer-schedule (function () (set timed (load \"b.bpl\"))) 1) (wait-all) (list spawned timed)",
		"in/b.bpl":       "\"b in in\"",
		"self.bpl":       "(load \"self.bpl\")",
	})
	s := sessionIn(t, root)
	for _, test := range []struct{ src, want string }{
		{`(load "empty.bpl")`, "null"},
		{`(load "blank.bpl")`, "null"},
		{`(list (load "mark.bpl") marked)`, "(7 true)"},
		{`(do (load "several.bpl") (list a b (local-scope)))`, `(1 2 ("b" => 2))`},
		{`(set f (function (x) (load "several.bpl") (list x b)))`, `(function (x) (load "several.bpl") (list x b))`},
		{`(f 5)`, "(5 2)"},
		{`(list (try (load "broken.bpl") (e "ParseException" => e/message)) (exists broken-ran))`, `("broken.bpl:2:1: Unmatched parenthesis" false)`},
		{`(try (load "late-error.bpl") (e "Late" => (list e/message before (exists after))))`, `("in the file" 1 false)`},
		{`(load "lib/a.bpl")`, `("b in lib" ("c" "d" "top"))`},
		{`(load "./lib/../lib/a.bpl")`, `("b in lib" ("c" "d" "top"))`},
		{`(load "` + root + `/lib/a.bpl")`, `("b in lib" ("c" "d" "top"))`},
		{`(load-more)`, `"more at the top"`}, // nothing is being loaded
		{`(try (load "late-error.bpl") (e "*" => (load "b.bpl")))`, `"b at the top"`},
		{`(load "spawns.bpl")`, `("b in lib" ("c" "d" "top"))`},
		{`timed`, `"b at the top"`},
		{`(load "in/spawns.bpl")`, `("b in in" "b in in")`},
		{`(load "nothing.bpl")`, `! IOException "load: nothing.bpl: no such file or directory"`},
		{`(load "lib")`, `! IOException "load: lib: is a directory"`},
		{`(try (load "self.bpl") (e "StackOverflowError" => "too deep"))`, `"too deep"`},
	} {
		expect(t, s, test.src, test.want)
	}
}

// An error in a file that is loaded says where.
func TestLoadErrorsHavePlaces(t *testing.T) {
	root := files(t, map[string]string{
		"lib/broken.bpl": "(set x 1)\n  (+ 1 ))",
		"lib/throws.bpl": "(set f (function ()\n  (throw \"A\")))\n(f)",
	})
	s := sessionIn(t, root)
	for src, want := range map[string]string{
		`(load "lib/broken.bpl")`: "lib/broken.bpl:2:9",
		`(load "lib/throws.bpl")`: "lib/throws.bpl:2:3",
	} {
		_, err := s.Eval(t.Context(), src)
		var e *interp.Exception
		if !errors.As(err, &e) || e.Pos.String() != want {
			t.Errorf("%s\n got %+v\nwant the place %s", src, err, want)
		}
	}
}

func TestRequire(t *testing.T) {
	root := files(t, map[string]string{
		"count.bpl":      "(set-local own 1) (set loads (+ 1 loads)) (list loads)",
		"lib/uses.bpl":   "(require \"../count.bpl\")",
		"self.bpl":       "(require \"self.bpl\")",
		"caught.bpl":     "(try (require \"caught.bpl\") (e \"RuntimeException\" => e/message))",
		"ring/a.bpl":     "(require \"b.bpl\")",
		"ring/b.bpl":     "(require \"c.bpl\")",
		"ring/c.bpl":     "(require \"../ring/a.bpl\")",
		"fails.bpl":      "(set tries (+ 1 tries)) (if (< tries 3) (throw \"Not yet\") \"done\")",
		"broken.bpl":     "(",
		"locals.bpl":     "(local x) (set x 5) (set seen (local-scope)) (exists caller)",
		"slow.bpl":       "(set slow-loads (+ 1 slow-loads)) (sleep 20) (list \"slow\")",
		"slow-fails.bpl": "(set slow-tries (+ 1 slow-tries)) (sleep 5) (if (< slow-tries 3) (throw \"Slow\")) \"done\"",
		"left.bpl":       "(sleep 5) (list \"left\" (try (require \"right.bpl\") (e \"*\" => e/message)))",
		"right.bpl":      "(sleep 5) (list \"right\" (try (require \"left.bpl\") (e \"*\" => e/message)))",
		"null.bpl":       "(set nulls (+ 1 nulls)) null",
	})
	if err := os.Symlink("count.bpl", filepath.Join(root, "link.bpl")); err != nil {
		t.Skipf("no symbolic links: %v", err)
	}
	if err := os.Symlink("lib", filepath.Join(root, "linked")); err != nil {
		t.Fatal(err)
	}
	s := sessionIn(t, root)
	for _, test := range []struct{ src, want string }{
		{`(do (set loads 0) (set tries 0) (set slow-loads 0) (set slow-tries 0) (set nulls 0) null)`, "null"},
		{`(set first-value (require "count.bpl"))`, "(1)"},
		{`(=== first-value (require "./count.bpl") (require "lib/../count.bpl") (require "link.bpl") (require "lib/uses.bpl")
			(require "linked/uses.bpl") (require "` + root + `/count.bpl") (require "count.bpl"))`, "true"},
		{`loads`, "1"},
		{`(do (local caller) (require "locals.bpl"))`, "false"},
		{`seen`, `("x" => 5)`},
		{`(require "self.bpl")`, `! RuntimeException "Circular require: self.bpl"`},
		{`(require "caught.bpl")`, `"Circular require: caught.bpl"`},
		{`(require "ring/a.bpl")`, `! RuntimeException "Circular require: ring/a.bpl"`},
		{`(require "ring/b.bpl")`, `! RuntimeException "Circular require: ring/b.bpl"`},
		{`(require "fails.bpl")`, `! Not yet`},
		{`(require "fails.bpl")`, `! Not yet`},
		{`(require "fails.bpl")`, `"done"`},
		{`(list (require "fails.bpl") tries)`, `("done" 3)`},
		{`(try (require "broken.bpl") (e "ParseException" => e/message))`, `"broken.bpl:1:1: Unmatched parenthesis"`},
		{`(require "nothing.bpl")`, `! IOException "require: nothing.bpl: no such file or directory"`},
		{`(list (require "null.bpl") (require "null.bpl") nulls)`, "(null null 1)"},
		{`(do (for (set i 0) (< i 4) (++ i) (spawn (require "slow.bpl"))) (=== (require "slow.bpl") (do (wait-all) (require "slow.bpl"))))`, "true"},
		{`slow-loads`, "1"},
		{`(do (set results (list)) (for (set i 0) (< i 4) (++ i) (spawn (push results (try (require "slow-fails.bpl") (e "*" => e/0))))) (wait-all) (sort results))`,
			`("Slow" "Slow" "done" "done")`},
		{`slow-tries`, "3"},
	} {
		expect(t, s, test.src, test.want)
	}
}

// Two executors whose files require each other do not wait for ever.
func TestRequireInACircleOfExecutors(t *testing.T) {
	root := files(t, map[string]string{
		"left.bpl":  "(sleep 5) (list \"left\" (try (require \"right.bpl\") (e \"*\" => e/message)))",
		"right.bpl": "(sleep 5) (list \"right\" (try (require \"left.bpl\") (e \"*\" => e/message)))",
	})
	s := sessionIn(t, root)
	got := evaluate(t, s, `(do (spawn (set l (require "left.bpl"))) (spawn (set r (require "right.bpl"))) (wait-all 10000) (list l r))`)
	left := `(("left" ("right" "Circular require: left.bpl")) ("right" "Circular require: left.bpl"))`
	right := `(("left" "Circular require: right.bpl") ("right" ("left" "Circular require: right.bpl")))`
	for _, want := range []string{left, right} {
		if strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(got, "<#1> ", ""), `<@1>`, `("right" "Circular require: left.bpl")`), "", "") == want {
			return
		}
	}
	if !strings.Contains(got, "Circular require") || strings.Contains(got, "null") {
		t.Errorf("got  %s\nwant one circle found, and both files loaded", got)
	}
}

// An executor that is killed while it loads a file leaves the file to others.
func TestRequireOfAKilledExecutor(t *testing.T) {
	root := files(t, map[string]string{"slow.bpl": "(set loads (+ 1 loads)) (while (= loads 1) (sleep 1)) \"done\""})
	s := sessionIn(t, root)
	expect(t, s, `(do (set loads 0) (set id (spawn (require "slow.bpl"))) (while (= loads 0) (sleep 1)) (spawn (set got (require "slow.bpl"))) (sleep 5) (kill id) (wait-all) (list got loads))`, `("done" 2)`)
}

// A file that takes the place of one that was deleted is another file.
func TestRequireOfAFileInPlaceOfAnother(t *testing.T) {
	root := files(t, map[string]string{"a.bpl": "\"a\""})
	s := sessionIn(t, root)
	expect(t, s, `(list (require "a.bpl") (delete-file "a.bpl") (write-file "b.bpl" "\"b\"") (require "b.bpl"))`, `("a" null null "b")`)
	expect(t, s, `(require "a.bpl")`, `"a"`)
}

// Sessions require for themselves.
func TestSessionsRequireForThemselves(t *testing.T) {
	root := files(t, map[string]string{"a.bpl": "(list 1)"})
	in, err := interp.New(interp.WithFiles(folder(root)))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		s := in.NewSession()
		expect(t, s, `(push (require "a.bpl") 2)`, "(1 2)")
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// Files of other kinds than those of the operating system are known by their paths.
func TestRequireFromMemory(t *testing.T) {
	in, err := interp.New(interp.WithFiles(memory{fstest.MapFS{
		"lib/a.bpl": {Data: []byte("(list (require \"b.bpl\") (require \"../lib/b.bpl\"))")},
		"lib/b.bpl": {Data: []byte("(list \"b\")")},
	}}))
	if err != nil {
		t.Fatal(err)
	}
	s := in.NewSession()
	defer func() { _ = s.Close() }()
	expect(t, s, `(require "lib/a.bpl")`, `((<#1> "b") <@1>)`)
}

// A memory holds files that the operating system does not know.
type memory struct{ fs fstest.MapFS }

func (m memory) Open(name string) (io.ReadCloser, error)    { return m.fs.Open(path.Clean(name)) }
func (m memory) Stat(name string) (fs.FileInfo, error)      { return m.fs.Stat(path.Clean(name)) }
func (m memory) ReadDir(name string) ([]fs.DirEntry, error) { return m.fs.ReadDir(path.Clean(name)) }
func (memory) Create(string, bool) (io.WriteCloser, error)  { return nil, fs.ErrPermission }
func (memory) Remove(string) error                          { return fs.ErrPermission }
func (memory) Mkdir(string) error                           { return fs.ErrPermission }

// What is read is bounded like what a script makes itself.
func TestLoadLimits(t *testing.T) {
	root := files(t, map[string]string{
		"deep.bpl": strings.Repeat("(", 101) + strings.Repeat(")", 101),
		"long.bpl": "(list " + strings.Repeat("1 ", 100_000) + ")",
	})
	s := sessionIn(t, root, interp.WithLimits(interp.Limits{ReadDepth: 100}))
	expect(t, s, `(try (load "deep.bpl") (e "*" => 1))`, "! limit exceeded: read-depth (at most 100)")
	s = sessionIn(t, root, interp.WithLimits(interp.Limits{StringLen: 1000}))
	expect(t, s, `(try (require "long.bpl") (e "*" => 1))`, "! limit exceeded: string-len (at most 1000)")
	s = sessionIn(t, root, interp.WithLimits(interp.Limits{Allocated: 400_000}))
	expect(t, s, `(try (load "long.bpl") (e "*" => 1))`, "! limit exceeded: allocated (at most 400000)")
}
