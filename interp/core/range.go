package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// rangeTable holds range.
var rangeTable = []eval.Builtin{
	{
		Name: "range", Min: 1, Plain: plainRangeOf,
		Help: eval.Help{
			Signature: "(range [from] to [step])",
			Summary:   "Makes a new list of numbers in equal steps.",
			Args: []eval.HelpArg{
				{"from", "number", "the first number, 0 if there is one argument"},
				{"to", "number", "where to end; it is not reached"},
				{"step", "number", "the distance between two numbers, 1 if absent; a negative one counts down"},
			},
			Result: "the list; integers (longs where they do not fit) if from and step are such, else doubles",
			Errors: []string{
				"IllegalArgumentException if step is 0, an operand is no number or NaN, or from or step is infinite",
				"LimitExceeded for more numbers than a list may have",
			},
			Related: []string{"for-each", "list", "repeat"},
			Examples: []eval.HelpExample{
				{"(range 4)", "(0 1 2 3)"},
				{"(range 2 5)", "(2 3 4)"},
				{"(range 5 0 -2)", "(5 3 1)"},
				{"(range 0 1 0.25)", "(0 0.25 0.5 0.75)"},
				{"(range 0 1 0)", "! IllegalArgumentException"},
			},
		},
	},
}

func plainRangeOf(f *eval.Frame, l *value.List) value.Value {
	from, to, step := value.Int(0), f.NumberArg(l, 1), value.Int(1)
	if l.Len() > 2 {
		from, to = to, f.NumberArg(l, 2)
	}
	if l.Len() > 3 {
		step = f.NumberArg(l, 3)
	}
	first, _ := from.AsDouble()
	end, _ := to.AsDouble()
	by, _ := step.AsDouble()
	switch {
	case by == 0:
		eval.Throw(eval.IllegalArgument, "range: got step 0, want a number above or below it")
	case math.IsNaN(end) || math.IsNaN(first-first) || math.IsNaN(by-by): // the latter for infinities
		eval.Throw(eval.IllegalArgument, "range: got %v to %v by %v, want finite numbers", first, end, by)
	}
	bound, fits := ceiling64(to, by < 0)
	if from.IsDouble() || step.IsDouble() || !fits {
		return doubles(f, first, end, by)
	}
	start, _ := from.Truncate()
	distance, _ := step.Truncate()
	return wholes(f, start, bound, distance)
}

// ceiling64 returns the nearest whole number that a range of whole numbers ends before
// just when it ends before to: to rounded up, or down for a range that counts down.
func ceiling64(to value.Value, down bool) (n int64, fits bool) {
	if d, _ := to.AsDouble(); to.IsDouble() && down {
		to = value.Double(math.Floor(d))
	} else if to.IsDouble() {
		to = value.Double(math.Ceil(d))
	}
	return to.Truncate()
}

// wholes makes the range of whole numbers, exactly.
func wholes(f *eval.Frame, first, end, by int64) value.Value {
	var way, stride uint64 // both below 2^64, also where the difference overflows
	switch {
	case by > 0 && first < end:
		way, stride = uint64(end)-uint64(first), uint64(by)
	case by < 0 && first > end:
		way, stride = uint64(first)-uint64(end), -uint64(by)
	default:
		return value.NewList(0).Value()
	}
	n := (way-1)/stride + 1
	return numbersOf(f, float64(n), func(i int) value.Value { return value.Whole(first + int64(i)*by) })
}

// doubles makes the range of first + i*by for i from 0 on, each rounded once.
func doubles(f *eval.Frame, first, end, by float64) value.Value {
	at := func(i float64) float64 { return first + float64(i*by) }
	before := func(x float64) bool { return by > 0 && x < end || by < 0 && x > end }
	n := math.Ceil((end - first) / by)
	checkCount(f, n)
	for n > 0 && !before(at(n-1)) { // the quotient was rounded
		n--
	}
	for before(at(max(n, 0))) {
		n = max(n, 0) + 1
		checkCount(f, n)
	}
	return numbersOf(f, n, func(i int) value.Value { return value.Double(at(float64(i))) })
}

// checkCount ends the evaluation if a list of n elements would be too long.
func checkCount(f *eval.Frame, n float64) {
	if n > math.MaxInt32 {
		eval.ExceedLimit("list-len", min(f.Executor().Evaluation().Limits().ListLen, math.MaxInt32))
	}
	f.CheckLen(int(max(n, 0)))
}

func numbersOf(f *eval.Frame, n float64, number func(i int) value.Value) value.Value {
	checkCount(f, n)
	size := int(max(n, 0))
	chargeList(f, size)
	list := value.NewListCap(size)
	for i := range size {
		f.TickElements(i)
		list.Push(number(i))
	}
	return list.Value()
}
