package variant

import (
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/internal/bench"
	"github.com/bpl-lang/bpl/internal/bench/suite"
)

func find(t *testing.T, name string) Variant {
	t.Helper()
	for _, v := range Variants() {
		if v.Name == name {
			return v
		}
	}
	t.Fatalf("no variant %s", name)
	return Variant{}
}

func TestRewrite(t *testing.T) {
	tests := []struct{ variant, source, want string }{
		{"renamed", `(set f (function (n "b" => b) (+ n b r/n x)))`,
			`(set renamed-1 (function (renamed-2 "b" => renamed-3) (+ renamed-2 renamed-3 r/n x)))`},
		{"renamed", `(set run (function () (for-each TEXT r r/value)))`,
			`(set run (function () (for-each TEXT renamed-1 renamed-1/value)))`},
		{"renamed", `(set f (function args (size args)))`, `(set renamed-1 (function renamed-2 (size renamed-2)))`},
		{"globals", `(set f (function (n) (local i) (set i n) (sort i (function (i) i))))`,
			`(set f (function (n) (set f-i n) (sort f-i (function (i) i))))`},
		{"globals", `(set f (function (n) (local i) (set i (f n)) i))`, `(set f (function (n) (local i) (set i (f n)) i))`},
		{"swapped", `(when (<= i (* 2 n)) (- a b) (+ a 1 2))`, `(when (>= (* n 2) i) (- a b) (+ 2 1 a))`},
		{"swapped", `(< a b c)`, `(< a b c)`},
		{"do", `(while (< i 2) (when x 1 2) (for a b c d))`, `(while (< i 2) (do (when x (do 1 2)) (for a b c (do d))))`},
		{"do", `(function (x y) (if x y x))`, `(function (x y) (do (if x (do y) (do x))))`},
		{"do", `(while x)`, `(while x)`},
		{"increment", `(do (set i (+ i 1)) (set s (+ x s)) (set j (- j 1)) (set j (- 1 j)) (set j (+ i k)) (set r (list)))`,
			`(do (++ i) (++ s x) (-- j) (set j (- 1 j)) (set j (+ i k)) (set r (list)))`},
		{"all", `(set f (function (n) (local i) (while (< i n) (set i (+ i 2)))))`,
			`(set renamed-1 (function (renamed-2) (do (while (> renamed-2 renamed-3) (do (++ renamed-3 2))))))`},
	}
	for _, tt := range tests {
		t.Run(tt.variant, func(t *testing.T) {
			got, err := find(t, tt.variant).Rewrite("test", tt.source)
			if err != nil {
				t.Fatal(err)
			}
			if one := strings.Join(strings.Fields(got), " "); one != tt.want {
				t.Errorf("%s\n got %s\nwant %s", tt.source, one, tt.want)
			}
		})
	}
}

func TestRewriteWrongText(t *testing.T) {
	if _, err := find(t, "do").Rewrite("test", "(+ 1"); err == nil {
		t.Error("rewriting half a list: got no error")
	}
}

// TestSums runs all programs in all variants, at a small size.
func TestSums(t *testing.T) {
	text := suite.Text(5000)
	run := func(t *testing.T, program, source string) string {
		t.Helper()
		s, err := bench.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		run, err := bench.Load(t.Context(), s, program, source, text)
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		sum, err := run()
		if err != nil {
			t.Fatalf("%v\n%s", err, source)
		}
		return sum
	}
	for _, p := range suite.Programs() {
		size := "1000"
		if p.Name == "fib" {
			size = "15"
		}
		source, err := p.Scaled("bpl", size)
		if err != nil {
			t.Fatal(err)
		}
		want := run(t, p.Name, source)
		for _, v := range Variants() {
			t.Run(p.Name+"/"+v.Name, func(t *testing.T) {
				rewritten, err := v.Rewrite(p.Name, source)
				if err != nil {
					t.Fatal(err)
				}
				if got := run(t, p.Name, rewritten); got != want {
					t.Errorf("sum\n got %s\nwant %s\n%s", got, want, rewritten)
				}
			})
		}
	}
}

func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := find(t, "all").Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := find(t, "all").Write(dir + "/fib/fib.bpl"); err == nil {
		t.Error("writing beneath a file: got no error")
	}
}
