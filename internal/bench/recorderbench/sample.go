package recorderbench

import (
	"fmt"
	"slices"
	"time"
)

// Quantiles of the durations of calls.
type Quantiles struct {
	N                   int
	P50, P90, P99, P999 time.Duration
	Max                 time.Duration
}

// samples are durations in ns.
type samples []int64

func (s samples) quantiles() Quantiles {
	if len(s) == 0 {
		return Quantiles{}
	}
	slices.Sort(s)
	at := func(q float64) time.Duration { return time.Duration(s[min(int(q*float64(len(s))), len(s)-1)]) }
	return Quantiles{N: len(s), P50: at(0.5), P90: at(0.9), P99: at(0.99), P999: at(0.999), Max: time.Duration(s[len(s)-1])}
}

func (q Quantiles) String() string {
	return fmt.Sprintf("%9d  %8v %8v %8v %9v %9v", q.N, q.P50, q.P90, q.P99, q.P999, q.Max.Round(time.Microsecond))
}

// Costs are those of an empty function, of making the argument of a call, and of
// the call.
type Costs struct{ Empty, Made, Call Quantiles }

// medians are those of several runs.
func medians(runs []Costs) Costs {
	var empty, made, call []Quantiles
	for _, c := range runs {
		empty, made, call = append(empty, c.Empty), append(made, c.Made), append(call, c.Call)
	}
	return Costs{median(empty), median(made), median(call)}
}

// Header stands above a column of Quantiles.
const Header = "    calls       p50      p90      p99     p99.9       max"

// median is the run in the middle, quantile by quantile.
func median(runs []Quantiles) Quantiles {
	middle := func(of func(Quantiles) time.Duration) time.Duration {
		all := make([]time.Duration, len(runs))
		for i, q := range runs {
			all[i] = of(q)
		}
		slices.Sort(all)
		return all[len(all)/2]
	}
	m := Quantiles{
		P50: middle(func(q Quantiles) time.Duration { return q.P50 }), P90: middle(func(q Quantiles) time.Duration { return q.P90 }),
		P99: middle(func(q Quantiles) time.Duration { return q.P99 }), P999: middle(func(q Quantiles) time.Duration { return q.P999 }),
		Max: middle(func(q Quantiles) time.Duration { return q.Max }),
	}
	for _, q := range runs {
		m.N += q.N
	}
	return m
}
