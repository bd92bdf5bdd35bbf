package guard

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/interp"
)

// Loss is how many times as long as by the baseline a program may take.
const Loss = 1.25

// mostSeries is how often a program is measured before it is believed that it has lost.
const mostSeries = 8

// A Finding compares a program with its baseline.
type Finding struct {
	Program       string
	Baseline, Now float64 // ratios to the reference; Baseline is 0 if there is none
}

// Lost reports whether the program takes too long.
func (f Finding) Lost() bool { return f.Baseline > 0 && f.Now > f.Baseline*Loss }

// String shows both ratios and the change.
func (f Finding) String() string {
	if f.Baseline == 0 {
		return fmt.Sprintf("%-10s %7s -> %7.3f  no baseline", f.Program, "", f.Now)
	}
	s := fmt.Sprintf("%-10s %7.3f -> %7.3f  %+4.0f %%", f.Program, f.Baseline, f.Now, (f.Now/f.Baseline-1)*100)
	if f.Lost() {
		s += "  LOSS"
	}
	return s
}

// Measure compares all programs with the baseline. It fails when a program does, or when
// ctx ends.
func Measure(ctx context.Context, baseline Ratios, opts ...interp.Option) ([]Finding, error) {
	all, err := programs(opts...)
	if err != nil {
		return nil, err
	}
	return compare(ctx, baseline, workload{referenceName, loadReference}, all, measure.CPUTime)
}

// compare measures the workloads, and those that seem to have lost again, until none does.
// Each series loads them anew: where memory happens to lie can make one slow for as long
// as it lives.
func compare(ctx context.Context, baseline Ratios, reference workload, all []workload, clock func() time.Duration) ([]Finding, error) {
	best := shortest{}
	finding := func(w workload) Finding {
		return Finding{w.name, baseline[w.name], float64(best[w.name]) / float64(max(best[reference.name], 1))}
	}
	for i, open := 0, all; len(open) > 0 && i < mostSeries; i++ {
		if err := best.series(ctx, append([]workload{reference}, open...), clock); err != nil {
			return nil, err
		}
		open = slices.DeleteFunc(slices.Clone(open), func(w workload) bool { return !finding(w).Lost() })
	}
	var findings []Finding
	for _, w := range all {
		findings = append(findings, finding(w))
	}
	return findings, nil
}
