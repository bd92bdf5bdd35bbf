package guard

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"time"
)

// shortest are the shortest times of the workloads so far.
type shortest map[string]time.Duration

const (
	referenceName = "reference"
	turnsOfSeries = 15
)

// series loads the workloads, lets them take turns and notes the shortest times. It fails when one of them does, or when ctx ends.
func (s shortest) series(ctx context.Context, all []workload, clock func() time.Duration) error {
	// Whether garbage is collected within a short run is chance; it is done between them.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runs := map[string]func() error{}
	for _, w := range all {
		run, done, err := w.load(ctx)
		if err != nil {
			return err
		}
		defer done()
		runs[w.name] = run
	}
	for turn := range turnsOfSeries + 1 {
		for _, w := range all {
			if err := ctx.Err(); err != nil {
				return context.Cause(ctx)
			}
			runtime.GC()
			began := clock()
			if err := runs[w.name](); err != nil {
				return fmt.Errorf("%s: %w", w.name, err)
			}
			took := clock() - began
			// The first turn does not count: code is compiled, memory fetched.
			if best, ok := s[w.name]; turn > 0 && (!ok || took < best) {
				s[w.name] = took
			}
		}
	}
	return nil
}

func loadReference(context.Context) (run func() error, done func(), err error) {
	reference := newReference()
	return func() error {
		if sum := reference(); sum < turns {
			return fmt.Errorf("got the sum %d, want a large one", sum)
		}
		return nil
	}, func() {}, nil
}
