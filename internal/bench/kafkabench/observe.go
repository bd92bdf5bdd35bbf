package kafkabench

import (
	"context"
	"fmt"
	"io"
	"maps"
	"runtime"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/internal/bench/measure"
	"github.com/bpl-lang/bpl/kafkalib"
)

// What observing may cost: the processor time of a record at most this many
// times that without, and no allocation more. The share of one is what the
// looks of the alarm and the statistics come to, once a second, whatever the
// number of records is.
const (
	observeTarget      = 1.05
	observeAllocations = 0.02
)

// observing is what a script says to be told of everything that there is to
// tell of a handle h.
const observing = `(do
	  (kafka-on-event h "*" (function (e) null))
	  (kafka-on-stats h 1000 (function (s) null))
	  (kafka-alarm h "queue-age" ">" 60000)
	  (kafka-alarm h "brokers/*/rtt/p99" ">" 60000))`

// An Observation is what one work costs with events, statistics and alarms.
type Observation struct {
	Name        string
	Off, On     time.Duration // processor time per record, medians
	Ratio       float64       // median of the rounds' ratios
	Allocations float64       // more per record, median
}

// Observe measures what events, statistics and an alarm cost, by the processor
// time that this process uses, the broker in it included.
func Observe(ctx context.Context, s Settings, log io.Writer) ([]Observation, error) {
	if err := s.check(); err != nil {
		return nil, err
	}
	b, err := openBroker(s.Servers, s.Folder)
	if err != nil {
		return nil, err
	}
	defer b.close()
	b.now = measure.CPUTime
	values := randomValues()
	var results []Observation
	for _, w := range []struct {
		name, open, handle, code string
		reads                    bool
	}{
		{"send, one message per call", openProducer, "p", sendOne, false},
		{"send, lists of 1,000", openProducer, "p", sendLists, false},
		{`poll, shape "values"`, openConsumer, "c", pollValues, true},
		{`poll, shape "records"`, openConsumer, "c", pollRecords, true},
	} {
		if !strings.Contains(w.name, s.Only) || s.repeat != nil && !s.repeat[w.name] {
			continue
		}
		off := func(ctx context.Context, topic string) (time.Duration, error) {
			return runScript(ctx, b, topic, values, s.Count, w.open, w.code, kafkalib.WithoutObservation())
		}
		on := func(ctx context.Context, topic string) (time.Duration, error) {
			watch := fmt.Sprintf("(do %s (set h %s) %s)", w.open, w.handle, observing)
			return runScript(ctx, b, topic, values, s.Count, watch, w.code)
		}
		o, err := observe(ctx, b, s, w.reads, values, off, on)
		if err != nil {
			return nil, fmt.Errorf("kafkabench: %s: %w", w.name, err)
		}
		o.Name = w.name
		fmt.Fprintf(log, "%-28s %6.3f, %+.4f allocations per record\n", o.Name, o.Ratio, o.Allocations)
		results = append(results, o)
	}
	return results, nil
}

// observe does the rounds of one work, with and without in turns, after a
// first one that warms up and does not count.
func observe(ctx context.Context, b *broker, s Settings, reads bool, values [][]byte, off, on func(context.Context, string) (time.Duration, error)) (Observation, error) {
	topic, err := b.createTopic(ctx)
	if reads && err == nil && b.embedded == nil {
		_, err = plainProduce(ctx, b, topic, values, s.Count)
	}
	if err != nil {
		return Observation{}, err
	}
	defer func() { _ = b.deleteTopic(context.WithoutCancel(ctx), topic) }() // what is left over harms nobody
	var costs, allocations [2][]float64
	var ratios, more []float64
	for round := range s.Rounds + 1 {
		var cost, allocated [2]float64
		for i := range 2 {
			side := (i + round) % 2 // who begins changes from round to round
			run := []func(context.Context, string) (time.Duration, error){off, on}[side]
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			took, err := run(ctx, topic)
			if err != nil {
				return Observation{}, err
			}
			runtime.ReadMemStats(&after)
			cost[side] = float64(took) / float64(s.Count)
			allocated[side] = float64(after.Mallocs-before.Mallocs) / float64(s.Count)
		}
		if round == 0 {
			continue
		}
		for side := range 2 {
			costs[side] = append(costs[side], cost[side])
			allocations[side] = append(allocations[side], allocated[side])
		}
		ratios, more = append(ratios, cost[1]/cost[0]), append(more, allocated[1]-allocated[0])
	}
	return Observation{Off: time.Duration(median(costs[0])), On: time.Duration(median(costs[1])), Ratio: median(ratios), Allocations: median(more)}, nil
}

// GateObservation measures what observing costs and, up to so many times in
// all, again what costs too much, for the reasons of Gate. It returns the best
// results, and an error that names what still costs too much.
func GateObservation(ctx context.Context, s Settings, attempts int, log io.Writer) ([]Observation, error) {
	best := make(map[string]Observation)
	var order []string
	for attempt := range attempts {
		results, err := Observe(ctx, s, log)
		if err != nil {
			return nil, err
		}
		s.repeat = make(map[string]bool)
		for _, r := range results {
			if attempt == 0 {
				order = append(order, r.Name)
			}
			if old, ok := best[r.Name]; !ok || r.Ratio < old.Ratio {
				best[r.Name] = r
			}
			s.repeat[r.Name] = best[r.Name].tooMuch()
		}
		maps.DeleteFunc(s.repeat, func(_ string, again bool) bool { return !again })
		if len(s.repeat) == 0 {
			break
		}
	}
	var results []Observation
	for _, name := range order {
		results = append(results, best[name])
	}
	return results, CheckObservation(results)
}

func (o Observation) tooMuch() bool {
	return o.Ratio > observeTarget || o.Allocations > observeAllocations
}

// ObservationTable prints what observing costs.
func ObservationTable(w io.Writer, results []Observation) {
	fmt.Fprintln(w, "| work | without | with events, statistics, alarms | ratio | allocations more per record |\n|---|---|---|---|---|")
	for _, r := range results {
		fmt.Fprintf(w, "| %s | %d ns | %d ns | %.3f | %.4f |\n", r.Name, r.Off.Nanoseconds(), r.On.Nanoseconds(), r.Ratio, r.Allocations)
	}
}

// CheckObservation returns an error that names what costs too much.
func CheckObservation(results []Observation) error {
	var high []string
	for _, r := range results {
		if r.tooMuch() {
			high = append(high, fmt.Sprintf("%s: %.3f times the processor time and %.4f allocations more per record, expected at most %.2f and %.2f",
				r.Name, r.Ratio, r.Allocations, observeTarget, observeAllocations))
		}
	}
	if high != nil {
		return fmt.Errorf("kafkabench: observing costs too much: %s", strings.Join(high, "; "))
	}
	return nil
}
