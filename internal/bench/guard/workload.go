package guard

import (
	"context"
	"fmt"

	"github.com/bpl-lang/bpl/internal/bench"
	"github.com/bpl-lang/bpl/internal/bench/suite"
	"github.com/bpl-lang/bpl/interp"
)

// sizes make each program run for some milliseconds, with data that stays in the caches.
var sizes = map[string]string{
	"fib": "24", "loop": "400000", "strcat": "30000", "strjoin": "100000", "sort": "6000", "qsort": "5000",
	"records": "6000", "sieve": "20000", "words": "", "named": "60000", "variadic": "15000",
}

const textSize = 60_000 // bytes, for the program words

// A workload is something whose time is measured. Load makes it anew, with memory of its
// own; run may then be called several times before done.
type workload struct {
	name string
	load func(ctx context.Context) (run func() error, done func(), err error)
}

// programs returns the suite as workloads, each in a session of its own.
func programs(opts ...interp.Option) ([]workload, error) {
	var all []workload
	text := suite.Text(textSize)
	for _, p := range suite.Programs() {
		source, err := p.Scaled("bpl", sizes[p.Name])
		if err != nil {
			return nil, err
		}
		all = append(all, workload{p.Name, func(ctx context.Context) (func() error, func(), error) {
			s, err := bench.NewSession(opts...)
			if err != nil {
				return nil, nil, err
			}
			run, err := bench.Load(ctx, s, p.Name, source, text)
			if err != nil {
				_ = s.Close()
				return nil, nil, fmt.Errorf("%s: %w", p.Name, err)
			}
			return func() error {
				_, err := run()
				return err
			}, func() { _ = s.Close() }, nil
		}})
	}
	return all, nil
}
