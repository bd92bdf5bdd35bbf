package interp

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestRunsBeginWithTheSourceAsWritten(t *testing.T) {
	in, err := New()
	if err != nil {
		t.Fatal(err)
	}
	p, err := in.Compile("grow.bpl", `(set f (function () (push (0) 1))) (do (f) (f)) (list (quote (<#1> 1 <@1>)) (quote ((<#2> "a" => 1) (<#:2> 2))))`)
	if err != nil {
		t.Fatal(err)
	}
	const want = `((<#1> 1 <@1>) ((<#2> "a" => 1) (<#:2> "a" => 2)))`
	var group sync.WaitGroup
	for range 16 {
		group.Go(func() {
			s := in.NewSession()
			defer func() { _ = s.Close() }()
			for range 3 {
				v, err := s.Run(context.Background(), p)
				if err != nil || v.String() != want {
					t.Errorf("\ngot  %v, %v\nwant %s", v, err, want)
				}
				f, _ := s.Get("f")
				if got := f.String(); got != "(function () (push (0 1 1) 1))" {
					t.Errorf("\ngot  %s\nwant two more elements, not those of other runs", got)
				}
			}
		})
	}
	group.Wait()
}

func TestRunsShareNoNameTablesVisibly(t *testing.T) {
	s := newSession(t)
	p, err := s.Interp().Compile("", `(quote ((<#1> "a" => 1) (<#:1> 2)))`)
	if err != nil {
		t.Fatal(err)
	}
	both := NewList(0)
	for range 2 {
		v, err := s.Run(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		both.Append(v)
	}
	const want = `(((<#1> "a" => 1) (<#:1> "a" => 2)) ((<#2> "a" => 1) (<#:2> "a" => 2)))`
	if got := both.Value().String(); got != want {
		t.Errorf("\ngot  %s\nwant %s", got, want)
	}
}

func TestPositionsOfAProgram(t *testing.T) {
	s := newSession(t)
	p, err := s.Interp().Compile("dir/a.bpl", "(set f (function ()\n  (throw \"Boom\" \"x\")))\n(f)\n")
	if err != nil {
		t.Fatal(err)
	}
	for range 300 { // more than a session remembers texts
		_, err = s.Run(context.Background(), p)
		var e *Exception
		if !errors.As(err, &e) || e.Pos.String() != "dir/a.bpl:2:3" || len(e.Stack) != 1 || e.Stack[0].Func != "f" || e.Stack[0].Pos.String() != "dir/a.bpl:3:1" {
			t.Fatalf("got  %v at %v, stack %v", err, e.Pos, e.Stack)
		}
	}
}

func TestProgramOfAnotherInterp(t *testing.T) {
	granted := Special("secret", func(*Call) (Value, error) { return Int(1), nil }, Help{Signature: "(secret)", Summary: "For tests."})
	in, err := New(With(Lib("l", granted)))
	if err != nil {
		t.Fatal(err)
	}
	less, err := in.Extend(Without("secret"))
	if err != nil {
		t.Fatal(err)
	}
	p, err := in.Compile("", "(secret)")
	if err != nil {
		t.Fatal(err)
	}
	s := less.NewSession()
	defer func() { _ = s.Close() }()
	_, err = s.Run(context.Background(), p)
	var e *Exception
	if !errors.As(err, &e) || e.Type != "PermissionDenied" {
		t.Errorf("got  %v\nwant PermissionDenied", err)
	}
}

func TestCompileErrors(t *testing.T) {
	in, err := New()
	if err != nil {
		t.Fatal(err)
	}
	_, err = in.Compile("x.bpl", "\uFEFF#!/usr/bin/env bpl\r\n(1 2")
	var e *SyntaxError
	if !errors.As(err, &e) || err.Error() != "x.bpl:2:1: Unmatched parenthesis" || !e.Incomplete {
		t.Errorf("got  %v", err)
	}
	deep, err := in.Extend(WithLimits(Limits{ReadDepth: 10}))
	if err != nil {
		t.Fatal(err)
	}
	_, err = deep.Compile("x.bpl", strings.Repeat("(", 11)+strings.Repeat(")", 11))
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Limit != "read-depth" || limit.Max != 10 {
		t.Errorf("got  %v\nwant a LimitError", err)
	}
}

// sampleProgram has a handler of some size.
func sampleProgram() string {
	var b strings.Builder
	for i := range 50 {
		fmt.Fprintf(&b, "(set f%d (function (x \"size\" => n) (if (> x n) (* x (+ n %d)) (list \"a\" => x \"b\" => (quote (1 2 3))))))\n", i, i)
	}
	return b.String()
}

func BenchmarkRun(b *testing.B) {
	in, err := New()
	if err != nil {
		b.Fatal(err)
	}
	p, err := in.Compile("", sampleProgram())
	if err != nil {
		b.Fatal(err)
	}
	s := in.NewSession()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Run(context.Background(), p); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkEvalText(b *testing.B) {
	in, err := New()
	if err != nil {
		b.Fatal(err)
	}
	s := in.NewSession()
	src := sampleProgram()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Eval(context.Background(), src); err != nil {
			b.Fatal(err)
		}
	}
}
