package kafkalib

import (
	"slices"
	"time"
)

// A callTime is how long a call may wait.
type callTime struct {
	total time.Duration
	given bool // the script gave it
}

// waitingOptions are the options that every call has that waits, besides its
// own; standard is the name under which the handle has the call's time.
func waitingOptions(standard string) []string {
	return []string{"timeout-ms", standard, "request-timeout-ms"}
}

// waitingCalls are the functions of handles that take their time under the names
// that their handles have for it, as well as by "timeout-ms", and those names.
var waitingCalls = map[string][]string{
	"kafka-send":         {"delivery-timeout-ms"},
	"kafka-send-records": {"delivery-timeout-ms"},
	"kafka-flush":        {"delivery-timeout-ms"},
	"kafka-destroy":      {"delivery-timeout-ms", "default-api-timeout-ms"},
	"kafka-delete-app":   {"delivery-timeout-ms", "default-api-timeout-ms"},
	"kafka-poll":         {"default-api-timeout-ms"},
	"kafka-subscribe":    {"default-api-timeout-ms"},
	"kafka-assign":       {"default-api-timeout-ms"},
	"kafka-commit":       {"default-api-timeout-ms"},
	"kafka-committed":    {"default-api-timeout-ms"},
	"kafka-lag":          {"default-api-timeout-ms"},
	"kafka-partitions":   {"default-api-timeout-ms"},
}

// WaitingOptions returns the options about time that a function takes and its
// signature leaves out, nil for a function that has none.
func WaitingOptions(function string) []string {
	standard, ok := waitingCalls[function]
	if !ok {
		return nil
	}
	return append(slices.Clone(standard), "request-timeout-ms")
}

// times takes the options of waitingOptions. Without them the handle's own
// time of the name standard holds. The request-timeout-ms of such a call is
// checked, but its requests keep the time of the handle: they share its
// connections, on which answers come in order, and a produce request carries
// records of other calls. Administrative calls do without (see handleWhere).
func (a *arguments) times(h *handle, standard string) (callTime, error) {
	t := callTime{total: h.config.millis(standard)}
	if len(a.named) == 0 {
		return t, nil
	}
	given, err := a.timing(standard, "request-timeout-ms")
	if err != nil {
		return t, err
	}
	if ms, ok := given[standard].(int64); ok {
		t.total, t.given = boundedMillis(ms), true
	}
	ms, ok, err := a.numberOption("timeout-ms", 0)
	if ok {
		t.total, t.given = boundedMillis(ms), true
	}
	return t, err
}

// timing takes options of a call that are known as options of a handle, parsed
// as these. All kinds of handles have them alike.
func (a *arguments) timing(names ...string) (map[string]any, error) {
	out := make(map[string]any)
	for _, name := range names {
		v, ok := a.option(name)
		if !ok {
			continue
		}
		plain, err := optionValue(v, 0)
		if err != nil {
			return nil, invalidConfig("option " + quote(name) + ": " + err.Error())
		}
		o := findOption(Producer, name)
		if out[name], err = o.convert(plain); err != nil {
			return nil, badValue(o, name, plain, err)
		}
	}
	return out, nil
}
