package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listNamesTable holds the functions on the names of elements.
var listNamesTable = []eval.Builtin{
	{
		Name: "names", Min: 1, Plain: plainNames,
		Help: eval.Help{
			Signature: "(names l)",
			Summary:   "The names that elements of a list have.",
			Args:      []eval.HelpArg{{"l", "list", "where to look"}},
			Result:    "a new list of strings, in order",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"get-name", "name-index", "has"},
			Examples: []eval.HelpExample{
				{"(names (\"a\" => 1 2 \"c\" => 3))", "(\"a\" \"c\")"},
				{"(names (1 2))", "()"},
			},
		},
	},
	{
		Name: "name-index", Min: 2, Plain: plainNameIndex,
		Help: eval.Help{
			Signature: "(name-index l name)",
			Summary:   "The index of the element with a name.",
			Args: []eval.HelpArg{
				{"l", "list", "where to look"},
				{"name", "string", "the name, or null"},
			},
			Result:  "an integer, -1 if there is none",
			Errors:  []string{"IllegalArgumentException if l is no list or the name no string"},
			Related: []string{"get-name", "locate", "has"},
			Examples: []eval.HelpExample{
				{"(name-index (\"a\" => 1 2 \"c\" => 3) \"c\")", "2"},
				{"(name-index (\"a\" => 1) \"z\")", "-1"},
			},
		},
	},
	{
		Name: "get-name", Min: 1, Plain: plainGetName,
		Help: eval.Help{
			Signature: "(get-name l i)",
			Summary:   "The name of an element.",
			Args: []eval.HelpArg{
				{"l", "list", "where to look; any other value is returned as it is"},
				{"i", "number", "the index of the element"},
			},
			Result: "a string; null if the element has no name, and for every i in a list without names",
			Errors: []string{
				"IndexOutOfBoundsException for an index outside the list, and without i",
				"IllegalArgumentException if i is no number",
			},
			Related: []string{"put-name", "names", "name-index"},
			Examples: []eval.HelpExample{
				{"(get-name (\"a\" => 1 2) 0)", "\"a\""},
				{"(get-name (\"a\" => 1 2) 1)", "null"},
				{"(get-name (\"a\" => 1) 5)", "! IndexOutOfBoundsException"},
			},
		},
	},
	{
		Name: "put-name", Min: 3, Plain: plainPutNameAt,
		Help: eval.Help{
			Signature: "(put-name l i name)",
			Summary:   "Gives an element a name. An element that had the name loses it.",
			Args: []eval.HelpArg{
				{"l", "list", "what to change"},
				{"i", "number", "the index of the element"},
				{"name", "string", "the name; null takes the name away"},
			},
			Result: "l",
			Errors: []string{
				"RuntimeException \"invalid index\" for an index at or behind the end; null in a list without names does nothing there",
				"IndexOutOfBoundsException for a negative index",
				"IllegalArgumentException if l is no list, i no number or the name no string",
			},
			Related: []string{"get-name", "names", "put"},
			Examples: []eval.HelpExample{
				{"(put-name (list 1 2) 1 \"b\")", "(1 \"b\" => 2)"},
				{"(put-name (list \"a\" => 1 2) 1 \"a\")", "(1 \"a\" => 2)"},
				{"(put-name (list \"a\" => 1) 0 null)", "(1)"},
				{"(put-name (list 1) 1 \"z\")", "! RuntimeException \"invalid index\""},
			},
		},
	},
}

func plainNames(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	found := value.NewList(0)
	if !list.Named() {
		return found.Value()
	}
	for i := 0; i < list.Len(); i++ {
		if name := list.NameText(i); name != nil {
			chargeGrowth(f, found, 1)
			found.Push(name.Value())
		}
		f.TickHolding(1)
	}
	return found.Value()
}

// nameArg evaluates argument i, a name or null; nil for null.
func nameArg(f *eval.Frame, l *value.List, i int) *value.Text {
	v := f.Arg(l, i)
	name := v.Text()
	if name == nil && !v.IsNull() {
		eval.WrongType(l, v, "string or null")
	}
	return name
}

func plainNameIndex(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	name := nameArg(f, l, 2)
	if name == nil {
		return value.Int(-1)
	}
	return value.Whole(int64(list.Find(name.String())))
}

func plainGetName(f *eval.Frame, l *value.List) value.Value {
	v := f.Arg(l, 1)
	list := v.List()
	if list == nil {
		return v
	}
	i := indexArg(f, l, 2)
	switch {
	case !list.Named():
		return value.Null()
	case i < 0 || i >= int64(list.Len()):
		throwIndex(l, i, list.Len())
	}
	if name := list.NameText(int(i)); name != nil {
		return name.Value()
	}
	return value.Null()
}

func plainPutNameAt(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	i := indexArg(f, l, 2)
	name := nameArg(f, l, 3)
	switch {
	case i < 0:
		throwIndex(l, i, list.Len())
	case i < int64(list.Len()):
		list.SetName(int(i), name)
	case name != nil || list.Named():
		eval.Throw(eval.RuntimeError, "invalid index")
	}
	return list.Value()
}
