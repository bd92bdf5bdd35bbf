package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// arithmeticTable holds the functions that add, multiply and divide.
var arithmeticTable = []eval.Builtin{
	{
		Name: "+", Plain: plainAdd,
		Help: eval.Help{
			Signature: "(+ n…)",
			Summary:   "Adds numbers. " + exactArithmetic,
			Args:      []eval.HelpArg{{"n", "number", "what to add; other values are skipped"}},
			Result:    "the sum, 0 without arguments",
			Related:   []string{"-", "*", "sum", "++", "concat"},
			Examples: []eval.HelpExample{
				{"(+ 1 2 3.5)", "6.5"},
				{"(+)", "0"},
				{"(+ 9007199254740993 1)", "9007199254740994"},
				{"(+ 1 \"2\" null)", "1"},
			},
		},
	},
	{
		Name: "*", Plain: plainMultiply,
		Help: eval.Help{
			Signature: "(* n…)",
			Summary:   "Multiplies numbers. " + exactArithmetic,
			Args:      []eval.HelpArg{{"n", "number", "a factor; other values are skipped"}},
			Result:    "the product, 1 without arguments",
			Related:   []string{"/", "+", "pow"},
			Examples: []eval.HelpExample{
				{"(* 2 3 0.5)", "3"},
				{"(*)", "1"},
				{"(* 3037000499 3037000499)", "9223372030926249001"},
			},
		},
	},
	{
		Name: "-", Min: 1, Plain: plainSubtract,
		Help: eval.Help{
			Signature: "(- a [b])",
			Summary:   "Subtracts b from a, or negates a. " + exactArithmetic,
			Args: []eval.HelpArg{
				{"a", "number", "what to subtract from, or to negate"},
				{"b", "number", "what to subtract"},
			},
			Result:  "the difference",
			Errors:  []string{"IllegalArgumentException if an operand is no number"},
			Related: []string{"+", "--"},
			Examples: []eval.HelpExample{
				{"(- 5 2)", "3"},
				{"(- 7)", "-7"},
				{"(- null 1)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "/", Min: 1, Plain: plainDivide,
		Help: eval.Help{
			Signature: "(/ a [b])",
			Summary:   "Divides a by b, or 1 by a, as doubles. Division by 0 gives an infinity or NaN.",
			Args: []eval.HelpArg{
				{"a", "number", "what to divide, or the divisor of 1"},
				{"b", "number", "the divisor"},
			},
			Result:  "the quotient, a double",
			Errors:  []string{"IllegalArgumentException if an operand is no number"},
			Related: []string{"div", "mod", "*"},
			Examples: []eval.HelpExample{
				{"(/ 7 2)", "3.5"},
				{"(/ 4)", "0.25"},
				{"(/ -1 0)", "-Infinity"},
				{"(/ 6 \"2\")", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "mod", Min: 2, Plain: plainModulus,
		Help: eval.Help{
			Signature: "(mod a b)",
			Summary:   "The remainder of dividing doubles. Of large whole numbers remainder gives the exact one.",
			Args: []eval.HelpArg{
				{"a", "number", "what to divide"},
				{"b", "number", "the divisor"},
			},
			Result:  "a double with the sign of a; NaN if b is 0 or a is infinite",
			Errors:  []string{"IllegalArgumentException if an operand is no number"},
			Related: []string{"remainder", "div", "/"},
			Examples: []eval.HelpExample{
				{"(mod 7 3)", "1"},
				{"(mod -7 3)", "-1"},
				{"(mod 5.5 2)", "1.5"},
				{"(mod 5 0)", "NaN"},
			},
		},
	},
	{
		Name: "div", Min: 2, Plain: plainDiv,
		Help: eval.Help{
			Signature: "(div a b)",
			Summary: "Divides whole numbers and cuts the quotient toward zero. " + wholeOperands +
				" In 32 bits -2147483648 divided by -1 wraps around.",
			Args: []eval.HelpArg{
				{"a", "number", "what to divide, cut toward zero"},
				{"b", "number", "the divisor, cut toward zero"},
			},
			Result:  "an integer, or a long if an operand does not fit 32 bits",
			Errors:  []string{"ArithmeticException for a divisor of 0 and for numbers outside 64 bits", "IllegalArgumentException if an operand is no number"},
			Related: []string{"remainder", "/", "mod"},
			Examples: []eval.HelpExample{
				{"(div 7 2)", "3"},
				{"(div -7 2)", "-3"},
				{"(div 9007199254740993 2)", "4503599627370496"},
				{"(div 1 0)", "! ArithmeticException"},
			},
		},
	},
}

const (
	exactArithmetic = "The result is a double, but where all operands are integers or longs and the double would not be exact it is the exact long."
	wholeOperands   = "Numbers with a fraction are cut toward zero first, NaN is 0."
)

func plainAdd(f *eval.Frame, l *value.List) value.Value {
	var sum value.Sum
	for i := 1; i < l.Len(); i++ {
		if v := f.Eval(l.At(i)); v.IsNumber() {
			sum.Add(v)
		}
	}
	return sum.Value()
}

func plainMultiply(f *eval.Frame, l *value.List) value.Value {
	product := value.NewProduct()
	for i := 1; i < l.Len(); i++ {
		if v := f.Eval(l.At(i)); v.IsNumber() {
			product.Mul(v)
		}
	}
	return product.Value()
}

func plainSubtract(f *eval.Frame, l *value.List) value.Value {
	a := f.NumberArg(l, 1)
	if l.Len() < 3 {
		return value.Neg(a)
	}
	return value.Sub(a, f.NumberArg(l, 2))
}

func plainDivide(f *eval.Frame, l *value.List) value.Value {
	a := doubleArg(f, l, 1)
	if l.Len() < 3 {
		return value.Double(1 / a)
	}
	return value.Double(a / doubleArg(f, l, 2))
}

func plainModulus(f *eval.Frame, l *value.List) value.Value {
	a := doubleArg(f, l, 1)
	return value.Double(math.Mod(a, doubleArg(f, l, 2)))
}

func plainDiv(f *eval.Frame, l *value.List) value.Value {
	a := wholeArg(f, l, 1)
	v, err := value.Div(a, wholeArg(f, l, 2))
	if err != nil {
		throwArithmetic(l, err)
	}
	return v
}

// doubleArg evaluates argument i, which must be a number, as a double.
func doubleArg(f *eval.Frame, l *value.List, i int) float64 {
	d, _ := f.NumberArg(l, i).AsDouble()
	return d
}
