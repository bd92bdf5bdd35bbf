package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listWholeTable holds the functions that change all elements of a list.
var listWholeTable = []eval.Builtin{
	{
		Name: "append", Min: 2, Plain: plainAppendList,
		Help: eval.Help{
			Signature: "(append l m)",
			Summary:   "Adds the elements of a list to another one. Those with names that it has replace what is there.",
			Args: []eval.HelpArg{
				{"l", "list", "what to change"},
				{"m", "list", "what to add"},
			},
			Result:  "l",
			Errors:  []string{"IllegalArgumentException if l or m is no list"},
			Related: []string{"push", "insert", "merge"},
			Examples: []eval.HelpExample{
				{"(append (list 1) (2 3))", "(1 2 3)"},
				{"(append (list \"a\" => 1) (\"a\" => 9 \"b\" => 2))", "(\"a\" => 9 \"b\" => 2)"},
				{"(append (list 1) null)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "reverse", Min: 1, Plain: plainReverse,
		Help: eval.Help{
			Signature: "(reverse l)",
			Summary:   "Turns the order of the elements of a list around. Names stay where they are.",
			Args:      []eval.HelpArg{{"l", "list", "what to change"}},
			Result:    "l",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"sort"},
			Examples: []eval.HelpExample{
				{"(reverse (list 1 2 3))", "(3 2 1)"},
				{"(reverse (list \"a\" => 1 \"b\" => 2))", "(\"a\" => 2 \"b\" => 1)"},
			},
		},
	},
}

// appendTurn is the number of elements that are added between two ticks.
const appendTurn = 1000

func plainAppendList(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	m := f.ListArg(l, 2)
	n := m.Len()
	if !m.Named() { // none of them replaces anything
		chargeGrowth(f, list, n)
		list.Append(m.Elements()...)
		f.TickHolding(n)
		return list.Value()
	}
	for i := 0; i < n; i++ {
		if i%appendTurn == 0 {
			f.TickHolding(min(appendTurn, n-i))
		}
		if name := m.NameText(i); name == nil || list.Find(name.String()) < 0 {
			chargeGrowth(f, list, 1)
		}
		list.AppendFrom(m, i)
	}
	return list.Value()
}

func plainReverse(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	f.TickHolding(list.Len())
	list.Reverse()
	return list.Value()
}
