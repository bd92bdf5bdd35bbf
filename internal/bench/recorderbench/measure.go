package recorderbench

import (
	"context"
	"runtime"
	"testing"
	"time"

	"github.com/twmb/franz-go/pkg/kgo"

	"github.com/bpl-lang/bpl/kafkalib/recorder"
)

// Topic is where the events go. The broker has to have it.
const Topic = "recorderbench"

// A Row is what was measured of one thing in one state.
type Row struct {
	State State
	What  string
	Costs // the medians of the runs
}

// event is one as applications have them.
//
//go:noinline
func event() recorder.Event {
	return recorder.Event{Type: "web.request", Body: recorder.Fields{{Name: "path", Value: "/index.html"}, {Name: "status", Value: 200}, {Name: "user", Value: "u1"}}}
}

// Compare measures Record in all states, run by run in turn, under a load.
func Compare(ctx context.Context, address string, l Load, runs int) ([]Row, error) {
	costs := make(map[State][]Costs)
	for range runs {
		for _, state := range States {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			c, err := measureRecord(state, address, l)
			if err != nil {
				return nil, err
			}
			costs[state] = append(costs[state], c)
		}
	}
	var rows []Row
	for _, state := range States {
		rows = append(rows, Row{state, "Record", medians(costs[state])})
	}
	return rows, nil
}

// measureRecord measures a recorder of its own, which has had time to find out
// about its Kafka.
func measureRecord(state State, address string, l Load) (Costs, error) {
	r, err := recorder.New(recorder.Options{Topic: Topic, Client: state.options(address), DownAfter: 100 * time.Millisecond})
	if err != nil {
		return Costs{}, err
	}
	call := func(e recorder.Event) { r.Record(e) }
	run(warmUp, event, call)
	runtime.GC() // what the state before has left would put off the collections of this one
	c := run(l, event, call)
	ctx, cancel := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer cancel()
	_, _ = r.Close(ctx) // what could not be delivered is not of interest
	return c, r.Counters().Check()
}

// TryProduce measures the Kafka client's own call under a load.
func TryProduce(state State, address string, l Load) (Row, error) {
	cl, err := kgo.NewClient(append(state.options(address), kgo.MaxBufferedRecords(50_000))...)
	if err != nil {
		return Row{}, err
	}
	defer cl.Close()
	value := []byte(`{"id":"0123456789abcdef0123456789abcdef","type":"web.request","body":{"path":"/index.html","status":200,"user":"u1"}}`)
	record := func() *kgo.Record { return &kgo.Record{Topic: Topic, Value: value} }
	call := func(rec *kgo.Record) { cl.TryProduce(context.Background(), rec, nil) }
	run(warmUp, record, call)
	return Row{state, "TryProduce of franz-go", run(l, record, call)}, nil
}

// Allocations returns how many allocations a call makes, of an event that is made
// for it and of one that is used again.
func Allocations() (fresh, again float64, err error) {
	r, err := recorder.New(recorder.Options{Topic: Topic, Client: Refused.options(""), MaxEvents: 1_000, WhenFull: recorder.DropOldest})
	if err != nil {
		return 0, 0, err
	}
	e := event()
	for range 2_000 {
		r.Record(e)
	}
	fresh = testing.AllocsPerRun(10_000, func() { r.Record(event()) })
	again = testing.AllocsPerRun(10_000, func() { r.Record(e) })
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	_, _ = r.Close(ctx)
	return fresh, again, nil
}
