package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listTable holds the functions that make, measure and copy lists.
var listTable = []eval.Builtin{
	{
		Name: "list", Plain: plainMakeList,
		Help: eval.Help{
			Signature: "(list x…)",
			Summary:   "Makes a new list of values. A list written in code is one object, however often it is evaluated; list gives a new one each time.",
			Args:      []eval.HelpArg{{"x", "anything", "an element; the name of an argument becomes that of the element"}},
			Result:    "the list",
			Related:   []string{"push", "range", "clone", "quote"},
			Examples: []eval.HelpExample{
				{"(list 1 (+ 1 1) (concat \"a\" \"b\"))", "(1 2 \"ab\")"},
				{"(list \"x\" => 1 \"y\" => (* 2 3))", "(\"x\" => 1 \"y\" => 6)"},
				{"(list)", "()"},
			},
		},
	},
	{
		Name: "size", Min: 1, Plain: plainSize,
		Help: eval.Help{
			Signature: "(size l)",
			Summary:   "The number of elements of a list.",
			Args:      []eval.HelpArg{{"l", "list", "what to measure"}},
			Result:    "an integer",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"empty", "length"},
			Examples: []eval.HelpExample{
				{"(size (1 2 3))", "3"},
				{"(size \"abc\")", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "empty", Min: 1, Plain: plainIsEmpty,
		Help: eval.Help{
			Signature: "(empty l)",
			Summary:   "Tells whether a list has no elements.",
			Args:      []eval.HelpArg{{"l", "list", "where to look"}},
			Result:    "a boolean",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"size", "remove"},
			Examples: []eval.HelpExample{
				{"(empty ())", "true"},
				{"(empty (null))", "false"},
			},
		},
	},
	{
		Name: "sublist", Min: 2, Plain: plainSublist,
		Help: eval.Help{
			Signature: "(sublist l from [to])",
			Summary:   "Makes a new list of some neighbouring elements, with their names.",
			Args: []eval.HelpArg{
				{"l", "list", "where to take them from"},
				{"from", "number", "the index of the first"},
				{"to", "number", "the index behind the last, the size of l if absent"},
			},
			Result: "a new list, empty if from is not below to",
			Errors: []string{
				"IndexOutOfBoundsException if elements are outside the list",
				"IllegalArgumentException if l is no list, or from or to no number",
			},
			Related: []string{"substring", "find", "clone"},
			Examples: []eval.HelpExample{
				{"(sublist (1 2 3 4) 1 3)", "(2 3)"},
				{"(sublist (\"a\" => 1 \"b\" => 2) 1)", "(\"b\" => 2)"},
				{"(sublist (1 2) 2)", "()"},
				{"(sublist (1 2 3) 1 9)", "! IndexOutOfBoundsException"},
			},
		},
	},
	{
		Name: "clone", Min: 1, Plain: plainClone,
		Help: eval.Help{
			Signature: "(clone l [deep])",
			Summary: "Copies a list. The elements of the copy are those of l; with deep, lists inside are copied too, " +
				"and what is shared or contains itself does so in the copy. Values that are no lists are returned as they are.",
			Args: []eval.HelpArg{
				{"l", "anything", "what to copy"},
				{"deep", "condition", "whether to copy lists inside"},
			},
			Result:  "the copy, with the names of l",
			Related: []string{"list", "sublist", "="},
			Examples: []eval.HelpExample{
				{"(do (set a (1 (2))) (set b (clone a)) (push b 3) a)", "(1 (2))"},
				{"(do (push b/1 9) a)", "(1 (2 9))"},
				{"(do (set c (clone a true)) (push c/1 0) a)", "(1 (2 9))"},
				{"(clone 5)", "5"},
			},
		},
	},
}

func plainMakeList(f *eval.Frame, l *value.List) value.Value {
	n := l.Len() - 1
	chargeList(f, n)
	list := value.NewListCap(n)
	for i := 1; i < l.Len(); i++ {
		v := f.Eval(l.At(i))
		if name := l.NameText(i); name != nil {
			list.PutText(name, v)
		} else {
			list.Push(v)
		}
	}
	return list.Value()
}

func plainSize(f *eval.Frame, l *value.List) value.Value {
	return value.Whole(int64(f.ListArg(l, 1).Len()))
}

var emptyFunction = valueFunction{least: 1, most: 1, check: listFirst, of: isEmpty}

func plainIsEmpty(f *eval.Frame, l *value.List) value.Value { return emptyFunction.plain(f, l) }

func isEmpty(_ *eval.Frame, _ *value.List, _ int, a, _, _ value.Value) value.Value {
	return value.Bool(a.List().Len() == 0)
}

var sublistFunction = valueFunction{least: 2, most: 3, check: listAndNumbers, of: sublistOf}

func plainSublist(f *eval.Frame, l *value.List) value.Value { return sublistFunction.plain(f, l) }

// listAndNumbers is the check of functions of a list and positions in it.
func listAndNumbers(f *eval.Frame, l *value.List, i int, v value.Value) {
	if i == 1 {
		listFirst(f, l, i, v)
	} else {
		numbersOnly(f, l, i, v)
	}
}

func sublistOf(f *eval.Frame, _ *value.List, count int, a, b, c value.Value) value.Value {
	list := a.List()
	n := int64(list.Len())
	from, _ := b.Truncate()
	to := n
	if count > 2 {
		to, _ = c.Truncate()
	}
	switch {
	case from >= to:
		return value.NewList(0).Value()
	case from < 0 || to > n:
		eval.Throw(eval.IndexOutOfBounds, "sublist: got %d to %d, want 0 to %d", from, to, n)
	}
	chargeList(f, int(to-from))
	f.TickHolding(int(to - from))
	return list.Sublist(int(from), int(to)).Value()
}

func plainClone(f *eval.Frame, l *value.List) value.Value {
	v := f.Arg(l, 1)
	deep := l.Len() > 2 && f.Arg(l, 2).Truth()
	list := v.List()
	switch {
	case list == nil:
		return v
	case !deep:
		chargeList(f, list.Len())
		f.TickHolding(list.Len())
		return list.Copy().Value()
	}
	return value.Clone(v, func(elements int) {
		f.TickHolding(elements)
		f.Charge(elementBytes * int64(elements))
	})
}
