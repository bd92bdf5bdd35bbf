package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// conditionTable holds the functions that decide what is evaluated.
var conditionTable = []eval.Builtin{
	{
		Name: "if", Min: 1, Plain: ifElse,
		Help: eval.Help{
			Signature: "(if C [A] [B])",
			Summary:   "Evaluates one of two expressions.",
			Args: []eval.HelpArg{
				{"C", "code", "the condition"},
				{"A", "code", "what to evaluate if the condition is true"},
				{"B", "code", "what to evaluate if it is false"},
			},
			Result:  "the value of A or B, null if that is absent",
			Related: []string{"when", "cond", "boolean"},
			Examples: []eval.HelpExample{
				{"(if (> 2 1) \"more\" \"less\")", "\"more\""},
				{"(if false 1)", "null"},
			},
		},
	},
	{
		Name: "when", Min: 1, Plain: when,
		Help: eval.Help{
			Signature: "(when C CODE…)",
			Summary:   "Evaluates its further arguments if a condition is true.",
			Args: []eval.HelpArg{
				{"C", "code", "the condition"},
				{"CODE", "code", "what to evaluate if it is true"},
			},
			Result:  "true or false: whether the condition was true, not the last value",
			Related: []string{"if", "cond"},
			Examples: []eval.HelpExample{
				{"(when (= 1 1) (set a 5))", "true"},
				{"a", "5"},
				{"(when false (set a 6))", "false"},
			},
		},
	},
	{
		Name: "cond", Plain: cond,
		Help: eval.Help{
			Signature: "(cond CODE…)",
			Summary:   "Evaluates its arguments until one is true; most are calls of when.",
			Args:      []eval.HelpArg{{"CODE", "code", "a clause"}},
			Result:    "null",
			Related:   []string{"when", "if", "or"},
			Examples: []eval.HelpExample{
				{"(cond (when (> 1 2) (set sign 1)) (when true (set sign -1)))", "null"},
				{"sign", "-1"},
			},
		},
	},
}

func ifElse(f *eval.Frame, l *value.List) value.Value {
	branch := 2
	if !f.Eval(l.At(1)).Truth() {
		branch = 3
	}
	return f.ArgOr(l, branch, value.Null())
}

func when(f *eval.Frame, l *value.List) value.Value {
	met := f.Eval(l.At(1)).Truth()
	if met {
		f.Body(l, 2)
	}
	return value.Bool(met)
}

func cond(f *eval.Frame, l *value.List) value.Value {
	for i := 1; i < l.Len(); i++ {
		if f.Eval(l.At(i)).Truth() {
			break
		}
	}
	return value.Null()
}
