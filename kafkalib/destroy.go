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
	ms, limited, err := a.numberOption("timeout-ms", 0)
	if err != nil {
		return interp.Null(), err
	}
	if err := a.done("timeout-ms"); err != nil {
		return interp.Null(), err
	}
	id, ok := a.at(0).AsString()
	if !ok {
		return interp.Bool(false), nil
	}
	s := stateOf(call)
	h, err := s.find(id)
	if err != nil {
		return interp.Bool(false), nil
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
	o := closeOptions{destroyed: true, timeout: h.closeTime()}
	if limited {
		o.timeout = max(boundedMillis(ms), time.Millisecond)
	}
	if err := unlocked(call, func(ctx context.Context) error { return h.close(ctx, o) }); err != nil {
		return interp.Null(), err
	}
	return interp.Bool(true), nil
}

// closeTime is how long closing may take where the script does not say.
func (h *handle) closeTime() time.Duration {
	if h.kind == Producer || h.kind == Recorder {
		return h.config.millis("delivery-timeout-ms")
	}
	return h.config.millis("default-api-timeout-ms")
}
