package runner

import (
	"context"
	"fmt"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/internal/bench/suite"
)

// A Run is what one interleaved run needs.
type Run struct {
	Rounds   int
	Programs []suite.Program
	Commands []Command
	TextFile string        // for the program words
	Timeout  time.Duration // of one process
	Process  Process
	Progress func(format string, args ...any) // may be nil
}

// A Failure is a peer that could not run a program; it is left out of the program from
// then on.
type Failure struct {
	Peer, Program string
	Err           error
}

// key is a pair of peer and program.
type key struct{ peer, program string }

// Figures are what a Run measured.
type Figures struct {
	results  map[key][]measure.Result // by round
	Failures []Failure
}

// Do runs everything. It fails when ctx ends; what was measured until then is returned,
// too.
func (r *Run) Do(ctx context.Context) (*Figures, error) {
	f := &Figures{results: map[key][]measure.Result{}}
	failed := map[key]bool{}
	for round := range r.Rounds {
		for _, p := range r.Programs {
			r.report("round %d of %d, %s", round+1, r.Rounds, p.Name)
			for _, c := range r.Commands {
				k := key{c.Name, p.Name}
				if failed[k] || !c.Runs(p.Name) {
					continue
				}
				result, err := r.once(ctx, c, p.Name, p.Sum)
				if ctx.Err() != nil {
					return f, context.Cause(ctx)
				}
				if err != nil {
					failed[k] = true
					delete(f.results, k)
					f.Failures = append(f.Failures, Failure{c.Name, p.Name, err})
					r.report("%s, %s: %v", c.Name, p.Name, err)
					continue
				}
				f.results[k] = append(f.results[k], result)
			}
		}
	}
	return f, nil
}

func (r *Run) report(format string, args ...any) {
	if r.Progress != nil {
		r.Progress(format, args...)
	}
}

// String names the peer, the program and the reason.
func (f Failure) String() string { return fmt.Sprintf("%s, %s: %v", f.Peer, f.Program, f.Err) }
