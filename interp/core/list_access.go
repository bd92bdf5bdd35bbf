package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listAccessTable holds the functions that look into lists by key.
var listAccessTable = []eval.Builtin{
	{
		Name: "get", Min: 1, Plain: plainGet,
		Help: eval.Help{
			Signature: "(get l [key])",
			Summary:   "The element of a list with an index or a name, or at the end of a path of both.",
			Args: []eval.HelpArg{
				{"l", "list", "where to look; any other value is returned as it is"},
				{"key", "number, string or list", "index from 0, name, or a list of these to walk into lists inside; if absent or an empty list, the result is l"},
			},
			Result: "the element; null for a name that the list does not have",
			Errors: []string{
				"IndexOutOfBoundsException for an index outside the list",
				"IllegalArgumentException if a path leads through a value that is no list",
				"RuntimeException \"Invalid path item: X\" for other keys",
			},
			Related: []string{"has", "put", "first", "last"},
			Examples: []eval.HelpExample{
				{"(get (10 20 30) 1)", "20"},
				{"(get (\"a\" => 1) \"a\")", "1"},
				{"(get (\"a\" => 1) \"b\")", "null"},
				{"(get (\"a\" => (1 2)) (\"a\" 1))", "2"},
				{"(get (1 2) 5)", "! IndexOutOfBoundsException"},
				{"(get (1 2) true)", "! RuntimeException \"Invalid path item: true\""},
			},
		},
	},
	{
		Name: "has", Min: 2, Plain: plainHas,
		Help: eval.Help{
			Signature: "(has l key)",
			Summary:   "Tells whether a list has an element with an index or a name, or at the end of a path of both.",
			Args: []eval.HelpArg{
				{"l", "list", "where to look"},
				{"key", "number, string or list", "index from 0, name, or a list of these"},
			},
			Result:  "a boolean, false also for other keys and for paths that cannot be walked",
			Errors:  []string{"IllegalArgumentException if l is no list"},
			Related: []string{"get", "exists", "name-index"},
			Examples: []eval.HelpExample{
				{"(has (1 2) 1)", "true"},
				{"(has (1 2) 2)", "false"},
				{"(has (\"a\" => null) \"a\")", "true"},
				{"(has (\"a\" => (1 2)) (\"a\" 2))", "false"},
				{"(has null 0)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "first", Min: 1, Plain: plainFirst,
		Help: eval.Help{
			Signature: "(first l)",
			Summary:   "The first element of a list.",
			Args:      []eval.HelpArg{{"l", "list", "where to look"}},
			Result:    "the element, null if the list is empty",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"last", "get"},
			Examples: []eval.HelpExample{
				{"(first (1 2 3))", "1"},
				{"(first ())", "null"},
			},
		},
	},
	{
		Name: "last", Min: 1, Plain: plainLast,
		Help: eval.Help{
			Signature: "(last l)",
			Summary:   "The last element of a list.",
			Args:      []eval.HelpArg{{"l", "list", "where to look"}},
			Result:    "the element, null if the list is empty",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"first", "get", "pop"},
			Examples: []eval.HelpExample{
				{"(last (1 2 3))", "3"},
				{"(last ())", "null"},
			},
		},
	},
}

func plainGet(f *eval.Frame, l *value.List) value.Value {
	v := f.Arg(l, 1)
	if l.Len() < 3 {
		return v
	}
	k := f.Arg(l, 2)
	list := v.List()
	if list == nil {
		return v
	}
	return element(f, l, list, k)
}

// element returns what get finds in a list under a key or path.
func element(f *eval.Frame, l, list *value.List, k value.Value) value.Value {
	if path := k.List(); path != nil {
		if path.Len() == 0 {
			return list.Value()
		}
		parent, last := walkKeys(f, l, list, path, noList(l))
		return getKey(l, parent, last)
	}
	return getKey(l, list, mustKey(f, k))
}

var hasFunction = valueFunction{least: 2, most: 2, check: listFirst, of: hasKey}

func plainHas(f *eval.Frame, l *value.List) value.Value { return hasFunction.plain(f, l) }

func hasKey(_ *eval.Frame, _ *value.List, _ int, a, v, _ value.Value) value.Value {
	list := a.List()
	path := v.List()
	if path == nil {
		k, ok := keyOf(v)
		return value.Bool(ok && k.find(list) >= 0)
	}
	for i := 0; i < path.Len(); i++ {
		k, ok := keyOf(path.At(i))
		if !ok {
			return value.Bool(false)
		}
		at := k.find(list)
		if at < 0 || i == path.Len()-1 {
			return value.Bool(at >= 0)
		}
		if list = list.At(at).List(); list == nil {
			return value.Bool(false)
		}
	}
	return value.Bool(false)
}

var firstFunction = valueFunction{least: 1, most: 1, check: listFirst, of: firstOf}

func plainFirst(f *eval.Frame, l *value.List) value.Value { return firstFunction.plain(f, l) }

func firstOf(_ *eval.Frame, _ *value.List, _ int, a, _, _ value.Value) value.Value {
	list := a.List()
	if list.Len() == 0 {
		return value.Null()
	}
	return list.At(0)
}

var lastFunction = valueFunction{least: 1, most: 1, check: listFirst, of: lastOf}

func plainLast(f *eval.Frame, l *value.List) value.Value { return lastFunction.plain(f, l) }

func lastOf(_ *eval.Frame, _ *value.List, _ int, a, _, _ value.Value) value.Value {
	list := a.List()
	if list.Len() == 0 {
		return value.Null()
	}
	return list.At(list.Len() - 1)
}
