package runner

import (
	"slices"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

// A Clock says which time of a result counts.
type Clock string

// Wall is the time that passed, CPU the processor time of all threads of the process.
const (
	Wall Clock = "wall"
	CPU  Clock = "cpu"
)

// of returns the time, the other one where it is unknown.
func (c Clock) of(r measure.Result) time.Duration {
	if c == CPU && r.CPU > 0 {
		return r.CPU
	}
	return r.Wall
}

// Time returns the median over the rounds.
func (f *Figures) Time(c Clock, peer, program string) (time.Duration, bool) {
	ns, ok := median(f.results[key{peer, program}], func(r measure.Result) float64 { return float64(c.of(r)) })
	return time.Duration(ns), ok
}

// Ratio returns the median of the rounds' ratios of the times of peer and base.
func (f *Figures) Ratio(c Clock, peer, base, program string) (float64, bool) {
	mine, others := f.results[key{peer, program}], f.results[key{base, program}]
	var ratios []float64
	for i := range min(len(mine), len(others)) {
		if d := c.of(others[i]); d > 0 {
			ratios = append(ratios, float64(c.of(mine[i]))/float64(d))
		}
	}
	return median(ratios, func(x float64) float64 { return x })
}

// Memory returns the median of the peak memory in bytes.
func (f *Figures) Memory(peer, program string) (float64, bool) {
	v, ok := median(f.results[key{peer, program}], func(r measure.Result) float64 { return float64(r.Peak) })
	return v, ok && v > 0
}

// Allocations returns the medians of their number and of their bytes; not known of peers
// that are not written in Go.
func (f *Figures) Allocations(peer, program string) (number, bytes float64, ok bool) {
	results := f.results[key{peer, program}]
	if len(results) == 0 || results[0].Mallocs == measure.Uncounted {
		return 0, 0, false
	}
	number, _ = median(results, func(r measure.Result) float64 { return float64(r.Mallocs) })
	bytes, ok = median(results, func(r measure.Result) float64 { return float64(r.Written) })
	return number, bytes, ok
}

// median returns the middle of the numbers, between the two middle ones if their count is
// even; false without any.
func median[T any](of []T, number func(T) float64) (float64, bool) {
	var numbers []float64
	for _, x := range of {
		numbers = append(numbers, number(x))
	}
	n := len(numbers)
	if n == 0 {
		return 0, false
	}
	slices.Sort(numbers)
	return (numbers[(n-1)/2] + numbers[n/2]) / 2, true
}
