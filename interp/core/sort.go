package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// sortTable holds sort.
var sortTable = []eval.Builtin{
	{
		Name: "sort", Min: 1, Plain: plainSortList,
		Help: eval.Help{
			Signature: "(sort l [f])",
			Summary: "Makes a new list of the elements of a list in ascending order. Elements that are equal in the order stay in theirs. " +
				"Without f the order is that of <; elements that < cannot compare count as equal.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to sort"},
				{"f", "function", "called with two elements; a negative number or text of one says that the first comes first, a positive one that the second does"},
			},
			Result: "a new list without names",
			Errors: []string{
				"IllegalArgumentException if l is no list, or f a value that is no list",
				"Exception \"Invalid comparator function\" if f is null or a list that is no function",
				"RuntimeException \"Compare error\" if f returns something else",
				"whatever f throws",
			},
			Related: []string{"<", "reverse", "min", "max", "distinct"},
			Examples: []eval.HelpExample{
				{"(sort (3 1 2))", "(1 2 3)"},
				{"(sort (\"pear\" \"Apple\" \"fig\"))", "(\"Apple\" \"fig\" \"pear\")"},
				{"(sort (\"ccc\" \"a\" \"bb\") (function (x y) (- (length x) (length y))))", "(\"a\" \"bb\" \"ccc\")"},
				{"(sort (2 1) (function (a b) null))", "! RuntimeException \"Compare error\""},
			},
		},
	},
}

func plainSortList(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	var compare func(a, b value.Value) int // nil for the order of <
	if l.Len() > 2 {
		compare = comparator(f, l, f.Arg(l, 2))
	}
	n := list.Len()
	chargeList(f, n)
	f.Charge(elementBytes * int64(n)) // for merging
	f.TickHolding(n)
	elements := value.MakeSlice(n)
	copy(elements, list.Elements()) // what compare does to the list does not matter from here on
	s := sorter{compare: compare, turn: f.Turn, room: value.MakeSlice(n)}
	s.sort(elements)
	return value.ListOf(elements).Value()
}

// comparator returns the order that a user function decides.
func comparator(f *eval.Frame, l *value.List, fn value.Value) func(a, b value.Value) int {
	if eval.AsFunction(fn) == nil {
		if fn.IsNull() || fn.IsList() {
			eval.Throw(eval.GeneralException, "Invalid comparator function")
		}
		eval.WrongType(l, fn, "function")
	}
	callee := f.Callee(fn)
	return func(a, b value.Value) int {
		v := callee.Call(a, b)
		if d, ok := v.Float(); ok {
			return signOf(d)
		}
		if t := v.Text(); t != nil {
			v, _ = numberIn(t.String())
		}
		if !v.IsNumber() {
			eval.Throw(eval.RuntimeError, "Compare error")
		}
		d, _ := v.AsDouble()
		return signOf(d)
	}
}

// signOf returns -1, 0 or 1; 0 also for NaN.
func signOf(d float64) int {
	switch {
	case d < 0:
		return -1
	case d > 0:
		return 1
	}
	return 0
}

// A sorter merges sorted halves. It is stable, makes few comparisons, and ends with some
// order even if compare contradicts itself.
type sorter struct {
	compare func(a, b value.Value) int // nil for value.Compare
	turn    func()                     // called for each thousand comparisons
	done    int
	room    []value.Value // as long as the elements
}

// less reports whether b must come before a.
func (s *sorter) less(b, a value.Value) bool {
	if s.done++; s.done == 1000 {
		s.done = 0
		s.turn()
	}
	if s.compare != nil {
		return s.compare(a, b) > 0
	}
	x, ok := a.Float()
	y, ok2 := b.Float()
	if ok && ok2 && x != y { // what is not equal and no NaN has the order of doubles
		if x > y {
			return true
		}
		if x < y {
			return false
		}
	}
	return value.Compare(a, b) > 0
}

// insertionBelow is the number of elements from which halves are merged.
const insertionBelow = 6

// sort sorts the elements. Its recursion is as deep as their number has bits.
func (s *sorter) sort(elements []value.Value) {
	n := len(elements)
	if n < insertionBelow {
		for i := 1; i < n; i++ {
			v := elements[i]
			j := i
			for ; j > 0 && s.less(v, elements[j-1]); j-- {
				elements[j] = elements[j-1]
			}
			elements[j] = v
		}
		return
	}
	left, right := elements[:n/2], elements[n/2:]
	s.sort(left)
	s.sort(right)
	if !s.less(right[0], left[len(left)-1]) {
		return // already in order
	}
	room := s.room[:copy(s.room, left)]
	i, j := 0, 0
	for k := range elements {
		if i == len(room) {
			break // the rest of right is where it belongs
		}
		if j < len(right) && s.less(right[j], room[i]) {
			elements[k] = right[j]
			j++
		} else {
			elements[k] = room[i]
			i++
		}
	}
}
