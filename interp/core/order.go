package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// orderTable holds the functions that tell whether values are in order.
var orderTable = []eval.Builtin{
	{
		Name: "<", Plain: plainLess,
		Help: eval.Help{
			Signature: "(< a b…)",
			Summary:   "Tells whether each value is below the next one. " + orderOfValues,
			Args:      orderArgs,
			Result:    orderResult,
			Related:   []string{"<=", ">", ">=", "=", "sort"},
			Examples: []eval.HelpExample{
				{"(< 1 2.5 4294967296)", "true"},
				{"(< 1 3 2)", "false"},
				{"(< \"apple\" \"pear\")", "true"},
				{"(< Infinity NaN)", "true"},
				{"(< null 1)", "false"},
			},
		},
	},
	{
		Name: "<=", Plain: plainLessOrEqual,
		Help: eval.Help{
			Signature: "(<= a b…)",
			Summary:   "Tells whether no value is above the next one. " + orderOfValues,
			Args:      orderArgs,
			Result:    orderResult,
			Related:   []string{"<", ">", ">=", "="},
			Examples: []eval.HelpExample{
				{"(<= 1 1 2)", "true"},
				{"(<= 2 1)", "false"},
				{"(<= null 1)", "true"},
			},
		},
	},
	{
		Name: ">", Plain: plainGreater,
		Help: eval.Help{
			Signature: "(> a b…)",
			Summary:   "Tells whether each value is above the next one. " + orderOfValues,
			Args:      orderArgs,
			Result:    orderResult,
			Related:   []string{">=", "<", "<=", "="},
			Examples: []eval.HelpExample{
				{"(> 3 2 1)", "true"},
				{"(> 9007199254740993 9007199254740992.0)", "true"},
				{"(> \"Z\" \"a\")", "false"},
			},
		},
	},
	{
		Name: ">=", Plain: plainGreaterOrEqual,
		Help: eval.Help{
			Signature: "(>= a b…)",
			Summary:   "Tells whether no value is below the next one. " + orderOfValues,
			Args:      orderArgs,
			Result:    orderResult,
			Related:   []string{">", "<", "<=", "="},
			Examples: []eval.HelpExample{
				{"(>= 2 2 1)", "true"},
				{"(>= 1 2)", "false"},
				{"(>= true false)", "true"},
			},
		},
	},
}

const (
	orderOfValues = "Numbers are ordered by exact value with NaN on top, strings by code point, references by name; " +
		"all other pairs count as equal. It stops at the first pair that is out of order."
	orderResult = "a boolean; with fewer than two arguments true, and nothing is evaluated"
)

var orderArgs = []eval.HelpArg{
	{"a", "anything", "the first value"},
	{"b", "anything", "a later one, compared with the one before it"},
}

func plainLess(f *eval.Frame, l *value.List) value.Value {
	return inOrder(f, l, func(c int) bool { return c < 0 })
}

func plainLessOrEqual(f *eval.Frame, l *value.List) value.Value {
	return inOrder(f, l, func(c int) bool { return c <= 0 })
}

func plainGreater(f *eval.Frame, l *value.List) value.Value {
	return inOrder(f, l, func(c int) bool { return c > 0 })
}

func plainGreaterOrEqual(f *eval.Frame, l *value.List) value.Value {
	return inOrder(f, l, func(c int) bool { return c >= 0 })
}

// inOrder compares neighbours until a pair fails; each argument is evaluated once.
func inOrder(f *eval.Frame, l *value.List, ok func(compared int) bool) value.Value {
	if l.Len() < 3 {
		return value.Bool(true)
	}
	before := f.Eval(l.At(1))
	for i := 2; i < l.Len(); i++ {
		v := f.Eval(l.At(i))
		if !ok(value.Compare(before, v)) {
			return value.Bool(false)
		}
		before = v
	}
	return value.Bool(true)
}
