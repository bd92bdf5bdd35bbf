package interp_test

import (
	"context"
	"errors"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// FuzzEvaluate evaluates any text: Go code must never panic, what is printed must read
// back to what prints the same, and nothing may be left running.
func FuzzEvaluate(f *testing.F) {
	for seed := range uint64(30) {
		f.Add(program(seed))
	}
	for _, src := range []string{
		"(+ 1 2)", "(set f (function (x) (push (0) x))) (f 1) (f 2)", "(do (set a (1 2)) (put a 1 a) a)",
		`(match (1 2 3) (a... b?) (list a... b?))`, `(try (throw "T" "m") (e "*" => e) 1)`, `(parse "{\"a\":[1,null]}" "json")`,
		`(spawn (do (sleep 1) 2)) (wait-all 10)`, `(replace-string "aXbX" "(X)" "<$1>")`, `(string 1234.5 "pattern" => "#,##0.00")`,
		`(sort (3 1 2) (function (a b) (- a b)))`, `(format "%5s|%-3d|%x" "é" 7 255)`, `(<#1> 1 <@1>)`, `(date "add" 0 "month" 13)`,
	} {
		f.Add(src)
	}
	in, err := interp.New(interp.WithStdio(strings.NewReader("line\n"), io.Discard, io.Discard),
		interp.WithLimits(interp.Limits{Steps: 3000, Depth: 500, StringLen: 1 << 16, ListLen: 1 << 12, Output: 1 << 16, Spawned: 10, RegexSteps: 10_000}))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, src string) {
		before := runtime.NumGoroutine()
		s := in.NewSession()
		ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
		v, err := s.Eval(ctx, src)
		cancel()
		var panicked *interp.PanicError
		if errors.As(err, &panicked) {
			t.Fatalf("%q\ngot  %v\n%s", src, err, panicked.GoStack)
		}
		if err == nil {
			checkFixedPoint(t, in, src, v)
		}
		if err := s.Close(); err != nil {
			t.Fatalf("%q: close: %v", src, err)
		}
		for end := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before+1; { // the reader of standard input stays
			if time.Now().After(end) {
				t.Fatalf("%q\ngot  %d goroutines\nwant %d", src, runtime.NumGoroutine(), before)
			}
			time.Sleep(time.Millisecond)
		}
	})
}

// checkFixedPoint fails if the printed form of v, read again, prints otherwise.
func checkFixedPoint(t *testing.T, in *interp.Interp, src string, v interp.Value) {
	t.Helper()
	printed := v.String()
	again, err := in.ParseOne("printed", printed)
	if err != nil {
		t.Fatalf("%q printed as %q\ngot  %v\nwant a value", src, printed, err)
	}
	if got := again.String(); got != printed {
		t.Fatalf("%q\ngot  %s\nwant %s", src, got, printed)
	}
}

// FuzzCompiler runs the program of a seed compiled and walked.
func FuzzCompiler(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	compiled, walked := newPair(f)
	f.Fuzz(func(t *testing.T, seed uint64) { checkProgram(t, compiled, walked, program(seed)) })
}
