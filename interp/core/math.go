package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/elementary"
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// mathTable holds the mathematical functions of one argument that take and return doubles.
var mathTable = []eval.Builtin{
	{
		Name: "abs", Min: 1, Plain: plainAbsolute,
		Help: eval.Help{
			Signature: "(abs n)",
			Summary:   "The number without its sign.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double",
			Errors:    mathErrors,
			Related:   []string{"-"},
			Examples: []eval.HelpExample{
				{"(abs -2.5)", "2.5"},
				{"(abs \"5\")", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "ceil", Min: 1, Plain: plainCeiling,
		Help: eval.Help{
			Signature: "(ceil n)",
			Summary:   "The least whole number that is not below n.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double",
			Errors:    mathErrors,
			Related:   []string{"floor", "round"},
			Examples: []eval.HelpExample{
				{"(ceil 1.2)", "2"},
				{"(ceil -1.2)", "-1"},
			},
		},
	},
	{
		Name: "floor", Min: 1, Plain: plainFloor,
		Help: eval.Help{
			Signature: "(floor n)",
			Summary:   "The greatest whole number that is not above n.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double",
			Errors:    mathErrors,
			Related:   []string{"ceil", "round", "div"},
			Examples: []eval.HelpExample{
				{"(floor 1.7)", "1"},
				{"(floor -1.2)", "-2"},
			},
		},
	},
	{
		Name: "sqrt", Min: 1, Plain: plainSquareRoot,
		Help: eval.Help{
			Signature: "(sqrt n)",
			Summary:   "The square root.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double, NaN if n is negative",
			Errors:    mathErrors,
			Related:   []string{"pow"},
			Examples: []eval.HelpExample{
				{"(sqrt 9)", "3"},
				{"(sqrt -1)", "NaN"},
			},
		},
	},
	{
		Name: "sin", Min: 1, Plain: plainSine,
		Help: eval.Help{
			Signature: "(sin angle)",
			Summary:   "The sine.",
			Args:      []eval.HelpArg{{"angle", "number", "in radians"}},
			Result:    "a double, NaN if the angle is infinite",
			Errors:    mathErrors,
			Related:   []string{"cos", "tan", "asin"},
			Examples: []eval.HelpExample{
				{"(sin 0)", "0"},
				{"(round (* 1000 (sin 1)))", "841"},
			},
		},
	},
	{
		Name: "cos", Min: 1, Plain: plainCosine,
		Help: eval.Help{
			Signature: "(cos angle)",
			Summary:   "The cosine.",
			Args:      []eval.HelpArg{{"angle", "number", "in radians"}},
			Result:    "a double, NaN if the angle is infinite",
			Errors:    mathErrors,
			Related:   []string{"sin", "tan", "acos"},
			Examples: []eval.HelpExample{
				{"(cos 0)", "1"},
				{"(round (* 1000 (cos 1)))", "540"},
			},
		},
	},
	{
		Name: "tan", Min: 1, Plain: plainTangent,
		Help: eval.Help{
			Signature: "(tan angle)",
			Summary:   "The tangent.",
			Args:      []eval.HelpArg{{"angle", "number", "in radians"}},
			Result:    "a double, NaN if the angle is infinite",
			Errors:    mathErrors,
			Related:   []string{"sin", "cos", "atan"},
			Examples: []eval.HelpExample{
				{"(tan 0)", "0"},
				{"(round (* 1000 (tan 1)))", "1557"},
			},
		},
	},
	{
		Name: "asin", Min: 1, Plain: plainArcSine,
		Help: eval.Help{
			Signature: "(asin n)",
			Summary:   "The angle that has this sine.",
			Args:      []eval.HelpArg{{"n", "number", "from -1 to 1"}},
			Result:    "a double in radians, NaN outside",
			Errors:    mathErrors,
			Related:   []string{"sin", "acos", "atan"},
			Examples: []eval.HelpExample{
				{"(asin 0)", "0"},
				{"(asin 2)", "NaN"},
			},
		},
	},
	{
		Name: "acos", Min: 1, Plain: plainArcCosine,
		Help: eval.Help{
			Signature: "(acos n)",
			Summary:   "The angle that has this cosine.",
			Args:      []eval.HelpArg{{"n", "number", "from -1 to 1"}},
			Result:    "a double in radians, NaN outside",
			Errors:    mathErrors,
			Related:   []string{"cos", "asin", "atan"},
			Examples: []eval.HelpExample{
				{"(acos 1)", "0"},
				{"(acos -2)", "NaN"},
			},
		},
	},
	{
		Name: "atan", Min: 1, Plain: plainArcTangent,
		Help: eval.Help{
			Signature: "(atan n)",
			Summary:   "The angle that has this tangent.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double in radians",
			Errors:    mathErrors,
			Related:   []string{"tan", "asin", "acos"},
			Examples: []eval.HelpExample{
				{"(atan 0)", "0"},
				{"(atan Infinity)", "1.5707963267948966"},
			},
		},
	},
	{
		Name: "log10", Min: 1, Plain: plainDecimalLogarithm,
		Help: eval.Help{
			Signature: "(log10 n)",
			Summary:   "The logarithm to base 10.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double, -Infinity of 0, NaN if n is negative",
			Errors:    mathErrors,
			Related:   []string{"logn", "pow"},
			Examples: []eval.HelpExample{
				{"(log10 1000)", "3"},
				{"(log10 0)", "-Infinity"},
				{"(log10 -1)", "NaN"},
			},
		},
	},
	{
		Name: "logn", Min: 1, Plain: plainNaturalLogarithm,
		Help: eval.Help{
			Signature: "(logn n)",
			Summary:   "The natural logarithm, to base e.",
			Args:      []eval.HelpArg{{"n", "number", "any number"}},
			Result:    "a double, -Infinity of 0, NaN if n is negative",
			Errors:    mathErrors,
			Related:   []string{"log10", "pow"},
			Examples: []eval.HelpExample{
				{"(logn 1)", "0"},
				{"(logn 0)", "-Infinity"},
			},
		},
	},
}

var mathErrors = []string{"IllegalArgumentException if the operand is no number"}

// ofDouble applies a function to the argument, a number, as a double.
func ofDouble(f *eval.Frame, l *value.List, function func(float64) float64) value.Value {
	return value.Double(function(doubleArg(f, l, 1)))
}

func plainAbsolute(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, math.Abs) }

func plainCeiling(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, math.Ceil) }

func plainFloor(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, math.Floor) }

func plainSquareRoot(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, math.Sqrt) }

func plainSine(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, elementary.Sin) }

func plainCosine(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, elementary.Cos) }

func plainTangent(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, elementary.Tan) }

func plainArcSine(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, elementary.Asin) }

func plainArcCosine(f *eval.Frame, l *value.List) value.Value { return ofDouble(f, l, elementary.Acos) }

func plainArcTangent(f *eval.Frame, l *value.List) value.Value {
	return ofDouble(f, l, elementary.Atan)
}

func plainDecimalLogarithm(f *eval.Frame, l *value.List) value.Value {
	return ofDouble(f, l, elementary.Log10)
}

func plainNaturalLogarithm(f *eval.Frame, l *value.List) value.Value {
	return ofDouble(f, l, elementary.Log)
}
