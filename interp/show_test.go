package interp

import (
	"context"
	"strings"
	"testing"
)

func TestShow(t *testing.T) {
	kafka := Special("send", func(*Call) (Value, error) {
		fields := NewList(0)
		fields.Put("retriable", Bool(true))
		topics := NewList(1000)
		fields.Put("topics", topics.Value())
		return Null(), &Exception{Type: "KafkaException", Message: "timed out\x1b[2J", Code: "TIMED_OUT", Data: fields}
	}, Help{Signature: "(send)", Summary: "For tests."})
	s := newSession(t, With(Lib("l", kafka)))
	tests := []struct{ name, file, src, want string }{
		{"place and stack", "a.bpl", "(set inner (function (x)\n\t(do 1 (throw \"Boom\" x))))\n(set outer (function () (inner \"b\")))\n(list 1\n  (outer))",
			`a.bpl:2:8: Boom: b
2 | 	(do 1 (throw "Boom" x))))
  | 	      ^
  in inner, called at a.bpl:3:25
  in outer, called at a.bpl:5:3
`},
		{"hint", "a.bpl", "(set items (list 1)) (get items (lenght items))",
			`a.bpl:1:22: RuntimeException: Invalid path item: lenght
1 | (set items (list 1)) (get items (lenght items))
  |                      ^
hint: lenght is not defined, did you mean length?
`},
		{"path to a function", "a.bpl", "(do\n  (list 1)\n  (nothing/run 5))",
			`a.bpl:3:3: IllegalArgumentException: nothing/run: got null, want list before run
3 |   (nothing/run 5))
  |   ^
`},
		{"path to a function in a function that ran before", "a.bpl",
			"(set call-run (function (o)\n  (do 1\n    (o/run 5))))\n(set o (list \"run\" => +))\n(for (set i 0) (< i 100) (++ i) (call-run o))\n(call-run 7)",
			`a.bpl:3:5: IllegalArgumentException: o/run: got number, want list before run
3 |     (o/run 5))))
  |     ^
  in call-run, called at a.bpl:6:1
`},
		{"built at run time", "a.bpl", `(eval (list (quote throw) "Boom" "x"))`,
			`Boom: x
  in (throw "Boom" "x")
`},
		{"library", "a.bpl", "(send)",
			`a.bpl:1:1: KafkaException (TIMED_OUT): timed out·[2J
1 | (send)
  | ^
  retriable: true
  topics: (null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null null … 960 more)
`},
		{"syntax", "a.bpl", "(a\n  b))", `a.bpl:2:5: Unmatched parentheses
2 |   b))
  |     ^
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p, err := s.Interp().Compile(test.file, test.src)
			if err == nil {
				_, err = s.Run(context.Background(), p)
			}
			var b strings.Builder
			Show(&b, err, false)
			got := b.String()
			if got != test.want {
				t.Errorf("\ngot\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestShowCutsDeepStacks(t *testing.T) {
	s := newSession(t)
	_, err := s.Eval(context.Background(), `(set f (function (n) (+ 1 (f (+ n 1))))) (f 0)`)
	var b strings.Builder
	Show(&b, err, false)
	if lines := strings.Count(b.String(), "\n"); lines > 30 || !strings.Contains(b.String(), " more\n") {
		t.Errorf("got  %d lines\n%s\nwant at most 30, with the number of those left out", lines, b.String())
	}
}

func TestShowInColour(t *testing.T) {
	s := newSession(t)
	_, err := s.Eval(context.Background(), `(throw "Boom" "x")`)
	var b strings.Builder
	Show(&b, err, true)
	want := "\x1b[1m1:1:\x1b[0m \x1b[1;31mBoom\x1b[0m: x\n\x1b[2m1 | \x1b[0m(throw \"Boom\" \"x\")\n\x1b[2m  | \x1b[0m\x1b[1;31m^\x1b[0m\n"
	if b.String() != want {
		t.Errorf("\ngot  %q\nwant %q", b.String(), want)
	}
}

func TestShowOtherErrors(t *testing.T) {
	bug := Special("bug", func(*Call) (Value, error) { panic("a bug") }, Help{Signature: "(bug)", Summary: "For tests."})
	s := newSession(t, With(Lib("l", bug)), WithLimits(Limits{Steps: 1000}))
	tests := []struct{ name, src, want string }{
		{"limit", "(set f (function () (while true 1))) (f)", "limit exceeded: steps (at most 1000)\n  in f, called at 1:38\n"},
		{"panic", "(set f (function () (bug))) (f)", "internal error: a bug\n  in f, called at 1:29\ngoroutine "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := s.Eval(context.Background(), test.src)
			var b strings.Builder
			Show(&b, err, false)
			if !strings.HasPrefix(b.String(), test.want) {
				t.Errorf("\ngot\n%s\nwant\n%s", b.String(), test.want)
			}
		})
	}
}
