package kafkalib

import (
	"context"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

// destroy is (kafka-destroy kid ["timeout-ms" => n]).
func destroy(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 1)
	if err != nil {
		return interp.Null(), err
	}
	s := stateOf(call)
	var h *handle
	if id, ok := a.at(0).AsString(); ok {
		h, _ = s.find(id)
	}
	times, err := a.closeTimes(h)
	if err != nil || h == nil {
		return interp.Bool(false), err
	}
	if insideCallback(call.Context(), h) || h.consumer != nil && h.consumer.inRebalance(call) {
		return interp.Null(), invalidArgument(call.Name() + ": a callback cannot destroy its own handle")
	}
	if h.consumer != nil {
		if err := h.consumer.giveUpPartitions(call); err != nil {
			return interp.Null(), err
		}
	}
	if !s.remove(h) {
		return interp.Bool(false), nil
	}
	o := closeOptions{destroyed: true, timeout: max(times.total, time.Millisecond)}
	if err := unlocked(call, func(ctx context.Context) error { return h.close(ctx, o) }); err != nil {
		return interp.Null(), err
	}
	return interp.Bool(true), nil
}

// closeTimes takes the options of kafka-destroy, also where no handle is open.
func (a *arguments) closeTimes(h *handle) (callTime, error) {
	given, err := a.timing("delivery-timeout-ms", "default-api-timeout-ms", "request-timeout-ms")
	if err != nil {
		return callTime{}, err
	}
	ms, ok, err := a.numberOption("timeout-ms", 0)
	if err == nil {
		err = a.done("timeout-ms", "delivery-timeout-ms", "default-api-timeout-ms", "request-timeout-ms")
	}
	if err != nil || h == nil {
		return callTime{}, err
	}
	standard := h.closeOption()
	t := callTime{total: h.config.millis(standard)}
	if ms, ok := given[standard].(int64); ok {
		t.total = boundedMillis(ms)
	}
	if ok {
		t.total = boundedMillis(ms)
	}
	return t, nil
}

// closeOption names the option that says how long closing may take.
func (h *handle) closeOption() string {
	if h.kind == Producer || h.kind == Recorder {
		return "delivery-timeout-ms"
	}
	return "default-api-timeout-ms"
}
