package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/elementary"
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// powerTable holds the power and rounding.
var powerTable = []eval.Builtin{
	{
		Name: "pow", Min: 2, Plain: plainPower,
		Help: eval.Help{
			Signature: "(pow a n)",
			Summary:   "Raises a to the power of n.",
			Args: []eval.HelpArg{
				{"a", "number", "the base"},
				{"n", "number", "the exponent"},
			},
			Result:  "a double, NaN where there is no real result",
			Errors:  []string{"IllegalArgumentException if an operand is no number"},
			Related: []string{"sqrt", "log10", "*"},
			Examples: []eval.HelpExample{
				{"(pow 2 10)", "1024"},
				{"(pow 4 0.5)", "2"},
				{"(pow -8 0.5)", "NaN"},
				{"(pow 2)", "! RuntimeException \"Insufficient number of arguments\""},
			},
		},
	},
	{
		Name: "round", Min: 1, Plain: plainRound,
		Help: eval.Help{
			Signature: "(round n)",
			Summary:   "The nearest whole number, halves going up.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a long; the nearest one for numbers outside 64 bits, 0 for NaN",
			Errors:    mathErrors,
			Related:   []string{"floor", "ceil", "div"},
			Examples: []eval.HelpExample{
				{"(round 2.5)", "3"},
				{"(round -2.5)", "-2"},
				{"(/ (round (* 3.14159 100)) 100)", "3.14"},
				{"(round 1e30)", "9223372036854775807"},
			},
		},
	},
}

func plainRound(f *eval.Frame, l *value.List) value.Value { return value.Round(f.NumberArg(l, 1)) }

// plainPower returns a to the n. Where package math has 1 because any value would do for n, an
// n that is no number or a base of size 1 with an infinite n gives NaN.
func plainPower(f *eval.Frame, l *value.List) value.Value { return powerFunction.plain(f, l) }

var powerFunction = valueFunction{least: 2, most: 2, check: numbersOnly, of: powerOf}

func powerOf(_ *eval.Frame, _ *value.List, _ int, v, w, _ value.Value) value.Value {
	a, _ := v.AsDouble()
	n, _ := w.AsDouble()
	if math.IsNaN(n) || math.Abs(a) == 1 && math.IsInf(n, 0) {
		return value.Double(math.NaN())
	}
	return value.Double(elementary.Pow(a, n))
}
