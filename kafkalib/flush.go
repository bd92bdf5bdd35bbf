package kafkalib

import (
	"context"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

var helpFlush = interp.Help{
	Signature: `(kafka-flush kid [millis] "timeout-ms" => n)`,
	Summary:   "waits until every record sent so far has its outcome",
	Result:    "the number of records still without outcome, 0 when all have one",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a producer or recorder"},
		{Name: "millis", Type: "number", Meaning: "longest time to wait; default delivery-timeout-ms"},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "the same by name; millis goes before it"},
	},
	Errors: []string{
		"the code of the first async record that failed since the last flush; \"records\" lists all of them",
		"INVALID_HANDLE: the handle is not an open producer or recorder",
		"INVALID_ARGUMENT: called in a callback of the same handle",
	},
	Related: []string{"kafka-send", "kafka-purge", "kafka-destroy"},
	Examples: []interp.HelpExample{{
		Expression: `(do (kafka-create-topics "embedded" "flushed")
  (set p (kafka-create "producer" "embedded" "delivery" => "async"))
  (kafka-send p "flushed" ("a" "b"))
  (kafka-flush p))`, Result: `0`}},
}

// flush is (kafka-flush kid [millis]).
func flush(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0, Producer, Recorder)
	if err != nil {
		return interp.Null(), err
	}
	times, err := a.times(h, "delivery-timeout-ms")
	if err != nil {
		return interp.Null(), err
	}
	timeout := times.total
	if !a.at(1).IsNull() {
		ms, err := a.whole("millis", a.at(1), 0)
		if err != nil {
			return interp.Null(), err
		}
		timeout = boundedMillis(ms)
	}
	if err := a.done(waitingOptions("delivery-timeout-ms")...); err != nil {
		return interp.Null(), err
	}
	if insideCallback(call.Context(), h) {
		return interp.Null(), invalidArgument(call.Name() + ": a callback cannot wait for records of its own handle")
	}
	var left int64
	err = unlocked(call, func(ctx context.Context) (err error) {
		if h.recorder != nil {
			left, err = h.recorder.flush(ctx, timeout)
		} else {
			left, err = h.producer.flush(ctx, timeout)
		}
		return err
	})
	if err != nil {
		return interp.Null(), err
	}
	return number(left), nil
}

// flush waits for outcomes and for the callbacks that tell them.
func (p *producer) flush(ctx context.Context, limit time.Duration) (int64, error) {
	waiting, cancel := p.h.waiting(ctx, limit)
	defer cancel()
	flush := p.queue.flush
	if p.spooled != nil {
		flush = p.spooled.flush
	}
	left, failures, unkept, err := flush(waiting, limit)
	if err != nil && (ctx.Err() != nil || p.h.ended.Err() != nil) {
		return left, p.h.over(ctx, waiting, "the acknowledgement of records")
	}
	if calls := p.h.calls.Load(); calls != nil {
		if calls.await(waiting) != nil && ctx.Err() != nil {
			return left, context.Cause(ctx)
		}
	}
	if err := p.undelivered(failures, unkept, "since the last flush"); err != nil {
		return left, err
	}
	return left, nil
}

var helpPurge = interp.Help{
	Signature: `(kafka-purge kid)`,
	Summary:   "drops the records of a producer that were never handed to the client",
	Result:    `("purged" => n "in-flight" => m): the m others keep their outcome`,
	Args:      []interp.HelpArg{{Name: "kid", Type: "string", Meaning: "a producer"}},
	Errors:    []string{"INVALID_HANDLE: the handle is not an open producer"},
	Related:   []string{"kafka-send", "kafka-flush"},
	Examples: []interp.HelpExample{{
		Expression: `(kafka-purge (kafka-create "producer" "embedded"))`, Result: `("purged" => 0 "in-flight" => 0)`}},
}

var purgeShape = interp.NewShape("purged", "in-flight")

// kafkaPurge is (kafka-purge kid).
func kafkaPurge(c *interp.Call) (interp.Value, error) {
	_, h, err := handleArguments(c, 1, Producer)
	if err != nil {
		return interp.Null(), err
	}
	purged, inFlight := h.producer.queue.purge()
	b := interp.NewListBuilder(purgeShape, 1, 0)
	b.Value(number(purged))
	b.Value(number(inFlight))
	return interp.FromList(b.List()), nil
}
