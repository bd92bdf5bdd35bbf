package kafkalib

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

var helpEvents = interp.Help{
	Signature: `(kafka-events kid [millis] "codes" => codes "max" => n "timeout-ms" => n)`,
	Summary:   "takes the events of a handle since the last call",
	Result: `a list of ("code" "severity" "time" "client" …), oldest first, with "broker" "host" "port" "topic" "partition" "error" "duration-ms" "count" … where they apply (kafka-codes tells);
  () when none came. Where events had to be discarded, the first is EVENTS_DISCARDED with their "count"`,
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle"},
		{Name: "millis", Type: "number", Meaning: "longest time to wait for one; default 0"},
		{Name: `"codes"`, Type: "string or list", Meaning: `a code or a list of codes to take; all others stay for a later call; default "*", all`},
		{Name: `"max"`, Type: "number", Meaning: "most events to take; the others stay for a later call"},
		{Name: `"timeout-ms"`, Type: "number", Meaning: "as millis; the shorter one counts"},
	},
	Errors: []string{
		"INVALID_HANDLE: the handle is not open",
		"INVALID_CONFIG: there is no event of a code; the message names the nearest one",
		"CLOSED: the handle was closed while the call waited",
	},
	Related: []string{"kafka-on-event", "kafka-codes", "kafka-create"},
	Examples: []interp.HelpExample{
		{Expression: `(get (get (kafka-events (kafka-create "producer" "embedded")) 0) "code")`, Result: `"CLIENT_CREATED"`},
		{Expression: `(kafka-events (kafka-create "producer" "embedded") "codes" => "BROKER_DISCONNECTED")`, Result: `()`},
	},
}

// takeEvents is (kafka-events kid [millis] option…).
func takeEvents(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 2)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0)
	if err != nil {
		return interp.Null(), err
	}
	millis, timed, err := a.numberOption("timeout-ms", 0)
	if err != nil {
		return interp.Null(), err
	}
	if !a.at(1).IsNull() {
		limit := millis
		if millis, err = a.whole("millis", a.at(1), 0); err != nil {
			return interp.Null(), err
		}
		if timed {
			millis = min(millis, limit)
		}
	}
	filter, most := eventFilter(nil), math.MaxInt
	if v, ok := a.option("codes"); ok {
		if filter, err = a.eventCodes(v, func(got interp.Value, expected string) error {
			return a.wrongOption("codes", got, expected)
		}); err != nil {
			return interp.Null(), err
		}
	}
	if n, ok, err := a.numberOption("max", 1); err != nil {
		return interp.Null(), err
	} else if ok {
		most = int(min(n, math.MaxInt32))
	}
	if err := a.done("codes", "max", "timeout-ms"); err != nil {
		return interp.Null(), err
	}
	return h.takeEvents(call, filter, most, boundedMillis(millis))
}

// takeEvents waits for the first event that filter matches, and takes those
// that are there. They are taken under the session's lock: a call that is
// killed while it waits takes none.
func (h *handle) takeEvents(call *interp.Call, filter eventFilter, most int, limit time.Duration) (interp.Value, error) {
	deadline := time.Now().Add(limit)
	for {
		if events := h.events.take(filter, most); len(events) > 0 {
			out := interp.NewList(len(events))
			for i, e := range events {
				e.Client = h.id
				out.SetAt(i, h.eventValue(e))
			}
			return interp.FromList(out), nil
		}
		if !time.Now().Before(deadline) {
			return interp.FromList(interp.NewList(0)), nil
		}
		if err := unlocked(call, func(ctx context.Context) error { return h.awaitEvent(ctx, filter, deadline) }); err != nil {
			return interp.Null(), err
		}
	}
}

// awaitEvent waits until there is an event, or until the deadline.
func (h *handle) awaitEvent(ctx context.Context, filter eventFilter, deadline time.Time) error {
	w := h.events.await(filter)
	defer h.events.forget(w)
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	select {
	case <-w.arrived:
	case <-timer.C:
	case <-h.ended.Done():
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if h.ended.Err() != nil {
		return clientError("CLOSED", "handle "+quote(h.id)+" was closed while the call waited for events", nil)
	}
	return nil
}

// eventCodes reads "*", a code, or a list of codes. wrong makes the error.
func (a *arguments) eventCodes(v interp.Value, wrong func(got interp.Value, expected string) error) (eventFilter, error) {
	items := []interp.Value{v}
	if l, ok := v.AsList(); ok && !isFunction(l) {
		items = items[:0]
		for i := range l.Len() {
			items = append(items, l.At(i))
		}
	}
	if len(items) == 0 {
		return nil, wrong(v, `the code of an event, a list of codes that is not empty, or "*"`)
	}
	filter, all := make(eventFilter), false
	for _, item := range items {
		code, ok := item.AsString()
		switch {
		case ok && code == "*":
			all = true
		case ok && eventEntry(code) != nil:
			filter[code] = true
		default:
			return nil, wrong(item, `the code of an event (kafka-codes lists them) or "*"`+hint(code, eventNames()))
		}
	}
	if all {
		return nil, nil
	}
	return filter, nil
}

// eventNames are the codes of all events.
func eventNames() []string {
	names := make([]string, len(eventCodes))
	for i, e := range eventCodes {
		names[i] = e.name
	}
	slices.Sort(names)
	return names
}
