package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// monitorTable holds the functions by which executors wait for each other.
var monitorTable = []eval.Builtin{
	{
		Name: "sync", Min: 1, Plain: synchronise,
		Help: eval.Help{
			Signature: "(sync x CODE…)",
			Summary: "Evaluates code while no other executor does so in a sync with the same x: the same list, " +
				"or an equal value of another type.",
			Args: []eval.HelpArg{
				{"x", "anything but null", "whose monitor is taken; an executor may take it several times"},
				{"CODE", "code", "what to evaluate; the monitor is given back after it, also after an error"},
			},
			Result:  "the value of the last CODE, null if there is none",
			Errors:  []string{"IllegalArgumentException if x is null"},
			Related: []string{"wait", "notify", "spawn"},
			Examples: []eval.HelpExample{
				{"(set stock (list \"n\" => 1))", "(\"n\" => 1)"},
				{"(sync stock (++ stock/n) stock/n)", "2"},
				{"(sync null 1)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "wait", Min: 1, Plain: wait,
		Help: eval.Help{
			Signature: "(wait x [ms])",
			Summary:   "Waits until another executor calls notify with the same x. Inside sync the monitor of x is given up meanwhile.",
			Args: []eval.HelpArg{
				{"x", "anything but null", "what to wait for"},
				{"ms", "number", "the longest time to wait, in milliseconds; 0, null or absent: no limit"},
			},
			Result:  "null",
			Errors:  []string{"IllegalArgumentException if x is null, or ms negative or no number"},
			Related: []string{"notify", "sync", "watch"},
			Examples: []eval.HelpExample{
				{"(set box ())", "()"},
				{"(do (spawn (do (push box 5) (notify box))) (wait box) (pop box))", "5"},
			},
		},
	},
	{
		Name: "notify", Min: 1, Plain: notify,
		Help: eval.Help{
			Signature: "(notify x)",
			Summary:   "Wakes all executors that wait for x.",
			Args:      []eval.HelpArg{{"x", "anything but null", "what they wait for"}},
			Result:    "null",
			Errors:    []string{"IllegalArgumentException if x is null"},
			Related:   []string{"wait", "sync"},
			Examples:  []eval.HelpExample{{"(notify \"nobody waits for this\")", "null"}},
		},
	},
}

// monitorArg evaluates argument 1 of the call l, whose monitor is used.
func monitorArg(f *eval.Frame, l *value.List) value.Value {
	v := f.Eval(l.At(1))
	if v.IsNull() {
		eval.WrongType(l, v, "a value other than null")
	}
	return v
}

func synchronise(f *eval.Frame, l *value.List) value.Value {
	return f.Sync(monitorArg(f, l), func() value.Value { return f.Body(l, 2) })
}

func wait(f *eval.Frame, l *value.List) value.Value {
	v := monitorArg(f, l)
	d, limited := timeoutArg(f, l, 2)
	f.WaitOn(v, d, limited && d > 0)
	return value.Null()
}

func notify(f *eval.Frame, l *value.List) value.Value {
	f.Notify(monitorArg(f, l))
	return value.Null()
}
