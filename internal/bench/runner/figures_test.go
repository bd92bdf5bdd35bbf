package runner

import (
	"testing"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

func results(times ...time.Duration) []measure.Result {
	var all []measure.Result
	for i, d := range times {
		all = append(all, measure.Result{Wall: d, CPU: d / 2, Mallocs: int64(i), Written: int64(10 * i), Peak: int64(d)})
	}
	return all
}

func TestFigures(t *testing.T) {
	f := &Figures{results: map[key][]measure.Result{
		{"a", "p"}:   results(100, 900, 300), // one round disturbed
		{"b", "p"}:   results(50, 450, 200),  // the same one
		{"two", "p"}: results(100, 200),
		{"lua", "p"}: {{Wall: 40, Mallocs: measure.Uncounted}},
	}}
	if got, ok := f.Time(Wall, "a", "p"); !ok || got != 300 {
		t.Errorf("median time\n got %v, %v\nwant 300ns", got, ok)
	}
	if got, ok := f.Time(CPU, "a", "p"); !ok || got != 150 {
		t.Errorf("median processor time\n got %v, %v\nwant 150ns", got, ok)
	}
	if got, _ := f.Time(CPU, "lua", "p"); got != 40 {
		t.Errorf("processor time of a peer that does not tell it\n got %v\nwant its time, 40ns", got)
	}
	if got, _ := f.Time(Wall, "two", "p"); got != 150 {
		t.Errorf("median of two\n got %v\nwant 150ns", got)
	}
	if got, ok := f.Ratio(Wall, "a", "b", "p"); !ok || got != 2 {
		t.Errorf("median of the rounds' ratios\n got %v, %v\nwant 2", got, ok)
	}
	if _, ok := f.Ratio(Wall, "a", "none", "p"); ok {
		t.Error("ratio to a peer that did not run: got one")
	}
	if n, b, ok := f.Allocations("a", "p"); !ok || n != 1 || b != 10 {
		t.Errorf("allocations\n got %v, %v, %v\nwant 1, 10", n, b, ok)
	}
	if _, _, ok := f.Allocations("lua", "p"); ok {
		t.Error("allocations of a peer that does not know them: got some")
	}
	if m, ok := f.Memory("a", "p"); !ok || m != 300 {
		t.Errorf("memory\n got %v, %v\nwant 300", m, ok)
	}
	if _, ok := f.Memory("lua", "p"); ok {
		t.Error("memory of a peer that does not tell it: got some")
	}
}

func TestRatioDigits(t *testing.T) {
	for x, want := range map[float64]string{0.00432: "0.0043", 0.04567: "0.046", 0.0996: "0.10", 0.353: "0.35", 1: "1.00", 9.99: "9.99", 12.34: "12.3"} {
		if got := ratio(x); got != want {
			t.Errorf("ratio %v\n got %s\nwant %s", x, got, want)
		}
	}
}
