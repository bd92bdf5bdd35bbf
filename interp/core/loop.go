package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// loopTable holds the loops that go by a condition.
var loopTable = []eval.Builtin{
	{
		Name: "while", Min: 1, Plain: while,
		Help: eval.Help{
			Signature: "(while C CODE…)",
			Summary:   "Evaluates code again and again as long as a condition is true.",
			Args: []eval.HelpArg{
				{"C", "code", "the condition, evaluated before each turn"},
				{"CODE", "code", "what to evaluate in each turn"},
			},
			Result:  "the value of the last CODE that was evaluated, null if there is none",
			Related: []string{"for", "for-each"},
			Examples: []eval.HelpExample{
				{"(set i 3)", "3"},
				{"(while (> i 0) (-- i))", "0"},
				{"(while false 1)", "null"},
			},
		},
	},
	{
		Name: "for", Min: 3, Plain: forLoop,
		Help: eval.Help{
			Signature: "(for INIT C STEP CODE…)",
			Summary:   "Counts: evaluates INIT once, then, as long as C is true, CODE and STEP.",
			Args: []eval.HelpArg{
				{"INIT", "code", "evaluated at the beginning"},
				{"C", "code", "the condition, evaluated before each turn"},
				{"STEP", "code", "evaluated after each turn"},
				{"CODE", "code", "what to evaluate in each turn"},
			},
			Result:  "the value of the last CODE that was evaluated, null if there is none",
			Related: []string{"while", "for-each", "range"},
			Examples: []eval.HelpExample{
				{"(for (set i 0) (< i 4) (++ i) (* i i))", "9"},
				{"i", "4"},
			},
		},
	},
}

// while takes its condition when it begins; the body is read as it runs.
func while(f *eval.Frame, l *value.List) value.Value {
	return turns(f, l, 2, l.At(1), nil, value.Null())
}

// forLoop takes its condition and its step when it begins.
func forLoop(f *eval.Frame, l *value.List) value.Value {
	condition, step := l.At(2), l.At(3)
	f.Eval(l.At(1))
	return turns(f, l, 4, condition, &step, value.Null())
}
