package kafkalib

import (
	"sync/atomic"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

var helpOnStats = interp.Help{
	Signature: `(kafka-on-stats kid millis function)`,
	Summary:   "calls a function with the statistics of a handle every so often",
	Result:    "the number of the subscription, for kafka-off",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle"},
		{Name: "millis", Type: "number", Meaning: "the pause between the calls; at most one call waits for its turn"},
		{Name: "function", Type: "function", Meaning: "called with what kafka-stats gives, in the handle's own executor"},
	},
	Errors: []string{
		"INVALID_HANDLE: the handle is not open",
		"INVALID_ARGUMENT: millis is no whole number of at least 1, or the function is none",
	},
	Related: []string{"kafka-off", "kafka-stats", "kafka-alarm"},
	Examples: []interp.HelpExample{{
		Expression: `(do (set p (kafka-create "producer" "embedded"))
  (kafka-on-stats p 1 (function (s) (set kind s/type)))
  (while (not (exists kind)) (sleep 1))
  kind)`, Result: `"producer"`}},
}

// onStats is (kafka-on-stats kid millis function).
func onStats(call *interp.Call) (interp.Value, error) {
	a, h, err := handleArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	if err := h.observed(); err != nil {
		return interp.Null(), err
	}
	millis, err := a.whole("millis", a.at(1), 1)
	if err != nil {
		return interp.Null(), err
	}
	function, err := a.function(2, "function")
	if err != nil {
		return interp.Null(), err
	}
	calls, err := h.startCalls()
	if err != nil {
		return interp.Null(), err
	}
	return h.watchStatistics(&statisticsCall{h: h, calls: calls, function: function}, boundedMillis(millis))
}

// watchStatistics makes the calls of a function until kafka-off.
func (h *handle) watchStatistics(s *statisticsCall, every time.Duration) (interp.Value, error) {
	// The call itself adds the interpreter's figures: it has the session's lock.
	stop := h.watch.add(h, &look{every: every, need: need{all: true}, at: s.at})
	id, err := h.subscriptions.add(func() {
		s.off.Store(true)
		stop()
	})
	if err != nil {
		return interp.Null(), err
	}
	return number(id), nil
}

// A statisticsCall is a function of the script that wants the statistics.
type statisticsCall struct {
	h        *handle
	calls    *callbacks
	function interp.Value
	off      atomic.Bool
	waiting  atomic.Bool // the last call is not made yet
}

func (s *statisticsCall) at(_ time.Time, f Figure) time.Time {
	if s.waiting.Swap(true) {
		return time.Time{}
	}
	s.calls.add(callback{
		function: s.function,
		args: func(locked *interp.Session) []interp.Value {
			s.waiting.Store(false)
			return []interp.Value{f.with(interpreterFigures(locked.Stats())).value()}
		},
		dropped: s.off.Load,
	})
	return time.Time{}
}
