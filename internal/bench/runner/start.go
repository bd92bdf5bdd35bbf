package runner

import (
	"context"
	"fmt"
	"slices"
	"time"
)

// A Starter is a process that starts, prints one value and ends.
type Starter struct {
	Name string
	Path string
	Args []string
}

// Starters returns the start of every command that can evaluate an expression.
func Starters(commands []Command) []Starter {
	var all []Starter
	for _, c := range commands {
		if c.Start != nil {
			all = append(all, Starter{c.Name, c.Path, c.Start})
		}
	}
	return all
}

// A StartTime is the median of the time from the start of processes to their end.
type StartTime struct {
	Name   string
	Median time.Duration
	Over   time.Duration // the first starter: the median of the differences within a round
}

// Starts measures the starters, interleaved, after one round that does not count, in which
// files come into memory.
func Starts(ctx context.Context, process Process, rounds int, starters []Starter) ([]StartTime, []Failure, error) {
	times := make([][]time.Duration, len(starters))
	var failures []Failure
	failed := make([]bool, len(starters))
	for round := range rounds + 1 {
		for i, s := range starters {
			if failed[i] {
				continue
			}
			began := time.Now()
			_, err := process(ctx, s.Path, s.Args...)
			took := time.Since(began)
			if ctx.Err() != nil {
				return nil, failures, context.Cause(ctx)
			}
			if err != nil {
				failed[i] = true
				failures = append(failures, Failure{s.Name, "start", fmt.Errorf("%v: %w", s.Args, err)})
				continue
			}
			if round > 0 {
				times[i] = append(times[i], took)
			}
		}
	}
	var all []StartTime
	for i, s := range starters {
		if failed[i] {
			continue
		}
		st := StartTime{Name: s.Name, Median: middle(times[i])}
		if !failed[0] {
			var over []time.Duration
			for round, t := range times[i] {
				over = append(over, t-times[0][round])
			}
			st.Over = middle(over)
		}
		all = append(all, st)
	}
	return all, failures, nil
}

func middle(times []time.Duration) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}
