package kafkalib

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bpl-lang/bpl/interp"
)

var helpAlarm = interp.Help{
	Signature: `(kafka-alarm kid metric op value "for-ms" => n "clear" => v "interval-ms" => n "rate" => b)`,
	Summary:   "watches a figure of the statistics: event ALARM_RAISED when the condition holds, ALARM_CLEARED when it is over",
	Result:    "the number of the alarm, for kafka-off",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle"},
		{Name: "metric", Type: "string", Meaning: `the path of a figure in kafka-stats, such as "queue-age"; "*" stands for any name, as in "brokers/*/rtt/p99": then the alarm is one, which holds when the condition holds for any of these figures. The event's "alarm" is the alarm's number, "metric" names the figure, "value" is its value`},
		{Name: "op", Type: "string", Meaning: `">" ">=" "<" "<=" "=" or "!="`},
		{Name: "value", Type: "number or string", Meaning: "what is compared with; a text for figures that are texts"},
		{Name: `"for-ms"`, Type: "number", Meaning: "how long the condition has to hold; default 0"},
		{Name: `"clear"`, Type: "number", Meaning: "the value that has to be reached for the alarm to be over; default: when the condition does not hold any more"},
		{Name: `"interval-ms"`, Type: "number", Meaning: "the pause between looks; default 1,000"},
		{Name: `"rate"`, Type: "boolean", Meaning: "compares the change per second, from the second look on"},
	},
	Errors: []string{
		"INVALID_HANDLE: the handle is not open",
		"INVALID_ARGUMENT: metric, op or value is none; the message names the nearest metric",
		"INVALID_CONFIG: an option is unknown, wrong or contradicts the condition",
	},
	Related: []string{"kafka-off", "kafka-stats", "kafka-on-event", "kafka-events"},
	Examples: []interp.HelpExample{
		{Expression: `(do (set p (kafka-create "producer" "embedded"))
  (kafka-alarm p "age" ">=" 0 "interval-ms" => 1)
  (set e (get (kafka-events p 5000 "codes" => ("ALARM_RAISED")) 0))
  (list e/code e/metric))`, Result: `("ALARM_RAISED" "age")`},
		{Expression: `(kafka-alarm (kafka-create "producer" "embedded") "queue-agee" ">" 1000)`, Result: `! INVALID_ARGUMENT`},
	},
}

// newAlarm is (kafka-alarm kid metric op value …).
func newAlarm(call *interp.Call) (interp.Value, error) {
	a, err := readArguments(call, 4)
	if err != nil {
		return interp.Null(), err
	}
	h, err := a.handle(0)
	if err != nil {
		return interp.Null(), err
	}
	if err := h.observed(); err != nil {
		return interp.Null(), err
	}
	al, err := a.alarm(h)
	if err != nil {
		return interp.Null(), err
	}
	id, err := h.subscriptions.add(al.stop)
	if err != nil {
		return interp.Null(), err
	}
	al.id = id
	al.watched(h.watch.add(h, al.look()))
	return number(id), nil
}

// alarm reads what the call says.
func (a *arguments) alarm(h *handle) (*alarm, error) {
	path, err := a.text(1, "metric")
	if err != nil {
		return nil, err
	}
	names, numbers, texts, err := h.alarmPath(path)
	if err != nil {
		return nil, err
	}
	al := &alarm{emit: h.emit, path: names}
	if al.condition, err = a.condition(path, numbers, texts); err != nil {
		return nil, err
	}
	if al.rate, err = a.truthOption("rate"); err != nil {
		return nil, err
	}
	if al.rate && al.isText {
		return nil, invalidConfig(a.call.Name() + `: option "rate": ` + quote(path) + " is a text, which has no rate")
	}
	if al.clear, err = a.clearOption(&al.condition); err != nil {
		return nil, err
	}
	hold, _, err := a.numberOption("for-ms", 0)
	if err != nil {
		return nil, err
	}
	every, given, err := a.numberOption("interval-ms", 1)
	if err != nil {
		return nil, err
	}
	al.holdFor, al.every = boundedMillis(hold), time.Second
	if given {
		al.every = boundedMillis(every)
	}
	return al, a.done("for-ms", "clear", "interval-ms", "rate")
}

// condition reads operator and value.
func (a *arguments) condition(path string, numbers, texts bool) (c condition, err error) {
	op, err := a.text(2, "op")
	if err != nil {
		return c, err
	}
	if !slices.Contains(alarmOperators, op) {
		return c, a.wrong("op", a.at(2), `one of "`+strings.Join(alarmOperators, `", "`)+`"`)
	}
	c.operator = op
	v := a.at(3)
	if n, ok := decimalValue(v); ok && numbers {
		c.number = n
		return c, nil
	}
	text, ok := v.AsString()
	switch {
	case !ok || !texts:
		expected := "a number"
		if texts {
			expected = "a text, because " + quote(path) + " is one"
		}
		return c, a.wrong("value", v, expected)
	case op != "=" && op != "!=":
		return c, a.wrong("op", a.at(2), `"=" or "!=" for a text`)
	}
	c.text, c.isText = text, true
	return c, nil
}

// decimalValue is a number that is one, also as text.
func decimalValue(v interp.Value) (float64, bool) {
	n, ok := v.AsDouble()
	if s, isText := v.AsString(); isText {
		parsed, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
		n, ok = parsed, err == nil
	}
	return n, ok && !math.IsNaN(n)
}

// clearOption reads the value that ends a raised alarm: on the other side of
// the condition, or at its border.
func (a *arguments) clearOption(c *condition) (*float64, error) {
	v, ok := a.option("clear")
	if !ok {
		return nil, nil
	}
	n, isNumber := decimalValue(v)
	border := fmt.Sprintf("%v", c.number)
	switch {
	case !c.rising() && !c.falling():
		return nil, invalidConfig(fmt.Sprintf(`%s: option "clear" goes with ">", ">=", "<" and "<=", got the operator %s`, a.call.Name(), quote(c.operator)))
	case !isNumber:
		return nil, a.wrongOption("clear", v, "a number")
	case c.rising() && n > c.number:
		return nil, a.wrongOption("clear", v, "a number of at most "+border+", else the alarm would be cleared while it holds")
	case c.falling() && n < c.number:
		return nil, a.wrongOption("clear", v, "a number of at least "+border+", else the alarm would be cleared while it holds")
	}
	return &n, nil
}
