package core

import (
	"time"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// waitTable holds the functions that let time pass.
var waitTable = []eval.Builtin{
	{
		Name: "sleep", Min: 1, Plain: sleep,
		Help: eval.Help{
			Signature: "(sleep ms)",
			Summary:   "Waits. Other executors run meanwhile.",
			Args:      []eval.HelpArg{{"ms", "number", "how many milliseconds; anything but a number is ignored"}},
			Result:    "null",
			Errors:    []string{"IllegalArgumentException if ms is negative"},
			Related:   []string{"wait", "watch", "timer-schedule"},
			Examples: []eval.HelpExample{
				{"(sleep 1)", "null"},
				{"(sleep -1)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "watch", Min: 1, Plain: watch,
		Help: eval.Help{
			Signature: "(watch EXPR [value])",
			Summary:   "Evaluates code every 100 milliseconds, up to 300 times, until its value differs.",
			Args: []eval.HelpArg{
				{"EXPR", "code", "what to look at"},
				{"value", "anything", "the value that it is to differ from (by =); if absent, what the code gave first"},
			},
			Result:  "the last value",
			Related: []string{"wait", "sleep"},
			Examples: []eval.HelpExample{
				{"(watch (+ 1 1) 3)", "2"},
				{"(do (set v 1) (spawn (set v 2)) (watch v))", "2"},
			},
		},
	},
}

func sleep(f *eval.Frame, l *value.List) value.Value {
	if v := f.Eval(l.At(1)); v.IsNumber() {
		f.Sleep(durationOf(l, "time", v))
	}
	return value.Null()
}

const (
	watchEvery = 100 * time.Millisecond
	watchPolls = 300
)

func watch(f *eval.Frame, l *value.List) value.Value {
	var first, v value.Value
	given := l.Len() > 2
	if given {
		first = f.Eval(l.At(2))
	}
	for poll := 1; ; poll++ {
		v = f.Arg(l, 1)
		if !given {
			first, given = v, true
		}
		if poll == watchPolls || !value.Same(v, first, f.TickHolding) {
			return v
		}
		f.Sleep(watchEvery)
	}
}
