package recorderbench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"
)

// Options of a report.
type Options struct {
	Runs   int
	For    time.Duration // of one run
	Python string        // command, "" for none
}

// What a call may cost. The states beside Up may cost mostRatio of Up, or
// ratioFloor where that is more: below it a quantile is the clock's.
const (
	mostRatio  = 1.5
	ratioFloor = 200 * time.Nanosecond
)

// bounds are those of one load.
type bounds struct{ p50, p99, p999 time.Duration }

// Report measures everything, writes the report, and returns an error that names
// each bound that was not kept.
func Report(ctx context.Context, w io.Writer, address string, o Options) error {
	fmt.Fprintf(w, "%s, %d CPUs; median of %d runs of %v, states in turn; an empty function and the making of the event beside each call\n", runtime.Version(), runtime.GOMAXPROCS(0), o.Runs, o.For)
	var missed []error
	fresh, again, err := Allocations()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\nallocations: %.2f of a new event, %.2f of one that is used again\n", fresh, again)
	if fresh > 2.5 || again > 0.5 {
		missed = append(missed, fmt.Errorf("allocations: %.2f and %.2f, at most 2 and 0 are allowed", fresh, again))
	}
	for _, part := range []struct {
		title string
		load  Load
		bounds
		states bool // compares the states
	}{
		{"one goroutine, 50,000 events/s", one, bounds{300 * time.Nanosecond, 2 * time.Microsecond, 0}, true},
		{"one goroutine, as fast as it goes (the queue is full most of the time)", tight, bounds{300 * time.Nanosecond, 2 * time.Microsecond, 0}, false},
		{"64 goroutines, 1,000 events/s each", paced, bounds{0, 5 * time.Microsecond, 50 * time.Microsecond}, true},
	} {
		part.load.For = o.For
		rows, err := Compare(ctx, address, part.load, o.Runs)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s\n%-14s %-14s %s\n", part.title, "Kafka", "", Header)
		for _, row := range rows {
			fmt.Fprintf(w, "%-14s %-14s %v\n%-14s %-14s %v\n%-14s %-14s %v\n", row.State, "empty", row.Empty, "", "new event", row.Made, "", row.What, row.Call)
			missed = append(missed, part.check(part.title, row)...)
			if part.states && row.State != Up {
				missed = append(missed, compared(part.title, rows[0], row)...)
			}
		}
	}
	fmt.Fprintf(w, "\nother clients, for comparison\n%-14s %-24s %s\n", "Kafka", "", Header)
	for _, state := range []State{Up, Refused} {
		load := paced
		load.For = o.For
		row, err := TryProduce(state, address, load)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%-14s %-24s %v\n", state, row.What, row.Call)
		if o.Python == "" || state == Refused && o.For < time.Second { // the constructor takes half a minute
			continue
		}
		row, err = KafkaPython(ctx, o.Python, state, address, max(o.For, time.Second))
		if err != nil {
			fmt.Fprintf(w, "%-14s %-24s %v\n", state, "send of kafka-python", err)
			continue
		}
		fmt.Fprintf(w, "%-14s %-24s %v\n", state, row.What, row.Call)
	}
	if err := errors.Join(missed...); err != nil {
		return fmt.Errorf("bounds that were not kept:\n%w", err)
	}
	fmt.Fprintln(w, "\nall bounds were kept")
	return nil
}

// check compares a row with the bounds of its load.
func (b bounds) check(title string, row Row) (missed []error) {
	for _, q := range []struct {
		name       string
		got, bound time.Duration
	}{{"p50", row.Call.P50, b.p50}, {"p99", row.Call.P99, b.p99}, {"p99.9", row.Call.P999, b.p999}} {
		if q.bound > 0 && q.got > q.bound {
			missed = append(missed, fmt.Errorf("%s, Kafka %s: %s is %v, at most %v is allowed", title, row.State, q.name, q.got, q.bound))
		}
	}
	return missed
}

// compared compares a row with that of a Kafka that is up.
func compared(title string, up, row Row) (missed []error) {
	for _, q := range []struct {
		name    string
		up, got time.Duration
	}{{"p50", up.Call.P50, row.Call.P50}, {"p90", up.Call.P90, row.Call.P90}, {"p99", up.Call.P99, row.Call.P99}, {"p99.9", up.Call.P999, row.Call.P999}} {
		most := max(time.Duration(mostRatio*float64(q.up)), ratioFloor)
		if q.got > most {
			missed = append(missed, fmt.Errorf("%s, Kafka %s: %s is %v, with Kafka up %v", title, row.State, q.name, q.got, q.up))
		}
	}
	return missed
}
