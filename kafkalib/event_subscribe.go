package kafkalib

import "github.com/bpl-lang/bpl/interp"

var helpOnEvent = interp.Help{
	Signature: `(kafka-on-event kid codes function)`,
	Summary:   "calls a function with each event of a handle",
	Result:    "the number of the subscription, for kafka-off",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle"},
		{Name: "codes", Type: "string or list", Meaning: `the code of an event, a list of codes, or "*" for all`},
		{Name: "function", Type: "function", Meaning: "called with the event, as kafka-events gives it; calls run one after the other in the handle's own executor"},
	},
	Errors: []string{
		"INVALID_HANDLE: the handle is not open",
		"INVALID_ARGUMENT: there is no event of a code (the message names the nearest one), or the function is none",
	},
	Related: []string{"kafka-off", "kafka-events", "kafka-codes"},
	Examples: []interp.HelpExample{
		{Expression: `(do (set seen ()) (set p (kafka-create "producer" "embedded"))
  (kafka-on-event p ("CLIENT_CLOSED") (function (e) (push seen e/code)))
  (kafka-destroy p) seen)`, Result: `("CLIENT_CLOSED")`},
		{Expression: `(kafka-on-event (kafka-create "admin" "embedded") "BROKER_UP" (function (e) e))`, Result: `! INVALID_ARGUMENT`},
	},
}

// onEvent is (kafka-on-event kid codes function).
func onEvent(call *interp.Call) (interp.Value, error) {
	a, h, err := handleArguments(call, 3)
	if err != nil {
		return interp.Null(), err
	}
	filter, err := a.eventCodes(a.at(1), func(got interp.Value, expected string) error {
		return a.wrong("codes", got, expected)
	})
	if err != nil {
		return interp.Null(), err
	}
	function, err := a.function(2, "function")
	if err != nil {
		return interp.Null(), err
	}
	if _, err := h.startCalls(); err != nil {
		return interp.Null(), err
	}
	id, err := h.subscriptions.listen(filter, function)
	if err != nil {
		return interp.Null(), err
	}
	return number(id), nil
}

// function returns unnamed argument i, which has to be a function.
func (a *arguments) function(i int, what string) (interp.Value, error) {
	if v := a.at(i); isCallable(v) {
		return v, nil
	}
	return interp.Null(), a.wrong(what, a.at(i), "a function")
}

var helpOff = interp.Help{
	Signature: `(kafka-off kid id)`,
	Summary:   "ends a subscription or an alarm of a handle",
	Result:    "true, or false where the handle has none of that number",
	Args: []interp.HelpArg{
		{Name: "kid", Type: "string", Meaning: "a handle"},
		{Name: "id", Type: "number", Meaning: "what kafka-on-event, kafka-on-stats or kafka-alarm has returned"},
	},
	Errors:  []string{"INVALID_HANDLE: the handle is not open"},
	Related: []string{"kafka-on-event", "kafka-on-stats", "kafka-alarm"},
	Examples: []interp.HelpExample{{
		Expression: `(do (set p (kafka-create "producer" "embedded"))
  (set id (kafka-on-event p "*" (function (e) e)))
  (list (kafka-off p id) (kafka-off p id)))`, Result: `(true false)`}},
}

// kafkaOff is (kafka-off kid id).
func kafkaOff(c *interp.Call) (interp.Value, error) {
	a, h, err := handleArguments(c, 2)
	if err != nil {
		return interp.Null(), err
	}
	id, err := a.whole("id", a.at(1), 0)
	if err != nil {
		return interp.Null(), err
	}
	return interp.Bool(h.subscriptions.off(id)), nil
}
