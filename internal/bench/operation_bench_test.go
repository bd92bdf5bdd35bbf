package bench

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func contains(err error, text string) bool { return strings.Contains(err.Error(), text) }

// BenchmarkOperation measures one turn of a loop that evaluates an expression.
func BenchmarkOperation(b *testing.B) {
	benchmarks := []struct{ name, setup, expression string }{
		{"Loop", "", "null"},
		{"Call", "(set f (function (x) x))", "(f i)"},
		{"CallNamed", `(set f (function ("x" => x) x))`, `(f "x" => i)`},
		{"CallThrough", "(set f (function (x) x))", "(call f i)"},
		{"CallHost", "", "(host-next i)"},
		{"CallSpecial", "", "(special-first i)"},
		{"Add", "", "(+ i 1)"},
		{"GlobalRead", "(set x 1)", "x"},
		{"GlobalWrite", "(set x 1)", "(set x i)"},
		{"ListGet", "(set l (list 1 2 3 4))", "(get l 2)"},
		{"ListPut", "(set l (list 1 2 3 4))", "(put l 2 i)"},
		{"ListGetNamed", `(set l (list "a" => 1 "b" => 2 "c" => 3))`, `(get l "b")`},
		{"ListPutNamed", `(set l (list "a" => 1 "b" => 2 "c" => 3))`, `(put l "b" i)`},
		{"Path", `(set l (list "a" => 1 "b" => 2 "c" => 3))`, "l/b"},
		{"ListMake", "", `(list "a" => i "b" => 2 "c" => 3)`},
		{"ListPushPop", "(set l (list))", "(do (push l i) (pop l))"},
		{"Concat", "", `(concat "number " i)`},
		{"Try", "", `(try i (e "*" => null))`},
		{"TryThrow", "", `(try (throw "T" "m") (e "*" => null))`},
		{"Eval", "(set code (quote (+ 1 2)))", "(eval code)"},
	}
	next := interp.Func("host-next", func(x float64) float64 { return x + 1 }, interp.Help{Summary: "x and 1"})
	first := interp.Special("special-first", func(c *interp.Call) (interp.Value, error) { return c.Eval(0) },
		interp.Help{Signature: "(special-first x)", Summary: "x"})
	for _, bb := range benchmarks {
		b.Run(bb.name, func(b *testing.B) {
			s := newSession(b, interp.With(interp.Lib("bench", next, first)))
			source := bb.setup + "(set run (function (n) (local i) (for (set i 0) (< i n) (++ i) " + bb.expression + ")))"
			if _, err := s.Eval(b.Context(), source); err != nil {
				b.Fatal(err)
			}
			run, _ := s.Get("run")
			b.ReportAllocs()
			b.ResetTimer()
			if _, err := s.CallValue(b.Context(), run, interp.Long(int64(b.N))); err != nil {
				b.Fatal(err)
			}
		})
	}
}

// someSource is a script of n functions, as long as scripts of people are.
func someSource(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, `(set handler-%d (function (r "limit" => limit)
  (local total)
  (set total 0)
  (for-each r/items item (when (> item/price limit) (set total (+ total (* item/price item/count)))))
  (list "id" => r/id "total" => total "text" => "number %d")))
`, i, i)
	}
	return b.String()
}

// BenchmarkRead reads a script without evaluating it.
func BenchmarkRead(b *testing.B) {
	in, err := interp.New()
	if err != nil {
		b.Fatal(err)
	}
	source := someSource(100)
	b.SetBytes(int64(len(source)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := in.Parse("bench", source); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkPrint prints the lists of a script.
func BenchmarkPrint(b *testing.B) {
	in, err := interp.New()
	if err != nil {
		b.Fatal(err)
	}
	v, err := in.ParseOne("bench", "("+someSource(100)+")")
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(v.String())))
	b.ReportAllocs()
	for b.Loop() {
		_ = v.String()
	}
}

// BenchmarkHost measures what a host does often.
func BenchmarkHost(b *testing.B) {
	ctx := context.Background()
	in, err := interp.New()
	if err != nil {
		b.Fatal(err)
	}
	source := someSource(100)
	program, err := in.Compile("bench", source)
	if err != nil {
		b.Fatal(err)
	}
	small, err := in.Compile("bench", "(+ 1 2)")
	if err != nil {
		b.Fatal(err)
	}
	s := in.NewSession()
	defer s.Close()
	if _, err := s.Eval(ctx, "(set f (function (x) x))"); err != nil {
		b.Fatal(err)
	}
	fn, _ := s.Get("f")
	benchmarks := []struct {
		name string
		run  func() error
	}{
		{"New", func() error { _, err := interp.New(); return err }},
		{"Session", func() error { return in.NewSession().Close() }},
		{"SessionEval", func() error {
			own := in.NewSession()
			if _, err := own.Eval(ctx, "(+ 1 2)"); err != nil {
				return err
			}
			return own.Close()
		}},
		{"Eval", func() error { _, err := s.Eval(ctx, "(+ 1 2)"); return err }},
		{"Run", func() error { _, err := s.Run(ctx, small); return err }},
		{"EvalScript", func() error { _, err := s.Eval(ctx, source); return err }},
		// Almost all of it is the copy of the lists of 100 functions.
		{"RunScript", func() error { _, err := s.Run(ctx, program); return err }},
		{"CallValue", func() error { _, err := s.CallValue(ctx, fn, interp.Int(1)); return err }},
		{"Call", func() error { _, err := s.Call(ctx, "f", 1); return err }},
		{"SetGet", func() error {
			if err := s.Set("x", 1); err != nil {
				return err
			}
			_, _ = s.Get("x")
			return nil
		}},
	}
	for _, bb := range benchmarks {
		b.Run(bb.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := bb.run(); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRecords makes lists of the form of Kafka's records; the figures are for one.
func BenchmarkRecords(b *testing.B) {
	shape := interp.NewShape("topic", "partition", "offset", "timestamp", "key", "value")
	topic, key, value := interp.String("orders"), []byte("key-4711"), []byte(strings.Repeat("v", 100))
	b.ReportAllocs()
	for done := 0; done < b.N; {
		n := min(500, b.N-done)
		builder := interp.NewListBuilder(shape, n, n*(len(key)+len(value)))
		for i := range n {
			builder.Value(topic)
			builder.Int(3)
			builder.Long(int64(i))
			builder.Long(1_700_000_000_000)
			builder.Bytes(key)
			builder.Bytes(value)
			builder.List()
		}
		done += n
	}
}
