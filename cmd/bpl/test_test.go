package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTests(t *testing.T) {
	dir := t.TempDir()
	good := write(t, dir, "good.txt", "# sums\n> (+ 1 2)\n3\n\n# names\n> (set x 1)\n1\n> x\n1\n")
	bad := write(t, dir, "bad.txt", "# right\n> 1\n1\n\n# wrong\n> (do (print \"hello\") (+ 1 2))\n4\n")
	malformed := write(t, dir, "malformed.txt", "> 1\n1\n")
	slow := write(t, dir, "slow.txt", "# slow\n> (sleep 60000)\nnull\n")
	global := write(t, dir, "global.txt", "# changes it\n> (push l 2)\n(1 2)\n\n# sees it new\n> l\n(1)\n")
	document := write(t, dir, "document.md", "# Title\n\n```bpl\n> (+ 1 1)\n3\n```\n")
	goodScript := write(t, dir, "good-test.bpl", "#!/usr/bin/env bpl\n(assert (= 1 1))\n(exit 0)\n(throw \"Never\")")
	badScript := write(t, dir, "bad-test.bpl", "(set f (function (x) (assert (= x 1) \"no one\")))\n(print 1) (f 1)\n  (f 2)\n")
	slowScript := write(t, dir, "slow-test.bpl", "(while true null)")
	wrongScript := write(t, dir, "wrong-test.bpl", "(+ 1")
	exitScript := write(t, dir, "exit-test.bpl", "(exit 3)")
	folder := t.TempDir()
	write(t, folder, "a/one.txt", "# a\n> 1\n1\n")
	write(t, folder, "a/notes.txt", "just notes\n")
	write(t, folder, "a/readme.md", "# a\n\n> quoted\n\n```bpl\n(do 1)\n```\n")
	write(t, folder, "b/some-test.bpl", "(print 1)")
	write(t, folder, "b/script.bpl", "(throw \"NotATest\")")
	write(t, folder, ".hidden/bad.txt", "# a\n> 1\n2\n")

	tests := []struct {
		name string
		args []string
		want want
	}{
		{"passing", []string{good}, want{outHas: []string{"ok    " + good + ": 2 passed\n", "2 passed, 0 failed\n"}}},
		{"failing", []string{bad}, want{code: 1, outHas: []string{bad + ":6: wrong", "want 4", "got  3", "| hello", "FAIL  " + bad + ": 1 of 2 failed", "1 passed, 1 failed"}}},
		{"names of cases", []string{"-v", good}, want{outHas: []string{"ok   sums", "ok   names"}}},
		{"only some", []string{"--run", "sum", good, bad}, want{outHas: []string{"1 passed, 0 failed"}}},
		{"none of them", []string{"--run", "nothing", good}, want{code: 1, outHas: []string{"0 passed"}, err: []string{"no case matches"}}},
		{"a bad pattern", []string{"--run", "(", good}, want{code: 2, err: []string{"--run"}}},
		{"malformed", []string{malformed}, want{code: 1, outHas: []string{malformed + ":1"}}},
		{"time limit", []string{"--timeout", "20ms", slow}, want{code: 1, outHas: []string{"longer than the time limit"}}},
		{"globals are made for each case", []string{"--set", "l=(list 1)", global}, want{outHas: []string{"2 passed"}}},
		{"a document", []string{document}, want{code: 1, outHas: []string{document + ":4", "want 3", "got  2"}}},
		{"a passing script", []string{goodScript}, want{outHas: []string{"1 passed, 0 failed"}}},
		{"a failing script", []string{badScript}, want{code: 1, outHas: []string{badScript + ":1:", "AssertFailed", "no one", "in f, called at " + badScript + ":3:3", "| 1"}}},
		{"a slow script", []string{"--timeout", "20ms", slowScript}, want{code: 1, outHas: []string{"time limit"}}},
		{"a script that cannot be read", []string{wrongScript}, want{code: 1, outHas: []string{wrongScript + ":1:1"}}},
		{"a script that exits", []string{exitScript}, want{code: 1, outHas: []string{"exit 3"}}},
		{"a folder", []string{"-v", folder}, want{outHas: []string{"one.txt: 1 passed", "some-test.bpl: 1 passed", "2 passed, 0 failed"}}},
		{"a missing path", []string{filepath.Join(dir, "missing")}, want{code: 2, err: []string{"missing"}}},
		{"a folder without tests", []string{filepath.Join(folder, "a", "readme.md") + "/.."}, want{code: 2, err: []string{"not a directory"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			bpl(t, "", append([]string{"test"}, test.args...)...).check(t, test.want)
		})
	}
}

func TestTestUpdate(t *testing.T) {
	path := write(t, t.TempDir(), "a.txt", "# a\n> (+ 1 2)\n> (throw \"T\" \"m\")\n! *\n> (list 1)\n(2)\n")
	bpl(t, "", "test", "--update", path).check(t, want{outHas: []string{"updated " + path, "1 passed"}})
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := "# a\n> (+ 1 2)\n3\n> (throw \"T\" \"m\")\n! *\n> (list 1)\n(1)\n"; string(got) != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	bpl(t, "", "test", "--update", path).check(t, want{out: "ok    " + path + ": 1 passed\n1 passed, 0 failed\n"})
	bpl(t, "", "test", path).check(t, want{outHas: []string{"1 passed, 0 failed"}})
	bpl(t, "", "test", "--update", "--run", "a", path).check(t, want{code: 2, err: []string{"--run"}})
}

func TestTestReport(t *testing.T) {
	dir := t.TempDir()
	path := write(t, dir, "a.txt", "# good & fine\n> 1\n1\n\n# bad\n> (do (print \"<\u0001>\") 1)\n2\n")
	report := filepath.Join(dir, "report.xml")
	bpl(t, "", "test", "--junit", report, path).check(t, want{code: 1, outHas: []string{"1 failed"}})
	got, err := os.ReadFile(report)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{`<testsuites tests="2" failures="1"`, `name="good &amp; fine"`, `<failure message="`, "&lt;\ufffd&gt;"} {
		if !strings.Contains(string(got), part) {
			t.Errorf("got  %s\nwant it to contain %s", got, part)
		}
	}
}

func TestCover(t *testing.T) {
	dir := t.TempDir()
	lib := write(t, dir, "lib.bpl", "(set pick (function (x)\n  (if (> x 1)\n    (+ x 1)\n    (try (throw \"Small\")\n      (e \"Small\" => (- x 1)\n         \"Big\" => (* x 2))))))\n(quote (not a call))\n")
	test := write(t, dir, "lib-test.bpl", "(load \"lib.bpl\")\n(assert (= (pick 0) -1))\n")
	got := bpl(t, "", "test", "--cover", "-v", test)
	got.check(t, want{outHas: []string{
		"cover " + lib + ": 80.0 % of 10 calls\n  not evaluated: lines 3, 6\n",
		"cover " + test + ": 100.0 % of 4 calls\n",
	}})
	if got := ranges([]int{1, 3, 4, 5, 7, 8}); got != "1, 3-5, 7-8" {
		t.Errorf("got  %s\nwant 1, 3-5, 7-8", got)
	}
}

// TestHelpExamples runs the examples of the help of every function that the command has.
func TestHelpExamples(t *testing.T) {
	empty := write(t, t.TempDir(), "empty.txt", "# a\n> 1\n1\n")
	got := bpl(t, "", "test", "--examples", empty)
	if got.code != 0 || !strings.Contains(got.out, "help of the library core") || !strings.Contains(got.out, "help of the library kafka") {
		t.Errorf("got  %d, %s%s\nwant all examples to pass", got.code, got.out, got.err)
	}
}
