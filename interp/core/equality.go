package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// equalityTable holds the functions that tell whether values are equal.
var equalityTable = []eval.Builtin{
	{
		Name: "=", Plain: plainSame,
		Help: eval.Help{
			Signature: "(= a b…)",
			Summary: "Tells whether all values are equal to the first one: numbers by exact value whatever their subtypes, " +
				"lists element by element without regard to names, also where they contain themselves. It stops at the first difference.",
			Args: []eval.HelpArg{
				{"a", "anything", "the value that the others are compared with"},
				{"b", "anything", "one to be equal to it"},
			},
			Result:  "a boolean; with fewer than two arguments true, and nothing is evaluated",
			Related: []string{"==", "===", "!=", "<"},
			Examples: []eval.HelpExample{
				{"(= 1 1.0)", "true"},
				{"(= (1 \"two\") (\"n\" => 1 \"two\"))", "true"},
				{"(= 9007199254740993 9007199254740992.0)", "false"},
				{"(= \"a\" \"A\")", "false"},
				{"(= NaN NaN NaN)", "true"},
			},
		},
	},
	{
		Name: "==", Plain: plainEqual,
		Help: eval.Help{
			Signature: "(== a b…)",
			Summary:   "Like =, but the names of list elements must agree too, position by position.",
			Args: []eval.HelpArg{
				{"a", "anything", "the value that the others are compared with"},
				{"b", "anything", "one to be equal to it"},
			},
			Result:  "a boolean; with fewer than two arguments true, and nothing is evaluated",
			Related: []string{"=", "==="},
			Examples: []eval.HelpExample{
				{"(== (\"n\" => 1) (\"n\" => 1.0))", "true"},
				{"(== (\"n\" => 1) (1))", "false"},
			},
		},
	},
	{
		Name: "===", Plain: plainStrict,
		Help: eval.Help{
			Signature: "(=== a b…)",
			Summary:   "Tells whether values are the same: numbers of one subtype and value, lists only if they are one object, all else as =.",
			Args: []eval.HelpArg{
				{"a", "anything", "the value that the others are compared with"},
				{"b", "anything", "one to be the same"},
			},
			Result:  "a boolean; with fewer than two arguments true, and nothing is evaluated",
			Related: []string{"=", "=="},
			Examples: []eval.HelpExample{
				{"(=== 1 1.0)", "false"},
				{"(=== (1) (1))", "false"},
				{"(do (set a (1)) (set b a) (=== a b))", "true"},
				{"(=== \"a\" \"a\")", "true"},
			},
		},
	},
	{
		Name: "!=", Min: 2, Plain: plainDifferent,
		Help: eval.Help{
			Signature: "(!= a b)",
			Summary:   "Tells whether two values differ: the opposite of =.",
			Args: []eval.HelpArg{
				{"a", "anything", "a value"},
				{"b", "anything", "another one"},
			},
			Result:  "a boolean",
			Related: []string{"=", "not"},
			Examples: []eval.HelpExample{
				{"(!= 1 2)", "true"},
				{"(!= 1 1.0)", "false"},
				{"(!= 1)", "! RuntimeException \"Insufficient number of arguments\""},
			},
		},
	},
}

func plainSame(f *eval.Frame, l *value.List) value.Value {
	return allEqual(f, l, same)
}

func plainEqual(f *eval.Frame, l *value.List) value.Value { return allEqual(f, l, named) }

func plainStrict(f *eval.Frame, l *value.List) value.Value { return allEqual(f, l, strict) }

// named is == for two values.
func named(f *eval.Frame, a, b value.Value) bool { return value.Equal(a, b, f.TickHolding) }

// strict is === for two values.
func strict(_ *eval.Frame, a, b value.Value) bool { return a.Strict(b) }

func plainDifferent(f *eval.Frame, l *value.List) value.Value {
	a := f.Arg(l, 1)
	return value.Bool(!same(f, a, f.Arg(l, 2)))
}

// allEqual compares the first argument with each later one until they differ.
func allEqual(f *eval.Frame, l *value.List, equal equality) value.Value {
	if l.Len() < 3 {
		return value.Bool(true)
	}
	return value.Bool(allEqualFrom(f, l, 2, f.Eval(l.At(1)), equal))
}

// allEqualFrom compares first with the elements of the call l from index i on.
func allEqualFrom(f *eval.Frame, l *value.List, i int, first value.Value, equal equality) bool {
	for ; i < l.Len(); i++ {
		if !equal(f, first, f.Eval(l.At(i))) {
			return false
		}
	}
	return true
}
