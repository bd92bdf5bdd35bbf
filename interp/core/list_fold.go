package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listFoldTable holds the additions that gather the elements of a list.
var listFoldTable = []eval.Builtin{
	{
		Name: "reduce", Min: 5, Plain: plainReduce,
		Help: eval.Help{
			Signature: "(reduce l acc initial var CODE…)",
			Summary:   "Combines the elements of a list to one value: acc is first the initial value, then for each element what code makes of acc and the element.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"acc", "reference", "a variable of the local scope for what was made so far; it stays"},
				{"initial", "anything", "its first value"},
				{"var", "reference", "a variable of the local scope, set to each element in turn; it stays"},
				{"CODE", "code", "what to evaluate; the last value counts"},
			},
			Result:  "the last acc, initial if l is empty",
			Errors:  iterateErrors,
			Related: []string{"for-each", "sum", "group-by", "join"},
			Examples: []eval.HelpExample{
				{"(reduce (1 2 3 4) a 0 x (+ a x))", "10"},
				{"(reduce (\"a\" \"b\") s \"\" x (concat x s))", "\"ba\""},
				{"(reduce () a \"none\" x (+ a x))", "\"none\""},
			},
		},
	},
	{
		Name: "group-by", Min: 3, Plain: plainGroupBy,
		Help: eval.Help{
			Signature: "(group-by l var CODE)",
			Summary:   "Sorts the elements of a list into groups by the text form of a value that code has for each.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"var", "reference", "a variable of the local scope, set to each element in turn; it stays"},
				{"CODE", "code", "one expression"},
			},
			Result:  "a new list: each text as the name of a new list of the elements with it, in order of first appearance",
			Errors:  iterateErrors,
			Related: []string{"distinct", "reduce", "find"},
			Examples: []eval.HelpExample{
				{"(group-by (1 2 3 4) x (mod x 2))", "(\"1\" => (1 3) \"0\" => (2 4))"},
				{"(group-by (\"kiwi\" \"fig\" \"plum\") w (length w))", "(\"4\" => (\"kiwi\" \"plum\") \"3\" => (\"fig\"))"},
			},
		},
	},
	{
		Name: "distinct", Min: 1, Plain: plainDistinct,
		Help: eval.Help{
			Signature: "(distinct l)",
			Summary:   "Makes a new list of the elements of a list without those that are = to one before.",
			Args:      []eval.HelpArg{{"l", "list", "whose elements to take"}},
			Result:    "a new list without names",
			Errors:    []string{"IllegalArgumentException if l is no list"},
			Related:   []string{"=", "sort", "group-by"},
			Examples: []eval.HelpExample{
				{"(distinct (1 2 1 3 2))", "(1 2 3)"},
				{"(distinct (1 1.0 (2) (\"n\" => 2)))", "(1 (2))"},
			},
		},
	},
}

func plainReduce(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	return reduceInto(f, l, list, f.LocalArg(l, 2))
}

// reduceInto is reduce from its initial value on.
func reduceInto(f *eval.Frame, l, list *value.List, accumulator *value.Ref) value.Value {
	result := f.Arg(l, 3)
	variable := f.LocalArg(l, 4)
	f.SetLocal(accumulator, result)
	return reduceFrom(f, l, list, accumulator, variable, 0, result)
}

// reduceFrom is reduce from element i on, when those before it gave result.
func reduceFrom(f *eval.Frame, l, list *value.List, accumulator, variable *value.Ref, i int, result value.Value) value.Value {
	eachElement(f, l, list, variable, int64(i), func(int, value.Value) bool {
		result = f.Body(l, 5)
		f.SetLocal(accumulator, result)
		return true
	})
	return result
}

func plainGroupBy(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	return groupFrom(f, l, list, value.NewList(0), f.LocalArg(l, 2), 0)
}

// groupFrom puts the elements from i on into groups.
func groupFrom(f *eval.Frame, l, list, groups *value.List, variable *value.Ref, i int) value.Value {
	eachElement(f, l, list, variable, int64(i), func(_ int, v value.Value) bool {
		addToGroup(f, groups, f.Arg(l, 3), v)
		return true
	})
	return groups.Value()
}

// addToGroup adds v to the group whose name is the text form of key.
func addToGroup(f *eval.Frame, groups *value.List, key, v value.Value) {
	name := textForm(f, key)
	if found, ok := groups.Get(name); ok {
		group := found.List()
		chargeGrowth(f, group, 1)
		group.Push(v)
		return
	}
	chargeGrowth(f, groups, 1)
	chargeList(f, 1)
	groups.Put(name, value.ListOf([]value.Value{v}).Value())
}

func plainDistinct(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	result := value.NewList(0)
	hasher := value.NewHasher()
	latest := map[uint64]int32{} // hash → position in result of the latest element with it
	var before []int32           // position → that of the element before with the same hash, or -1
	for i := 0; i < list.Len(); i++ {
		f.TickElements(i)
		if i >= list.Len() { // another executor had its turn
			break
		}
		v := list.At(i)
		hash := hasher.Hash(v)
		at, ok := latest[hash]
		if !ok {
			at = -1
		}
		first := at
		for at >= 0 && !same(f, result.At(int(at)), v) {
			at = before[at]
		}
		if at >= 0 {
			continue
		}
		chargeGrowth(f, result, 1)
		f.Charge(elementBytes)
		latest[hash] = int32(result.Len())
		before = append(before, first)
		result.Push(v)
	}
	return result.Value()
}
