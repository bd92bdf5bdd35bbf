package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTrace(t *testing.T) {
	got := bpl(t, "", "eval", "--trace", `(do (set f (function (x) (- x 1))) (try (f "a" "k" => 2) (e "*" => (throw "Sad" "day"))) (f 3))`)
	got.check(t, want{code: 1, err: []string{
		"  (f \"a\" \"k\" => 2)  at expression:1:41\n",
		"      (- x 1)  at expression:1:26\n      ! IllegalArgumentException",
		"! Sad: day\n",
	}})
	got = bpl(t, "", "eval", "--trace", `(* 2 (+ 1 1))`)
	want := "(* 2 (+ 1 1))  at expression:1:1\n  (+ 1 1)  at expression:1:6\n  → 2\n→ 4\n"
	if got.err != want || got.out != "4\n" {
		t.Errorf("got  %q, %q\nwant %q", got.err, got.out, want)
	}
}

func TestTraceOfExecutors(t *testing.T) {
	got := bpl(t, "", "eval", "--quiet", "--trace", `(do (spawn (sum (1 2))) (wait-all))`)
	if !strings.Contains(got.err, "[1] (sum (1 2))") {
		t.Errorf("got  %q\nwant the number of the executor before its calls", got.err)
	}
}

func TestProfile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "profile")
	bpl(t, "", "eval", "--profile", file, "(sum (range 1000))").check(t, want{out: "499500\n"})
	if info, err := os.Stat(file); err != nil || info.Size() == 0 {
		t.Errorf("got  %v\nwant a profile", err)
	}
	bpl(t, "", "eval", "--profile", filepath.Join(file, "x"), "1").check(t, want{code: 2, err: []string{"--profile"}})
}
