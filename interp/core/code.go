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
	{
		Name: "eval", Plain: evaluate,
		Help: eval.Help{
			Signature: "(eval x [scope])",
			Summary:   "Evaluates its argument, as every function does, and then evaluates what that gave.",
			Args: []eval.HelpArg{
				{"x", "anything", "what gives the code"},
				{"scope", "list", "the local scope for the second evaluation; null or absent: the current one"},
			},
			Result:  "the value of the code",
			Errors:  []string{"IllegalArgumentException if scope is neither a list nor null"},
			Related: []string{"quote", "call", "parse"},
			Examples: []eval.HelpExample{
				{"(set code (quote (* 2 3)))", "(* 2 3)"},
				{"(eval code)", "6"},
				{"(eval (quote (+ a b)) (\"a\" => 1 \"b\" => 2))", "3"},
			},
		},
	},
	{
		Name: "call", Min: 1, Plain: call,
		Help: eval.Help{
			Signature: "(call f ARGS…)",
			Summary:   "Calls a function that is a value: an element of a list, the result of other code.",
			Args: []eval.HelpArg{
				{"f", "function", "a user function or a built-in one"},
				{"ARGS", "code", "the arguments, with their names, as if f stood at the beginning of the list"},
			},
			Result:  "what the function returns; if f is no function, f",
			Related: []string{"eval", "function"},
			Examples: []eval.HelpExample{
				{"(call (function (x) (* x 2)) 5)", "10"},
				{"(set table (list \"plus\" => + \"minus\" => -))", "(\"plus\" => + \"minus\" => -)"},
				{"(call (get table \"minus\") 7 2)", "5"},
			},
		},
	},
}

func comment(*eval.Frame, *value.List) value.Value { return value.Null() }

// do returns the value of its last argument.
func do(f *eval.Frame, l *value.List) value.Value { return f.Body(l, 1) }

// quote returns its argument as it is.
func quote(_ *eval.Frame, l *value.List) value.Value {
	if l.Len() < 2 {
		eval.Throw(eval.IndexOutOfBounds, "quote: got no argument, want the code to quote")
	}
	return l.At(1)
}

func function(_ *eval.Frame, l *value.List) value.Value { return l.Value() }

// evaluate is eval: the first evaluation, of both arguments, is in the current scope.
func evaluate(f *eval.Frame, l *value.List) value.Value {
	return evalFrom(f, l, f.Arg(l, 1))
}

// evalFrom completes the call l of eval when its argument has been evaluated to code.
func evalFrom(f *eval.Frame, l *value.List, code value.Value) value.Value {
	scope := f.ArgOr(l, 2, value.Null())
	f.In(l)
	switch {
	case scope.IsNull():
		return f.Eval(code)
	case !scope.IsList():
		eval.WrongType(l, scope, "list as the scope")
	}
	return f.WithScope(scope.List(), code)
}

func call(f *eval.Frame, l *value.List) value.Value {
	return f.CallList(f.Eval(l.At(1)), l, 2)
}
