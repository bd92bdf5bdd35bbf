package interp

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"
	"time"
)

// unpacker is a special form that unpacks in every way and returns what it got.
var unpacker = Special("fetch", func(c *Call) (Value, error) {
	var (
		topic string
		limit = 10
		rest  []int
		acks  = "all"
		wait  = 5 * time.Second
	)
	if err := c.Unpack("topic", &topic, "limit?", &limit, "rest...", &rest, "acks=", &acks, "wait-ms=", &wait); err != nil {
		return Null(), err
	}
	return ToValue(fmt.Sprint(topic, " ", limit, " ", rest, " ", acks, " ", wait))
}, Help{Signature: "(fetch topic [limit] rest… \"acks\" => a \"wait-ms\" => w)", Summary: "For tests."})

func TestUnpack(t *testing.T) {
	s := newSession(t, With(Lib("l", unpacker)))
	tests := []struct{ name, src, want string }{
		{"required only", `(fetch "t")`, "t 10 [] all 5s"},
		{"everything", `(fetch "t" 3 1 2 "acks" => "none" "wait-ms" => 1.5)`, "t 3 [1 2] none 1.5ms"},
		{"options anywhere", `(fetch "acks" => "none" "t" "wait-ms" => 1 7)`, "t 7 [] none 1ms"},
		{"evaluated", `(fetch (first (list "ab")) (+ 1 1))`, "ab 2 [] all 5s"},
		{"null counts as absent", `(fetch "t" null "acks" => null)`, "t 10 [] all 5s"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := evaluated(t, s, test.src); got != `"`+test.want+`"` {
				t.Errorf("\ngot  %s\nwant %q", got, test.want)
			}
		})
	}
}

func TestUnpackErrors(t *testing.T) {
	s := newSession(t, With(Lib("l", unpacker)))
	tests := []struct{ src, want string }{
		{`(fetch)`, "RuntimeException: Insufficient number of arguments"},
		{`(fetch "acks" => "x")`, "RuntimeException: Insufficient number of arguments"},
		{`(fetch 7)`, "IllegalArgumentException: fetch: topic: got number 7, want string"},
		{`(fetch "t" 1 2 "x")`, "IllegalArgumentException: fetch: rest/1: got string, want integer"},
		{`(fetch "t" "wait-ms" => "x")`, "IllegalArgumentException: fetch: wait-ms: got string, want number of milliseconds"},
		{`(fetch "t" "akcs" => 1)`, `IllegalArgumentException: fetch: unknown option "akcs", did you mean acks?`},
		{`(fetch "t" "zzz" => 1)`, `IllegalArgumentException: fetch: unknown option "zzz", want one of acks, wait-ms`},
		{`(fetch (throw "Boom" "x"))`, "Boom: x"},
	}
	for _, test := range tests {
		t.Run(test.src, func(t *testing.T) {
			_, err := s.Eval(context.Background(), test.src)
			if err == nil || err.Error() != test.want {
				t.Errorf("\ngot  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestUnpackKeepsNamesInAList(t *testing.T) {
	var rest *List
	keep := Special("keep", func(c *Call) (Value, error) {
		if err := c.Unpack("rest...", &rest, "option=", new(int)); err != nil {
			return Null(), err
		}
		return rest.Value(), nil
	}, Help{Signature: "(keep x…)", Summary: "For tests."})
	s := newSession(t, With(Lib("l", keep)))
	if got := evaluated(t, s, `(keep 1 "a" => (+ 1 1) "option" => 5)`); got != `(1 "a" => 2)` {
		t.Errorf("got  %s", got)
	}
}

func TestWrongUseOfUnpackPanics(t *testing.T) {
	tests := map[string][]any{
		"odd":                     {"a"},
		"no pointer":              {"a", 1},
		"nil pointer":             {"a", (*int)(nil)},
		"rest is no slice":        {"a...", new(int)},
		"required after optional": {"a?", new(int), "b", new(int)},
		"after the rest":          {"a...", new([]int), "b", new(int)},
	}
	for name, pairs := range tests {
		t.Run(name, func(t *testing.T) {
			wrong := Special("wrong", func(c *Call) (Value, error) { return Null(), c.Unpack(pairs...) }, Help{Signature: "(wrong)", Summary: "For tests."})
			s := newSession(t, With(Lib("l", wrong)))
			_, err := s.Eval(context.Background(), `(try (wrong) (e "*" => "caught"))`)
			var p *PanicError
			if !errors.As(err, &p) || !strings.HasPrefix(fmt.Sprint(p.Value), "Unpack: ") {
				t.Errorf("got  %v\nwant a PanicError from Unpack", err)
			}
		})
	}
}

func TestInstallation(t *testing.T) {
	help := Help{Signature: "(f)", Summary: "For tests."}
	ok := func(*Call) (Value, error) { return String("new"), nil }
	named := func(name string, fn func(*Call) (Value, error), h Help) Library {
		return Lib("l", Special(name, fn, h))
	}
	tests := []struct {
		name string
		opts []Option
		want string // of the error; "" for none
	}{
		{"plain", []Option{With(named("f", ok, help))}, ""},
		{"nil library", []Option{With(nil)}, "nil library"},
		{"nil function", []Option{With(named("f", nil, help))}, "f: the Go function is nil"},
		{"no summary", []Option{With(named("f", ok, Help{Signature: "(f)"}))}, "f: the help has no summary"},
		{"no signature", []Option{With(named("f", ok, Help{Summary: "x"}))}, "is not in parentheses"},
		{"signature of another name", []Option{With(named("g", ok, help))}, "does not begin with the name"},
		{"signature with open bracket", []Option{With(named("f", ok, Help{Signature: "(f [a)", Summary: "x"}))}, "has a [ too many"},
		{"option without value", []Option{With(named("f", ok, Help{Signature: `(f "a" =>)`, Summary: "x"}))}, "has an option without a value"},
		{"no name", []Option{With(named("a b", ok, help))}, "is no name"},
		{"name of a number", []Option{With(named("7", ok, help))}, "is no name"},
		{"clash with core", []Option{With(named("size", ok, Help{Signature: "(size)", Summary: "x"}))}, `size exists already in the core library; Override("size")`},
		{"clash of libraries", []Option{With(named("f", ok, help)), With(named("f", ok, help))}, "f exists already in the library l"},
		{"override", []Option{Override("size"), With(named("size", ok, Help{Signature: "(size)", Summary: "x"}))}, ""},
		{"without unknown", []Option{Without("sise")}, `there is no function "sise", did you mean size?`},
		{"func: no func", []Option{With(Lib("l", Func("f", 7, help)))}, "f: got int, want a Go function"},
		{"func: nil", []Option{With(Lib("l", Func("f", nil, help)))}, "f: got nil, want a Go function"},
		{"func: channel", []Option{With(Lib("l", Func("f", func(chan int) {}, help)))}, "parameter 1 of func(chan int): chan int has no counterpart"},
		{"func: channel inside", []Option{With(Lib("l", Func("f", func(struct{ A []chan int }) {}, help)))}, "a: chan int has no counterpart"},
		{"func: late context", []Option{With(Lib("l", Func("f", func(int, context.Context) {}, help)))}, "must come first"},
		{"func: three results", []Option{With(Lib("l", Func("f", func() (int, int, error) { return 0, 0, nil }, help)))}, "want at most one and an error"},
		{"func: signature wants more", []Option{With(Lib("l", Func("f", func() {}, Help{Signature: "(f a)", Summary: "x"})))}, "wants 1 arguments, the Go function takes 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := New(test.opts...)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("\ngot  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestHardAndOverridableNames(t *testing.T) {
	version := func(name, v string) Builtin {
		return Special(name, func(*Call) (Value, error) { return String(v), nil }, Help{Signature: "(" + name + ")", Summary: "For tests."})
	}
	s := newSession(t, With(Hard(Lib("h", version("h-name", "hard"))), Lib("s", version("s-name", "soft"))), Override("size", "sum"),
		With(Lib("o", version("size", "other size"), version("sum", "other sum"))), Without("reverse"))
	tests := []struct{ src, want string }{
		{"(h-name)", `"hard"`},
		{"(s-name)", `"soft"`},
		{"(list (type-of h-name) (subtype-of h-name) (subtype-of (quote s-name)))", `("reference" "hard-reference" "soft-reference")`},
		{"(do (set s-name 5) s-name)", "5"},
		{"(try (set h-name 5) (e \"*\" => \"no\"))", `"no"`},
		{"(size)", `"other size"`},
		{"(subtype-of (quote size))", `"hard-reference"`},
		{"(sum)", `"other sum"`},
		{"(subtype-of (quote sum))", `"soft-reference"`},
		{"(subtype-of (quote reverse))", `"hard-reference"`},
		{"(try (reverse (list)) (e \"PermissionDenied\" => e/message))", `"reverse: withheld by the host"`},
	}
	for _, test := range tests {
		t.Run(test.src, func(t *testing.T) {
			if got := evaluated(t, s, test.src); got != test.want {
				t.Errorf("\ngot  %s\nwant %s", got, test.want)
			}
		})
	}
	_, err := s.Eval(context.Background(), `(reverse (list))`)
	if !errors.Is(err, fs.ErrPermission) {
		t.Errorf("got  %v\nwant fs.ErrPermission", err)
	}
	if err := s.Set("size", 1); err == nil {
		t.Error("a hard name could be set")
	}
}
