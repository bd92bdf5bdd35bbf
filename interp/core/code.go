package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// codeTable holds the functions that say what code is and what is data.
var codeTable = []eval.Builtin{
	{
		Name: "###", Plain: comment,
		Help: eval.Help{
			Signature: "(### X…)",
			Summary:   "A comment: nothing in it is evaluated, but it must be well formed.",
			Args:      []eval.HelpArg{{"X", "anything", "the text of the comment"}},
			Result:    "null",
			Related:   []string{"quote"},
			Examples: []eval.HelpExample{
				{"(### counts what (is left) to do)", "null"},
				{"(list 1 (### two) 3)", "(1 null 3)"},
			},
		},
	},
	{
		Name: "do", Plain: do,
		Help: eval.Help{
			Signature: "(do CODE…)",
			Summary:   "Evaluates its arguments one after the other.",
			Args:      []eval.HelpArg{{"CODE", "code", "what to evaluate"}},
			Result:    "the value of the last one, null if there is none",
			Related:   []string{"when", "eval"},
			Examples: []eval.HelpExample{
				{"(do (set a 2) (* a a))", "4"},
				{"(do)", "null"},
			},
		},
	},
	{
		Name: "quote", Plain: quote,
		Help: eval.Help{
			Signature: "(quote X)",
			Summary:   "Keeps code from being evaluated, so that it is data.",
			Args:      []eval.HelpArg{{"X", "code", "what to return as it is"}},
			Result:    "X itself",
			Errors:    []string{"IndexOutOfBoundsException without an argument"},
			Related:   []string{"eval", "function"},
			Examples: []eval.HelpExample{
				{"(quote (+ 1 2))", "(+ 1 2)"},
				{"(eval (quote (+ 1 2)))", "3"},
				{"(quote)", "! IndexOutOfBoundsException"},
			},
		},
	},
	{
		Name: "function", Plain: function,
		Help: eval.Help{
			Signature: "(function PARAMS CODE…)",
			Summary: "Makes a function. Its arguments are bound to the parameters in a local scope of its own; " +
				"other names are looked up when they are evaluated.",
			Args: []eval.HelpArg{
				{"PARAMS", "list or reference", "x takes the next argument, \"n\" => x the one named n, \"n\" is \"n\" => n; " +
					"a single reference takes all arguments as a list of code that is not evaluated"},
				{"CODE", "code", "the body; the value of its last expression is the result of a call"},
			},
			Result:  "the list (function PARAMS CODE…) itself",
			Related: []string{"call", "local", "quote"},
			Examples: []eval.HelpExample{
				{"(set square (function (x) (* x x)))", "(function (x) (* x x))"},
				{"(square 5)", "25"},
				{"(set sized (function (x \"size\") (list x size)))", "(function (x \"size\") (list x size))"},
				{"(set code (function code (last code)))", "(function code (last code))"},
				{"(code 1 (+ 1 1))", "(+ 1 1)"},
			},
		},
	},
}

func comment(*eval.Frame, *value.List) value.Value { return value.Null() }

func do(f *eval.Frame, l *value.List) value.Value { return f.Body(l, 1) }

// quote returns its argument as it is.
func quote(_ *eval.Frame, l *value.List) value.Value {
	if l.Len() < 2 {
		eval.Throw(eval.IndexOutOfBounds, "quote: got no argument, want the code to quote")
	}
	return l.At(1)
}

func function(_ *eval.Frame, l *value.List) value.Value { return l.Value() }
