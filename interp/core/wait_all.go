package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// waitAllTable holds the function that waits for all others.
var waitAllTable = []eval.Builtin{
	{
		Name: "wait-all", Plain: waitAll,
		Help: eval.Help{
			Signature: "(wait-all [ms])",
			Summary: "Waits until the executors and timers that this evaluation started are gone. " +
				"The caller and executors that are in wait-all themselves do not count.",
			Args:    []eval.HelpArg{{"ms", "number", "the longest time to wait, in milliseconds; 0 does not wait; null or absent: no limit"}},
			Result:  "true, or false if the time was up before",
			Errors:  []string{"IllegalArgumentException if ms is negative or no number"},
			Related: []string{"spawn", "timer-schedule", "wait"},
			Examples: []eval.HelpExample{
				{"(do (spawn (set a 1)) (wait-all) a)", "1"},
				{"(do (spawn (sleep 60000)) (wait-all 1))", "false"},
			},
		},
	},
}

func waitAll(f *eval.Frame, l *value.List) value.Value {
	d, limited := timeoutArg(f, l, 1)
	return value.Bool(f.WaitAll(d, limited))
}
