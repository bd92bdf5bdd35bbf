package bench

import (
	"testing"

	"github.com/bpl-lang/bpl/internal/bench/suite"
	"github.com/bpl-lang/bpl/interp"
)

// newSession returns a session that is closed with the test.
func newSession(t testing.TB, opts ...interp.Option) *interp.Session {
	t.Helper()
	s, err := NewSession(opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// BenchmarkSuite runs each program at its full size.
func BenchmarkSuite(b *testing.B) {
	text := suite.Text(suite.TextSize)
	for _, p := range suite.Programs() {
		b.Run(p.Name, func(b *testing.B) {
			source, _ := suite.Source(p.Name, "bpl")
			run, err := Load(b.Context(), newSession(b), p.Name, source, text)
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				if sum, err := run(); err != nil || sum != p.Sum {
					b.Fatalf("sum\n got %s, %v\nwant %s", sum, err, p.Sum)
				}
			}
		})
	}
}

// TestSuite runs each program at a small size, compiled and walked.
func TestSuite(t *testing.T) {
	text := suite.Text(5000)
	for _, p := range suite.Programs() {
		t.Run(p.Name, func(t *testing.T) {
			size := "500"
			if p.Name == "fib" {
				size = "12"
			}
			source, err := p.Scaled("bpl", size)
			if err != nil {
				t.Fatal(err)
			}
			var sums []string
			for _, opts := range [][]interp.Option{nil, {interp.WithoutCompiler()}} {
				run, err := Load(t.Context(), newSession(t, opts...), p.Name, source, text)
				if err != nil {
					t.Fatal(err)
				}
				for range 3 {
					sum, err := run()
					if err != nil {
						t.Fatal(err)
					}
					sums = append(sums, sum)
				}
			}
			for _, sum := range sums {
				if sum != sums[0] || sum == "0" {
					t.Fatalf("sums, compiled and walked\n got %v\nwant the same, not 0", sums)
				}
			}
		})
	}
}

func TestLoad(t *testing.T) {
	tests := []struct{ name, source, sum, err string }{
		{"run", "(set run (function () 7))", "7", ""},
		{"of several", "(set b_p (function () 8)) (set run (function () 7))", "8", ""},
		{"large", "(set run (function () 1e15))", "1000000000000000", ""},
		{"text", "(set run (function () (length TEXT)))", "3", ""},
		{"without", "(set go 1)", "", "the source defines neither run nor b_p"},
		{"no number", "(set run (function () (list 1)))", "", "run: got (1), want a number"},
		{"wrong text", "(set", "", "Unmatched parenthesis"},
		{"throws", "(set run (function () (throw \"Broken\" \"in two\")))", "", "Broken: in two"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			run, err := Load(t.Context(), newSession(t), "p", tt.source, "abc")
			sum := ""
			if err == nil {
				sum, err = run()
			}
			if sum != tt.sum || (err == nil) != (tt.err == "") || err != nil && !contains(err, tt.err) {
				t.Errorf("sum\n got %q, %v\nwant %q, %q", sum, err, tt.sum, tt.err)
			}
		})
	}
}
