package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listPutTable holds the functions that replace and remove elements by key.
var listPutTable = []eval.Builtin{
	{
		Name: "put", Min: 3, Plain: plainPut,
		Help: eval.Help{
			Signature: "(put l key v)",
			Summary:   "Replaces the element of a list with an index or a name, or at the end of a path of both. A new name is added at the end; behind the end of the list nulls are added first.",
			Args: []eval.HelpArg{
				{"l", "list", "what to change"},
				{"key", "number, string or list", "index from 0, name, or a list of these to walk into lists inside"},
				{"v", "anything", "the new element"},
			},
			Result: "what was there before, null if nothing was",
			Errors: []string{
				"IndexOutOfBoundsException for a negative index and an empty path",
				"IllegalArgumentException if l is no list",
				"RuntimeException \"Invalid path\" if a path leads through a value that is no list, \"Invalid path item: X\" for other keys",
				"LimitExceeded for an index more than 2^24 elements behind the end",
			},
			Related: []string{"get", "set", "push", "insert", "put-name"},
			Examples: []eval.HelpExample{
				{"(set l (list 1 \"a\" => 2))", "(1 \"a\" => 2)"},
				{"(put l \"a\" 5)", "2"},
				{"(put l \"b\" 6)", "null"},
				{"(put l 4 7)", "null"},
				{"l", "(1 \"a\" => 5 \"b\" => 6 null 7)"},
				{"(put (1) true 5)", "! RuntimeException \"Invalid path item: true\""},
			},
		},
	},
	{
		Name: "remove", Min: 1, Plain: plainRemove,
		Help: eval.Help{
			Signature: "(remove l [key])",
			Summary:   "Takes an element out of a list; those behind it move up with their names. Without a key the list becomes empty.",
			Args: []eval.HelpArg{
				{"l", "list", "what to change"},
				{"key", "number, string or list", "index from 0, name, or a list of these to walk into lists inside"},
			},
			Result: "the element; null for a name that the list does not have, and without a key",
			Errors: []string{
				"IndexOutOfBoundsException for an index outside the list and an empty path",
				"IllegalArgumentException if l is no list",
				"RuntimeException \"Invalid path\" if a path leads through a value that is no list, \"Invalid path item: X\" for other keys",
			},
			Related: []string{"pop", "delete", "put"},
			Examples: []eval.HelpExample{
				{"(set l (list \"a\" => 1 2 \"c\" => 3))", "(\"a\" => 1 2 \"c\" => 3)"},
				{"(remove l 1)", "2"},
				{"(remove l \"a\")", "1"},
				{"(remove l \"z\")", "null"},
				{"l", "(\"c\" => 3)"},
				{"(do (remove l) l)", "()"},
			},
		},
	},
	{
		Name: "push", Min: 1, Plain: plainPush,
		Help: eval.Help{
			Signature: "(push l v…)",
			Summary:   "Adds values at the end of a list.",
			Args: []eval.HelpArg{
				{"l", "list", "what to change"},
				{"v", "anything", "what to add; names of the arguments do not count"},
			},
			Result:  "l",
			Errors:  []string{"IllegalArgumentException if l is no list; (push null) alone is null"},
			Related: []string{"pop", "append", "insert", "put"},
			Examples: []eval.HelpExample{
				{"(push (list 1) 2 (3))", "(1 2 (3))"},
				{"(push null 1)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "pop", Min: 1, Plain: plainPop,
		Help: eval.Help{
			Signature: "(pop l)",
			Summary:   "Takes the last element out of a list.",
			Args:      []eval.HelpArg{{"l", "list", "what to change"}},
			Result:    "the element, null if the list is empty",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"push", "remove", "last"},
			Examples: []eval.HelpExample{
				{"(set l (list 1 2))", "(1 2)"},
				{"(pop l)", "2"},
				{"l", "(1)"},
			},
		},
	},
	{
		Name: "insert", Min: 1, Plain: plainInsert,
		Help: eval.Help{
			Signature: "(insert l [i] v)",
			Summary:   "Puts a value into a list before an element; that and those behind it move down with their names.",
			Args: []eval.HelpArg{
				{"l", "list", "what to change"},
				{"i", "number", "the index of the new element, 0 to the size of l; 0 if absent"},
				{"v", "anything", "what to insert"},
			},
			Result: "l; null if it is no list",
			Errors: []string{
				"IndexOutOfBoundsException for other indices, and without v",
				"IllegalArgumentException if i is no number",
			},
			Related: []string{"push", "put", "append"},
			Examples: []eval.HelpExample{
				{"(insert (list 1 3) 1 2)", "(1 2 3)"},
				{"(insert (list \"a\" => 1) 0)", "(0 \"a\" => 1)"},
				{"(insert (list 1) 3 9)", "! IndexOutOfBoundsException"},
			},
		},
	},
}

func plainPut(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	k := f.Arg(l, 2)
	return putElement(f, l, list, k, f.Arg(l, 3))
}

// putElement puts v into a list under a key or path and returns what was there.
func putElement(f *eval.Frame, l, list *value.List, k, v value.Value) value.Value {
	list, last := target(f, l, list, k)
	if last.name != nil {
		return putName(f, list, last.name, v)
	}
	if last.index < 0 {
		eval.Throw(eval.IndexOutOfBounds, "%s: got index %d, want 0 or more", eval.FunctionName(l), last.index)
	}
	return putIndex(f, list, last.index, v)
}

// target returns the list that put or remove changes, list itself or one that a path leads
// to, and the key of the element.
func target(f *eval.Frame, l, list *value.List, k value.Value) (*value.List, key) {
	if path := k.List(); path != nil {
		return walkKeys(f, l, list, path, invalidPath)
	}
	return list, mustKey(f, k)
}

func plainRemove(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	if l.Len() < 3 {
		list.Clear()
		return value.Null()
	}
	list, last := target(f, l, list, f.Arg(l, 2))
	i := last.find(list)
	switch {
	case i >= 0:
		if i > 0 { // the first element leaves without moving the others
			tickMove(f, list.Len()-i)
		}
		return list.Remove(i)
	case last.name == nil:
		throwIndex(l, last.index, list.Len())
	}
	return value.Null()
}

func plainPush(f *eval.Frame, l *value.List) value.Value {
	return pushFrom(f, l, f.Arg(l, 1), 2)
}

// pushFrom evaluates the elements of the call l from index i on and pushes them to v.
func pushFrom(f *eval.Frame, l *value.List, v value.Value, i int) value.Value {
	list := v.List()
	if list == nil {
		if v.IsNull() && l.Len() == 2 {
			return v
		}
		eval.WrongType(l, v, "list")
	}
	for ; i < l.Len(); i++ {
		e := f.Eval(l.At(i))
		chargeGrowth(f, list, 1)
		list.Push(e)
	}
	return v
}

var popFunction = valueFunction{least: 1, most: 1, check: listFirst, of: popFrom, changes: true}

func plainPop(f *eval.Frame, l *value.List) value.Value { return popFunction.plain(f, l) }

func popFrom(_ *eval.Frame, _ *value.List, _ int, a, _, _ value.Value) value.Value {
	return a.List().Pop()
}

func plainInsert(f *eval.Frame, l *value.List) value.Value {
	v := f.Arg(l, 1)
	list := v.List()
	if list == nil {
		return value.Null()
	}
	at, element := int64(0), 2
	if l.Len() > 3 {
		at, element = indexArg(f, l, 2), 3
	}
	e := f.Arg(l, element)
	if n := list.Len(); at < 0 || at > int64(n) {
		eval.Throw(eval.IndexOutOfBounds, "insert: got index %d, want 0 to %d", at, n)
	}
	chargeGrowth(f, list, 1)
	tickMove(f, list.Len()-int(at))
	list.Insert(int(at), e)
	return v
}
