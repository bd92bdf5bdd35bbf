package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// logicTable holds the functions on truth values.
var logicTable = []eval.Builtin{
	{
		Name: "and", Plain: plainAnd,
		Help: eval.Help{
			Signature: "(and CODE…)",
			Summary:   "Tells whether all conditions are true. It stops at the first that is not; those after it are not evaluated.",
			Args:      []eval.HelpArg{{"CODE", "code", "a condition"}},
			Result:    "a boolean, true without arguments",
			Related:   []string{"or", "not", "boolean", "if"},
			Examples: []eval.HelpExample{
				{"(and true 1 \"true\")", "true"},
				{"(and false (throw \"NotReached\"))", "false"},
				{"(and)", "true"},
			},
		},
	},
	{
		Name: "or", Plain: plainOr,
		Help: eval.Help{
			Signature: "(or CODE…)",
			Summary:   "Tells whether any condition is true. It stops at the first that is; those after it are not evaluated.",
			Args:      []eval.HelpArg{{"CODE", "code", "a condition"}},
			Result:    "a boolean, false without arguments",
			Related:   []string{"and", "not", "boolean", "cond"},
			Examples: []eval.HelpExample{
				{"(or 0 null 5)", "true"},
				{"(or true (throw \"NotReached\"))", "true"},
				{"(or)", "false"},
			},
		},
	},
	{
		Name: "not", Min: 1, Plain: plainNot,
		Help: eval.Help{
			Signature: "(not x)",
			Summary: "Turns a truth value around. null, false, zeros, all strings but \"true\" (in any letter case) and " +
				"the empty list are false, everything else is true.",
			Args:    []eval.HelpArg{{"x", "anything", "the condition"}},
			Result:  "a boolean",
			Related: []string{"boolean", "and", "or"},
			Examples: []eval.HelpExample{
				{"(not 0)", "true"},
				{"(not \"True\")", "false"},
				{"(not (1))", "false"},
			},
		},
	},
}

func plainAnd(f *eval.Frame, l *value.List) value.Value {
	for i := 1; i < l.Len(); i++ {
		if !f.Eval(l.At(i)).Truth() {
			return value.Bool(false)
		}
	}
	return value.Bool(true)
}

func plainOr(f *eval.Frame, l *value.List) value.Value {
	for i := 1; i < l.Len(); i++ {
		if f.Eval(l.At(i)).Truth() {
			return value.Bool(true)
		}
	}
	return value.Bool(false)
}

func plainNot(f *eval.Frame, l *value.List) value.Value {
	return value.Bool(!f.Arg(l, 1).Truth())
}
