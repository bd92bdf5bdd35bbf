package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A call is what one call of bpl came to.
type call struct {
	code     int
	out, err string
}

// bpl runs the command in this process, within a time that no test needs.
func bpl(t *testing.T, stdin string, args ...string) call {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	return bplContext(ctx, stdin, args...)
}

func bplContext(ctx context.Context, stdin string, args ...string) call {
	var out, errOut bytes.Buffer
	code := newCommand(stdio{strings.NewReader(stdin), &out, &errOut}).run(ctx, args)
	return call{code, out.String(), errOut.String()}
}

// write makes a file in a folder and returns its path.
func write(t *testing.T, dir, name, text string) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// A want is what a call is to come to.
type want struct {
	code   int
	out    string   // exactly
	err    []string // parts; none: nothing
	outHas []string // parts, instead of out
}

func (c call) check(t *testing.T, w want) {
	t.Helper()
	if c.code != w.code {
		t.Errorf("exit code\ngot  %d\nwant %d\nstderr: %s", c.code, w.code, c.err)
	}
	if w.outHas == nil && c.out != w.out {
		t.Errorf("stdout\ngot  %q\nwant %q", c.out, w.out)
	}
	for _, part := range w.outHas {
		if !strings.Contains(c.out, part) {
			t.Errorf("stdout\ngot  %q\nwant it to contain %q", c.out, part)
		}
	}
	for _, part := range w.err {
		if !strings.Contains(c.err, part) {
			t.Errorf("stderr\ngot  %q\nwant it to contain %q", c.err, part)
		}
	}
	if len(w.err) == 0 && c.err != "" {
		t.Errorf("stderr\ngot  %q\nwant nothing", c.err)
	}
}

func TestEval(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"value", []string{"eval", "(+ 1 2)"}, want{out: "3\n"}},
		{"null", []string{"eval", "null"}, want{out: "null\n"}},
		{"nothing", []string{"eval", ""}, want{out: "null\n"}},
		{"the last of several", []string{"eval", "1 2 \"three\""}, want{out: "\"three\"\n"}},
		{"flag of the root", []string{"-e", "(list 1 \"k\" => 2)"}, want{out: "(1 \"k\" => 2)\n"}},
		{"flags before the subcommand", []string{"--raw", "eval", "\"a\""}, want{out: "a\n"}},
		{"flags before -e", []string{"--raw", "-e", "\"a\""}, want{out: "a\n"}},
		{"arguments", []string{"eval", "(args)", "test", "--x", "-y"}, want{out: "(\"test\" \"--x\" \"-y\")\n"}},
		{"arguments of -e that are names of subcommands", []string{"-e", "(args)", "run"}, want{out: "(\"run\")\n"}},
		{"a cycle", []string{"eval", "(do (set a (1 2)) (put a 1 a) a)"}, want{out: "(<#1> 1 <@1>)\n"}},
		{"quiet", []string{"eval", "--quiet", "(do (print 1) 2)"}, want{out: "1\n"}},
		{"raw string", []string{"eval", "--raw", `"a\"b\n"`}, want{out: "a\"b\n\n"}},
		{"raw list", []string{"eval", "--raw", `("a")`}, want{out: "(\"a\")\n"}},
		{"json list", []string{"eval", "--json", `("a" => 1.5 "b" => (1 "x"))`}, want{out: `{"a":1.5,"b":[1,"x"]}` + "\n"}},
		{"json code", []string{"eval", "--json", `(quote (+ 1 2))`}, want{out: "[null,1,2]\n"}},
		{"json of a cycle", []string{"eval", "--json", "(do (set a (1 2)) (put a 1 a) a)"}, want{code: 1, err: []string{"IllegalArgumentException"}}},
		{"json string", []string{"eval", "--json", `"a\"b"`}, want{out: `"a\"b"` + "\n"}},
		{"json number", []string{"eval", "--json", `(/ 1 4)`}, want{out: "0.25\n"}},
		{"json null", []string{"eval", "--json", `null`}, want{out: "null\n"}},
		{"two forms of output", []string{"eval", "--json", "--raw", "1"}, want{code: 2, err: []string{"exclude each other"}}},
		{"no expression", []string{"eval"}, want{code: 2, err: []string{"got no expression", "usage: bpl eval"}}},
		{"globals", []string{"eval", "--set", "a=(list 1 2)", "--set", "b=(size a)", "(list a b)"}, want{out: "((1 2) 2)\n"}},
		{"a global that is a function", []string{"eval", "--set", "size=1", "1"}, want{code: 2, err: []string{"size"}}},
		{"a global without a value", []string{"eval", "--set", "a", "1"}, want{code: 2, err: []string{"NAME=EXPR"}}},
		{"a global of bad text", []string{"eval", "--set", "a=(", "1"}, want{code: 3, err: []string{"--set a:1:1"}}},
		{"a global that throws", []string{"eval", "--set", "a=(throw \"T\")", "1"}, want{code: 1, err: []string{"T"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", test.args...).check(t, test.want) })
	}
}

func TestExitCodes(t *testing.T) {
	tests := []struct {
		name string
		args []string
		want want
	}{
		{"exception", []string{"eval", `(throw "Sad" "day")`}, want{code: 1, err: []string{"Sad", "day"}}},
		{"runaway recursion", []string{"eval", "(do (set f (function () (+ 1 (f)))) (f))"}, want{code: 1, err: []string{"StackOverflowError"}}},
		{"text that a program reads", []string{"eval", `(parse "(1")`}, want{code: 1, err: []string{"ParseException"}}},
		{"unknown subcommand", []string{"evl", "1"}, want{code: 2, err: []string{`"evl", did you mean eval?`, "usage: bpl"}}},
		{"unknown flag", []string{"eval", "--tmeout", "1s", "1"}, want{code: 2, err: []string{"--tmeout, did you mean --timeout?"}}},
		{"unknown flag of the root", []string{"--tmeout", "1s"}, want{code: 2, err: []string{"--tmeout, did you mean --timeout?"}}},
		{"one dash", []string{"eval", "-timeout", "1s", "1"}, want{code: 2, err: []string{"did you mean --timeout?"}}},
		{"a negative number", []string{"eval", "-1"}, want{code: 2, err: []string{"write -- before"}}},
		{"a negative number behind --", []string{"eval", "--", "-1"}, want{out: "-1\n"}},
		{"a flag that means nothing", []string{"--raw", "version"}, want{code: 2, err: []string{"--raw means nothing to bpl version"}}},
		{"the version by a flag", []string{"--version"}, want{outHas: []string{"bpl ", "regex-steps"}}},
		{"the version and arguments", []string{"--version", "x"}, want{code: 2, err: []string{`"x"`}}},
		{"arguments that nobody wants", []string{"version", "x"}, want{code: 2, err: []string{`"x"`}}},
		{"a missing file", []string{"run", "missing.bpl"}, want{code: 2, err: []string{"missing.bpl"}}},
		{"a missing file without run", []string{"missing.bpl"}, want{code: 2, err: []string{"no file missing.bpl"}}},
		{"a folder", []string{"run", "."}, want{code: 2, err: []string{"."}}},
		{"incomplete text", []string{"eval", "(+ 1"}, want{code: 3, err: []string{"expression:1:1", "Unmatched parenthesis"}}},
		{"text with a mistake", []string{"eval", "1 2x"}, want{code: 3, err: []string{"expression:1:3", "Invalid token: 2x"}}},
		{"a limit", []string{"eval", "--limit", "steps=10", "(while true null)"}, want{code: 4, err: []string{"steps"}}},
		{"a limit while reading", []string{"eval", "--limit", "read-depth=3", "((((1))))"}, want{code: 4, err: []string{"read-depth"}}},
		{"time", []string{"eval", "--timeout", "20ms", "(while true null)"}, want{code: 124, err: []string{"--timeout"}}},
		{"time in seconds", []string{"eval", "--timeout", "0.02", "(while true null)"}, want{code: 124, err: []string{"--timeout"}}},
		{"a time below 0", []string{"eval", "--timeout", "-1s", "1"}, want{code: 2, err: []string{"want a time of 0 or more"}}},
		{"a limit as Go names it", []string{"eval", "--limit", "StringLen=10", `(repeat "x" 11)`}, want{code: 4, err: []string{"string-len"}}},
		{"time while asleep", []string{"eval", "--timeout", "20ms", "(sleep 60000)"}, want{code: 124, err: []string{"--timeout"}}},
		{"time while waiting for others", []string{"eval", "--wait", "--quiet", "--timeout", "20ms", "(spawn (sleep 60000))"}, want{code: 124, err: []string{"--timeout"}}},
		{"exit", []string{"eval", "(exit 7)"}, want{code: 7}},
		{"exit without a code", []string{"eval", "(exit)"}, want{code: 0}},
		{"exit modulo 256", []string{"eval", "(exit -1)"}, want{code: 255}},
		{"exit with no whole number", []string{"eval", `(exit "x")`}, want{code: 2}},
		{"exit of an executor", []string{"eval", "(do (spawn (exit 3)) (sleep 60000))"}, want{code: 3}},
		{"exit of a timer at the end", []string{"eval", "--wait", "--quiet", "(timer-schedule (function () (exit 9)) 1)"}, want{code: 9}},
		{"an executor's error", []string{"eval", `(do (spawn (throw "Lost" "here")) (wait-all) 1)`}, want{out: "1\n", err: []string{"bpl: warning: executor 1 ended: Lost: here"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, "", test.args...).check(t, test.want) })
	}
}

func TestRun(t *testing.T) {
	dir := t.TempDir()
	args := write(t, dir, "args.bpl", `(print (args))`)
	hashbang := write(t, dir, "hashbang", "\ufeff#!/usr/bin/env bpl\r\n(print 1)\r\n(print 2)")
	outer := write(t, dir, "a/outer.bpl", `(print (load "../b/inner.bpl"))`)
	write(t, dir, "b/inner.bpl", `(* 6 7)`)
	wrong := write(t, dir, "wrong.bpl", "(print 1)\n  (print 日本 (throw \"Oh\"))")
	silent := write(t, dir, "silent.bpl", `(+ 1 2)`)
	tests := []struct {
		name, stdin string
		args        []string
		want        want
	}{
		{"arguments", "", []string{"run", args, "a", "--b", "--", "-c"}, want{out: `("a" "--b" "--" "-c")` + "\n"}},
		{"a file without run", "", []string{args, "--timeout", "x"}, want{out: `("--timeout" "x")` + "\n"}},
		{"flags before a file", "", []string{"--timeout", "10s", args}, want{out: "()\n"}},
		{"a flag that means nothing to a file", "", []string{"--json", args}, want{code: 2, err: []string{"--json means nothing to bpl run"}}},
		{"byte-order mark, #! and CR", "", []string{"run", hashbang}, want{out: "1\n2\n"}},
		{"what a file loads goes from its folder", "", []string{"run", outer}, want{out: "42\n"}},
		{"place of an exception", "", []string{"run", wrong}, want{code: 1, out: "1\n", err: []string{wrong + ":2:13", "(print 日本 (throw \"Oh\"))", "^"}}},
		{"values are not printed", "", []string{"run", silent}, want{}},
		{"standard input", "(print 1) (print (args))", []string{"-", "x"}, want{out: "1\n(\"x\")\n"}},
		{"standard input with run", "(print 1)", []string{"run", "-"}, want{out: "1\n"}},
		{"standard input without arguments", "#!/usr/bin/env bpl\n(print 1)", nil, want{out: "1\n"}},
		{"empty standard input", "", nil, want{}},
		{"incomplete standard input", "(+ 1", nil, want{code: 3, err: []string{"standard input:1:1"}}},
		{"no file", "", []string{"run"}, want{code: 2, err: []string{"usage: bpl run"}}},
		{"globals", "(print x)", []string{"run", "--set", "x=7", "-"}, want{out: "7\n"}},
		{"wait", `(do (spawn (do (sleep 20) (print "late"))))`, []string{"run", "--wait", "-"}, want{out: "late\n"}},
		{"no wait", `(do (spawn (do (sleep 60000) (print "late"))))`, []string{"run", "-"}, want{}},
		{"standard error", `(print-error "e")`, nil, want{err: []string{"e\n"}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) { bpl(t, test.stdin, test.args...).check(t, test.want) })
	}
}
