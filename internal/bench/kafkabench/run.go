package kafkabench

import (
	"context"
	"crypto/rand"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
)

// Settings say what is measured. The zero value of Servers means the broker
// inside the process.
type Settings struct {
	Servers string // host:port, with commas between
	Count   int    // records per measurement, a multiple of 1,000
	Rounds  int    // of which the median counts
	Only    string // part of the names of the pairs; "" for all
	// CPU counts the processor time of this process instead of the clock's. It
	// stands still while other processes run, so that ratios on a busy machine
	// are those of an idle one; what waits costs nothing.
	CPU    bool
	Folder string // for spools, on a real disk; "" for the system's temporary folder

	repeat map[string]bool // the pairs to measure; nil for all
}

const (
	valueBytes = 100 // of random data, which does not compress
	valueCount = 1000
)

// A Result is what one pair came to.
type Result struct {
	Name          string
	Target        float64
	Plain, Script float64 // records per second of the clock, medians
	Ratio         float64 // median of the rounds' ratios
}

// Run measures the pairs, their sides in turns, so that what else the machine
// does meets both. It tells its progress to log.
func Run(ctx context.Context, s Settings, log io.Writer) ([]Result, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	b, err := openBroker(s.Servers, s.Folder)
	if err != nil {
		return nil, err
	}
	defer b.close()
	if s.CPU {
		b.now = measure.CPUTime
	}
	values := randomValues()
	var results []Result
	for _, p := range pairs() {
		if !strings.Contains(p.name, s.Only) || s.repeat != nil && !s.repeat[p.name] {
			continue
		}
		r, err := compare(ctx, b, p, values, s)
		if err != nil {
			return nil, fmt.Errorf("kafkabench: %s: %w", p.name, err)
		}
		fmt.Fprintf(log, "%-28s %5.2f\n", r.Name, r.Ratio)
		results = append(results, r)
	}
	return results, nil
}

func (s Settings) check() error {
	if s.Count < valueCount || s.Count%valueCount != 0 {
		return fmt.Errorf("kafkabench: the count must be a multiple of %d, got %d", valueCount, s.Count)
	}
	if s.Rounds < 1 {
		return fmt.Errorf("kafkabench: the rounds must be at least 1, got %d", s.Rounds)
	}
	return nil
}

func randomValues() [][]byte {
	values := make([][]byte, valueCount)
	for i := range values {
		values[i] = make([]byte, valueBytes)
		_, _ = rand.Read(values[i]) // crypto/rand's Read never fails
	}
	return values
}

// compare does the rounds of one pair, after a first one that warms up and does
// not count.
func compare(ctx context.Context, b *broker, p pair, values [][]byte, s Settings) (Result, error) {
	source := ""
	if p.reads {
		var err error
		if source, err = filled(ctx, b, values, s.Count); err != nil {
			return Result{}, err
		}
		defer func() { _ = b.deleteTopic(context.WithoutCancel(ctx), source) }() // what is left over harms nobody
	}
	once := func(w work) (float64, error) {
		topic := source
		if !p.reads {
			var err error
			if topic, err = b.createTopic(ctx); err != nil {
				return 0, err
			}
			defer func() { _ = b.deleteTopic(context.WithoutCancel(ctx), topic) }()
		}
		runtime.GC()
		took, err := w(ctx, b, topic, values, s.Count)
		return float64(s.Count) / took.Seconds(), err
	}
	var plain, script, ratios []float64
	for round := range s.Rounds + 1 {
		sides := []work{p.plain, p.script}
		var rates [2]float64
		for i := range sides {
			side := (i + round) % 2 // who begins changes from round to round
			rate, err := once(sides[side])
			if err != nil {
				return Result{}, err
			}
			rates[side] = rate
		}
		if round == 0 {
			continue
		}
		plain, script = append(plain, rates[0]), append(script, rates[1])
		ratios = append(ratios, rates[1]/rates[0])
	}
	return Result{Name: p.name, Target: p.target, Plain: median(plain), Script: median(script), Ratio: median(ratios)}, nil
}

// filled makes a topic that holds count records. The broker inside the process
// has them without.
func filled(ctx context.Context, b *broker, values [][]byte, count int) (string, error) {
	topic, err := b.createTopic(ctx)
	if err != nil || b.embedded != nil {
		return topic, err
	}
	_, err = plainProduce(ctx, b, topic, values, count)
	return topic, err
}

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// Gate measures the pairs and, up to so many times in all, again those below
// the share of their targets: what else a machine does makes a pair slow now and
// then, a change of the code makes it slow every time. It returns each pair's
// best result, and an error that names those that are still below.
func Gate(ctx context.Context, s Settings, share float64, attempts int, log io.Writer) ([]Result, error) {
	return gate(share, attempts, func(low map[string]bool) ([]Result, error) {
		s.repeat = low
		return Run(ctx, s, log)
	})
}

// gate is Gate for any way to measure: all pairs for nil, else those named.
func gate(share float64, attempts int, run func(low map[string]bool) ([]Result, error)) ([]Result, error) {
	best, err := run(nil)
	if err != nil {
		return nil, err
	}
	for range attempts - 1 {
		low := make(map[string]bool)
		for _, r := range best {
			if r.Ratio < share*r.Target {
				low[r.Name] = true
			}
		}
		if len(low) == 0 {
			break
		}
		again, err := run(low)
		if err != nil {
			return nil, err
		}
		for _, r := range again {
			i := slices.IndexFunc(best, func(b Result) bool { return b.Name == r.Name })
			if r.Ratio > best[i].Ratio {
				best[i] = r
			}
		}
	}
	return best, Check(best, share)
}

// Table prints results for spec/benchmarks.md.
func Table(w io.Writer, results []Result) {
	fmt.Fprintln(w, "| work | client alone, records/s | script, records/s | ratio | target |\n|---|---|---|---|---|")
	for _, r := range results {
		fmt.Fprintf(w, "| %s | %.0f | %.0f | %.2f | %.2f |\n", r.Name, r.Plain, r.Script, r.Ratio, r.Target)
	}
}

// Check returns an error that names the results below the share of their
// targets.
func Check(results []Result, share float64) error {
	var low []string
	for _, r := range results {
		if r.Ratio < share*r.Target {
			low = append(low, fmt.Sprintf("%s: %.2f of the client alone, expected at least %.2f (%.1f of the target %.2f)", r.Name, r.Ratio, share*r.Target, share, r.Target))
		}
	}
	if low != nil {
		return fmt.Errorf("kafkabench: too slow: %s", strings.Join(low, "; "))
	}
	return nil
}

// Timeout is how long a run may take: nothing of it hangs for ever.
const Timeout = 20 * time.Minute
