package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// numberListTable holds the additions on several numbers.
var numberListTable = []eval.Builtin{
	{
		Name: "min", Plain: plainMinimum,
		Help: eval.Help{
			Signature: "(min n…)",
			Summary:   "The least number, by the order of < (NaN is above all others).",
			Args:      []eval.HelpArg{{"n", "number or list", "a number, or as the only argument a list of numbers"}},
			Result:    "that number itself, the first of equal ones; null if there are none",
			Errors:    []string{"IllegalArgumentException if something is no number"},
			Related:   []string{"max", "sort", "<"},
			Examples: []eval.HelpExample{
				{"(min 3 1 2)", "1"},
				{"(min (3 1.5 2))", "1.5"},
				{"(min)", "null"},
				{"(min 1 \"0\")", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "max", Plain: plainMaximum,
		Help: eval.Help{
			Signature: "(max n…)",
			Summary:   "The greatest number, by the order of < (NaN is above all others).",
			Args:      []eval.HelpArg{{"n", "number or list", "a number, or as the only argument a list of numbers"}},
			Result:    "that number itself, the first of equal ones; null if there are none",
			Errors:    []string{"IllegalArgumentException if something is no number"},
			Related:   []string{"min", "sort", ">"},
			Examples: []eval.HelpExample{
				{"(max 3 1 2)", "3"},
				{"(max ())", "null"},
				{"(max 1 NaN)", "NaN"},
			},
		},
	},
	{
		Name: "sum", Min: 1, Plain: plainSumOfList,
		Help: eval.Help{
			Signature: "(sum l)",
			Summary:   "Adds the elements of a list by the rules of +.",
			Args:      []eval.HelpArg{{"l", "list", "numbers; other elements are skipped"}},
			Result:    "the sum, 0 if l is empty",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"+", "reduce", "max"},
			Examples: []eval.HelpExample{
				{"(sum (1 2 3.5))", "6.5"},
				{"(sum ())", "0"},
				{"(sum (9007199254740993 1))", "9007199254740994"},
			},
		},
	},
	{
		Name: "remainder", Min: 2, Plain: plainRemainder,
		Help: eval.Help{
			Signature: "(remainder a b)",
			Summary:   "What is left when whole numbers are divided toward zero. " + wholeOperands,
			Args: []eval.HelpArg{
				{"a", "number", "what to divide, cut toward zero"},
				{"b", "number", "the divisor, cut toward zero"},
			},
			Result:  "an integer, or a long if an operand does not fit 32 bits, with the sign of a",
			Errors:  []string{"ArithmeticException for a divisor of 0 and for numbers outside 64 bits", "IllegalArgumentException if an operand is no number"},
			Related: []string{"div", "mod"},
			Examples: []eval.HelpExample{
				{"(remainder 7 3)", "1"},
				{"(remainder -7 3)", "-1"},
				{"(remainder 9007199254740993 10)", "3"},
				{"(remainder 1 0)", "! ArithmeticException"},
			},
		},
	},
}

func plainMinimum(f *eval.Frame, l *value.List) value.Value {
	return extremeFrom(f, l, 1, value.Null(), plainBetter(true))
}

func plainMaximum(f *eval.Frame, l *value.List) value.Value {
	return extremeFrom(f, l, 1, value.Null(), plainBetter(false))
}

// plainBetter tells for min (least) or max whether an operand that compares so with the best
// one before it is better.
func plainBetter(least bool) func(compared int) bool {
	if least {
		return func(compared int) bool { return compared < 0 }
	}
	return func(compared int) bool { return compared > 0 }
}

// extremeFrom returns the operand that is better than all before it, of best, unless that is
// null, and those of the call l from i on.
func extremeFrom(f *eval.Frame, l *value.List, i int, best value.Value, better func(compared int) bool) value.Value {
	for ; i < l.Len(); i++ {
		best = takeOperand(f, l, best, f.Eval(l.At(i)), better)
	}
	return best
}

// takeOperand returns the better one of best and v, a number or the list of them that is the
// only operand of the call l.
func takeOperand(f *eval.Frame, l *value.List, best, v value.Value, better func(compared int) bool) value.Value {
	list := v.List()
	if list == nil || l.Len() != 2 {
		checkNumber(f, l, v)
		return betterOf(best, v, better)
	}
	for _, e := range list.Elements() {
		f.TickHolding(1)
		checkNumber(f, l, e)
		best = betterOf(best, e, better)
	}
	return best
}

// betterOf returns v if it is better than best, or the first.
func betterOf(best, v value.Value, better func(compared int) bool) value.Value {
	if best.IsNull() || better(value.CompareNumbers(v, best)) {
		return v
	}
	return best
}

func plainSumOfList(f *eval.Frame, l *value.List) value.Value {
	var sum value.Sum
	for _, v := range f.ListArg(l, 1).Elements() {
		f.TickHolding(1)
		if v.IsNumber() {
			sum.Add(v)
		}
	}
	return sum.Value()
}

func plainRemainder(f *eval.Frame, l *value.List) value.Value {
	a := wholeArg(f, l, 1)
	v, err := value.Remainder(a, wholeArg(f, l, 2))
	if err != nil {
		throwArithmetic(l, err)
	}
	return v
}
