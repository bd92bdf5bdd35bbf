package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// bitTable holds the functions on the bits of whole numbers.
var bitTable = []eval.Builtin{
	{
		Name: "bit-and", Plain: plainBitAnd,
		Help: eval.Help{
			Signature: "(bit-and n…)",
			Summary:   "The bits that all numbers have. " + wholeOperands,
			Args:      bitOperands,
			Result:    wholeResult + "; -1 without arguments",
			Errors:    bitErrors,
			Related:   []string{"bit-or", "bit-xor", "bit-not", "bit-shift"},
			Examples: []eval.HelpExample{
				{"(bit-and 12 10)", "8"},
				{"(bit-and)", "-1"},
				{"(bit-and 3e9 -1)", "3000000000"},
				{"(bit-and \"1\" 1)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "bit-or", Plain: plainBitOr,
		Help: eval.Help{
			Signature: "(bit-or n…)",
			Summary:   "The bits that any of the numbers has. " + wholeOperands,
			Args:      bitOperands,
			Result:    wholeResult + "; 0 without arguments",
			Errors:    bitErrors,
			Related:   []string{"bit-and", "bit-xor", "bit-not", "bit-shift"},
			Examples: []eval.HelpExample{
				{"(bit-or 12 10)", "14"},
				{"(bit-or 4294967296 1)", "4294967297"},
				{"(bit-or)", "0"},
			},
		},
	},
	{
		Name: "bit-xor", Plain: plainBitXor,
		Help: eval.Help{
			Signature: "(bit-xor n…)",
			Summary:   "The bits that an odd number of the numbers have. " + wholeOperands,
			Args:      bitOperands,
			Result:    wholeResult + "; 0 without arguments",
			Errors:    bitErrors,
			Related:   []string{"bit-and", "bit-or", "bit-not", "bit-shift"},
			Examples: []eval.HelpExample{
				{"(bit-xor 12 10)", "6"},
				{"(bit-xor 1 2 4 8)", "15"},
				{"(bit-xor 1e30 0)", "! ArithmeticException"},
			},
		},
	},
	{
		Name: "bit-not", Min: 1, Plain: plainBitNot,
		Help: eval.Help{
			Signature: "(bit-not n)",
			Summary:   "The bits that the number does not have. " + wholeOperands,
			Args:      bitOperands,
			Result:    wholeResult,
			Errors:    bitErrors,
			Related:   []string{"bit-and", "bit-or", "bit-xor"},
			Examples: []eval.HelpExample{
				{"(bit-not 5)", "-6"},
				{"(bit-not 4294967295)", "-4294967296"},
			},
		},
	},
	{
		Name: "bit-shift", Min: 2, Plain: plainBitShift,
		Help: eval.Help{
			Signature: "(bit-shift a n)",
			Summary: "Shifts the bits of a by n to the right, keeping the sign, or by -n to the left if n is negative. " +
				"Bits shifted out are lost. " + wholeOperands,
			Args: []eval.HelpArg{
				{"a", "number", "what to shift"},
				{"n", "number", "how far, modulo 32, or modulo 64 where an operand does not fit 32 bits"},
			},
			Result:  wholeResult,
			Errors:  bitErrors,
			Related: []string{"bit-and", "bit-or", "div"},
			Examples: []eval.HelpExample{
				{"(bit-shift 48 4)", "3"},
				{"(bit-shift 1 -3)", "8"},
				{"(bit-shift -16 2)", "-4"},
				{"(bit-shift 1 33)", "0"},
			},
		},
	},
}

const wholeResult = "an integer, or a long if an operand does not fit 32 bits"

var (
	bitOperands = []eval.HelpArg{{"n", "number", "a whole number"}}
	bitErrors   = []string{
		"IllegalArgumentException if an operand is no number",
		"ArithmeticException for numbers outside 64 bits",
	}
)

func plainBitAnd(f *eval.Frame, l *value.List) value.Value {
	return foldBits(f, l, 1, wholeAnd, wholeAnd.start(), false)
}

func plainBitOr(f *eval.Frame, l *value.List) value.Value {
	return foldBits(f, l, 1, wholeOr, wholeOr.start(), false)
}

func plainBitXor(f *eval.Frame, l *value.List) value.Value {
	return foldBits(f, l, 1, wholeXor, wholeXor.start(), false)
}

// foldBits combines bits with the operands of l from i on; wide says that one before them
// does not fit 32 bits. 32-bit operands are sign-extended, so that their result is that of
// 64 bits; only its subtype depends on the operands.
func foldBits(f *eval.Frame, l *value.List, i int, op wholeOperation, bits int64, wide bool) value.Value {
	for ; i < l.Len(); i++ {
		n := wholeArg(f, l, i)
		bits = op.combine(bits, n)
		wide = wide || value.Wide(n)
	}
	return value.WholeOf(bits, wide)
}

var bitNotFunction = valueFunction{least: 1, most: 1, check: numbersOnly, of: bitNotOf}

func plainBitNot(f *eval.Frame, l *value.List) value.Value { return bitNotFunction.plain(f, l) }

func bitNotOf(_ *eval.Frame, l *value.List, _ int, v, _, _ value.Value) value.Value {
	n := truncated(l, v)
	return value.WholeOf(^n, value.Wide(n))
}

func plainBitShift(f *eval.Frame, l *value.List) value.Value {
	a := wholeArg(f, l, 1)
	return value.Shift(a, wholeArg(f, l, 2))
}
