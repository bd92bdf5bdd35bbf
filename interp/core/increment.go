package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// incrementTable holds the functions that count.
var incrementTable = []eval.Builtin{
	{
		Name: "++", Plain: plainIncrement,
		Help: eval.Help{
			Signature: "(++ ref [n])",
			Summary:   "Adds n to a variable, or to what a path leads to, and stores the result there.",
			Args:      incrementArgs,
			Result:    "the new value, by the rules of +",
			Errors:    incrementErrors,
			Related:   []string{"--", "+", "set"},
			Examples: []eval.HelpExample{
				{"(++ n)", "1"},
				{"(++ n 10)", "11"},
				{"(set seen (list \"a\" => 1))", "(\"a\" => 1)"},
				{"(++ seen/b)", "1"},
				{"seen", "(\"a\" => 1 \"b\" => 1)"},
				{"(++ 5)", "! InvalidReference \"At position 1\""},
			},
		},
	},
	{
		Name: "--", Plain: plainDecrement,
		Help: eval.Help{
			Signature: "(-- ref [n])",
			Summary:   "Subtracts n from a variable, or from what a path leads to, and stores the result there.",
			Args:      incrementArgs,
			Result:    "the new value, by the rules of -",
			Errors:    incrementErrors,
			Related:   []string{"++", "-", "set"},
			Examples: []eval.HelpExample{
				{"(-- n)", "-1"},
				{"(-- n 0.5)", "-1.5"},
				{"(--)", "! MissingArgument \"At position 1\""},
			},
		},
	},
}

var (
	incrementArgs = []eval.HelpArg{
		{"ref", "reference", "the variable or path; null and what is missing count as 0"},
		{"n", "number", "how much, 1 if absent"},
	}
	incrementErrors = []string{
		"IllegalArgumentException if the variable or n is no number",
		"IndexOutOfBoundsException if the path has an index outside the list",
		"MissingArgument and InvalidReference if ref is absent or no reference",
	}
)

func plainIncrement(f *eval.Frame, l *value.List) value.Value { return count(f, l, value.Add) }

func plainDecrement(f *eval.Frame, l *value.List) value.Value { return count(f, l, value.Sub) }

// count reads the variable, then evaluates n, and stores what operation makes of both.
func count(f *eval.Frame, l *value.List, operation func(v, n value.Value) value.Value) value.Value {
	r := softArg(f, l, 1)
	v := f.Eval(r.Value())
	if v.IsNull() || isAddition(f, r, v) {
		v = value.Int(0)
	}
	if !v.IsNumber() {
		eval.Throw(eval.IllegalArgument, "%s: %s is %s, want number", eval.FunctionName(l), r.Text(), eval.TypeName(v))
	}
	n := value.Int(1)
	if l.Len() > 2 {
		n = f.NumberArg(l, 2)
	}
	v = operation(v, n)
	assign(f, r, v)
	return v
}

// isAddition reports whether v is the overridable function that a name stands for only
// because there is no variable of that name yet.
func isAddition(f *eval.Frame, r *value.Ref, v value.Value) bool {
	fn := v.Ref()
	return fn != nil && fn.Hard() && !r.Walks() && fn.Text() == r.Name() && !f.Exists(r.Name())
}
