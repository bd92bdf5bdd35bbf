package syntax

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

func mustRead(t testing.TB, src string) value.Value {
	t.Helper()
	opt := withNames
	opt.Depth = -1
	v, err := Read(src, opt)
	if err != nil {
		t.Fatalf("%.200s: %v", src, err)
	}
	return v
}

func TestPretty(t *testing.T) {
	tests := []struct {
		name  string
		width int
		src   string
		want  string
	}{
		{"fits exactly", 11, `(1 2 3 4 5)`, `(1 2 3 4 5)`},
		{"one column short", 10, `(1 2 3 4 5)`, "(1 2 3 4\n 5)"},
		{"wide characters take two columns", 9, `("日本" 1)`, "(\"日本\"\n 1)"},
		{"wide characters that fit", 10, `("日本" 1)`, `("日本" 1)`},
		{"combining marks take none", 7, "(\"e\u0301\" 1)", "(\"e\u0301\" 1)"},
		{"an atom is never broken", 5, `"abcdefgh"`, `"abcdefgh"`},
		{"values are aligned", 20, `("a" => 1 "long" => 22 "日" => "x")`, "(\"a\"    => 1\n \"long\" => 22\n \"日\"   => \"x\")"},
		{"records in lines", 20, `(("a" => 1 "b" => 2) ("a" => 3 "b" => 4))`, "((\"a\" => 1 \"b\" => 2)\n (\"a\" => 3\n  \"b\" => 4))"},
		{"code", 30, `(set f (function (n) (if (< n 2) n (+ (f (- n 1)) (f (- n 2))))))`,
			"(set f (function (n)\n  (if (< n 2)\n    n\n    (+ (f (- n 1))\n       (f (- n 2))))))"},
		{"list in the middle of code", 24, `(if (and (aaaaaaa 1) (bbbbbbb 2)) 1 2)`, "(if (and (aaaaaaa 1)\n         (bbbbbbb 2))\n  1\n  2)"},
		{"tag", 20, `(<#1> "a" => 1 "bb" => 2 "c" => <@1>)`, "(<#1>\n \"a\"  => 1\n \"bb\" => 2\n \"c\"  => <@1>)"},
		{"width below one", -5, `(1 2)`, "(1\n 2)"},
		{"default width", 0, `("` + strings.Repeat("x", 76) + `" 1)`, `("` + strings.Repeat("x", 76) + "\"\n 1)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Pretty(mustRead(t, test.src), PrettyOptions{Width: test.width})
			if err != nil || got != test.want {
				t.Errorf("%v\n got\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

func TestPrettyLines(t *testing.T) {
	rows := "(" + strings.Repeat("(1 2 (3 4 5)) ", 1000) + ")"
	tests := []struct{ name, src, want string }{
		{"rows", rows, "((1 2 (3 4 5))\n (1 2 (3 4 5))\n (1 2 (3 4 5))\n … 997 more)"},
		{"inside", `("rows" => ` + rows + `)`, "(\"rows\" => ((1 2 (3 4 5))\n            (1 2 (3 4 5))\n            (1 2 (3 4 5))\n            … 997 more))"},
		{"outer too", `(` + rows + ` 1 2)`, "(((1 2 (3 4 5))\n  (1 2 (3 4 5))\n  (1 2 (3 4 5))\n  … 997 more)\n … 2 more)"},
		{"string", `"` + strings.Repeat("x", 1000) + `"`, `"` + strings.Repeat("x", 120) + `… 880 more"`},
		{"small", `(1 2 3)`, `(1 2 3)`},
		{"the mark as data", `(… 5 more)`, `(… 5 more)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Pretty(mustRead(t, test.src), PrettyOptions{Width: 30, Lines: 4})
			if err != nil || got != test.want {
				t.Errorf("%v\n got\n%s\nwant\n%s", err, got, test.want)
			}
		})
	}
}

// TestPrettyReadsBack lays out random values in all widths.
func TestPrettyReadsBack(t *testing.T) {
	for seed := range uint64(1500) {
		g := generator{rand.New(rand.NewPCG(seed, 2)), nil}
		l := g.list(5)
		g.lists[g.IntN(len(g.lists))].Push(l.Value())
		width := 1 + g.IntN(60)
		text, err := Pretty(l.Value(), PrettyOptions{Width: width})
		if err != nil {
			t.Fatal(err)
		}
		want := Print(l.Value())
		v, err := Read(text, withNames)
		if err != nil || Print(v) != want {
			t.Fatalf("seed %d width %d: %v\n%s\n got %s\nwant %s", seed, width, err, text, Print(v), want)
		}
		again, err := Format(text, FormatOptions{Width: width})
		if err != nil || again != text+"\n" && strings.Contains(text, "\n") {
			t.Fatalf("seed %d width %d: formatting changes it: %v\n got\n%s\nwant\n%s", seed, width, err, again, text)
		}
	}
}

func TestPrettyDeep(t *testing.T) {
	tests := []struct {
		head   string
		levels int
		width  int
	}{
		{"(", DefaultDepth, 80},
		{"(1 ", 200_000, 80},
		{"(f ", 20_000, 1},
		{"(f ", 20_000, 50_000},
		{`("a" => `, 50_000, 80},
		{"(1 2 3 (4) ", 20_000, 1},
		{"(1 2 3 (4) ", 20_000, 50_000},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test), func(t *testing.T) {
			src := strings.Repeat(test.head, test.levels) + "1" + strings.Repeat(")", test.levels)
			v := mustRead(t, src)
			text, err := Pretty(v, PrettyOptions{Width: test.width})
			if err != nil {
				t.Fatal(err)
			}
			if limit := 20 * len(src); len(text) > limit {
				t.Errorf("\n got %d bytes\nwant at most %d", len(text), limit)
			}
			if text != src && Print(mustRead(t, text)) != Print(v) {
				t.Error("reads back differently")
			}
		})
	}
}

func TestMeterEndsWork(t *testing.T) {
	enough := errors.New("enough")
	v := mustRead(t, "("+strings.Repeat("(1 2 3) ", 5000)+")")
	text := Print(v)
	for _, max := range []int{0, 3000, 12000, 24000} {
		calls := 0
		meter := Meter{Tick: func(n int) error {
			if calls += n; calls > max {
				return enough
			}
			return nil
		}}
		if _, err := (&Printer{Meter: meter}).Append(nil, v); err != enough {
			t.Errorf("Append: got %v", err)
		}
		calls = 0
		if _, err := Read(text, Options{Meter: meter}); err != enough {
			t.Errorf("Read: got %v", err)
		}
		calls = 0
		if _, err := Pretty(v, PrettyOptions{Printer: Printer{Meter: meter}}); err != enough {
			t.Errorf("Pretty: got %v", err)
		}
		calls = 0
		if _, err := Format(text, FormatOptions{Meter: meter}); err != enough {
			t.Errorf("Format: got %v", err)
		}
	}
}

// TestCharge compares what is charged with what is made.
func TestCharge(t *testing.T) {
	for _, src := range []string{`(` + strings.Repeat(`"abc" 12 () `, 10000) + `)`, `"` + strings.Repeat("x", 1<<20) + `"`, `(1 "` + strings.Repeat("x", 1<<20) + `")`} {
		var charged int64
		meter := Meter{Charge: func(n int64) error { charged += n; return nil }}
		v, err := Read(src, Options{Meter: meter})
		if err != nil || charged < int64(len(src)) || charged > int64(30*len(src)) {
			t.Errorf("Read: %v\n got %d\nwant about %d", err, charged, len(src))
		}
		charged = 0
		if _, err := (&Printer{Meter: meter}).Append(nil, v); err != nil || charged < int64(len(src)*9/10) || charged > int64(len(src)*12/10) {
			t.Errorf("Append: %v\n got %d\nwant about %d", err, charged, len(src))
		}
	}
}
