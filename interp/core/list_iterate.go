package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listIterateTable holds the functions that evaluate code for each element of a list.
// They read index by index and look at the size again before each element.
var listIterateTable = []eval.Builtin{
	{
		Name: "for-each", Min: 2, Plain: plainForEach,
		Help: eval.Help{
			Signature: "(for-each l var CODE…)",
			Summary:   "Evaluates code for each element of a list, also for those that are added meanwhile.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"var", "reference", "a variable of the local scope, set to each element in turn; it stays"},
				{"CODE", "code", "what to evaluate"},
			},
			Result:  "the last value, null if there was none",
			Errors:  iterateErrors,
			Related: []string{"apply", "find", "reduce", "while", "range"},
			Examples: []eval.HelpExample{
				{"(for-each (1 2 3) x (* x 10))", "30"},
				{"(do (set sum-of 0) (for-each (1 2 3) x (++ sum-of x)) sum-of)", "6"},
				{"(for-each null x x)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "apply", Min: 3, Plain: plainApply,
		Help: eval.Help{
			Signature: "(apply l var CODE)",
			Summary:   "Makes a new list of the values that code has for each element of a list.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"var", "reference", "a variable of the local scope, set to each element in turn; it stays"},
				{"CODE", "code", "one expression"},
			},
			Result:  "a new list with the names of l",
			Errors:  iterateErrors,
			Related: []string{"for-each", "find", "reduce"},
			Examples: []eval.HelpExample{
				{"(apply (1 2 3) x (* x x))", "(1 4 9)"},
				{"(apply (\"a\" => 1 \"b\" => 2) x (+ x 1))", "(\"a\" => 2 \"b\" => 3)"},
			},
		},
	},
	{
		Name: "find", Min: 3, Plain: plainFind,
		Help: eval.Help{
			Signature: "(find l var COND)",
			Summary:   "Makes a new list of those elements of a list for which a condition is true.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"var", "reference", "a variable of the local scope, set to each element in turn; it stays"},
				{"COND", "code", "the condition"},
			},
			Result:  "a new list of the elements, with their names",
			Errors:  iterateErrors,
			Related: []string{"locate", "apply", "match", "distinct"},
			Examples: []eval.HelpExample{
				{"(find (1 2 3 4) x (> x 2))", "(3 4)"},
				{"(find (\"a\" => 1 \"b\" => 2) x (= x 2))", "(\"b\" => 2)"},
				{"(find (1 2) x false)", "()"},
			},
		},
	},
	{
		Name: "locate", Min: 3, Plain: plainLocate,
		Help: eval.Help{
			Signature: "(locate l var COND [from])",
			Summary:   "The index of the first element of a list for which a condition is true.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"var", "reference", "a variable of the local scope, set to each element in turn; it stays"},
				{"COND", "code", "the condition"},
				{"from", "number or string", "the index to begin at, also as text; 0 if absent"},
			},
			Result: "an integer, -1 if there is none",
			Errors: []string{
				"IndexOutOfBoundsException if from is negative",
				"NumberFormatException if from is text but no number",
				"IllegalArgumentException if l is no list, or var a function",
				badVariable, pathVariable,
			},
			Related: []string{"find", "name-index", "locate-string"},
			Examples: []eval.HelpExample{
				{"(locate (5 6 7) x (> x 5))", "1"},
				{"(locate (1 2 1 2) x (= x 1) 1)", "2"},
				{"(locate (1 2) x (= x 9))", "-1"},
			},
		},
	},
}

// What functions that set a variable of the local scope say of its errors.
const (
	badVariable  = "InvalidReference if var is no reference"
	pathVariable = "RuntimeException \"Invalid local reference: X\" if var is a path"
)

var iterateErrors = []string{
	"IllegalArgumentException if l is no list, or var a function",
	badVariable, pathVariable,
}

// eachElement binds the variable to one element after the other and calls turn with the
// index of each, until turn returns false. l is the call.
func eachElement(f *eval.Frame, l, list *value.List, variable *value.Ref, from int64, turn func(i int, v value.Value) bool) {
	var heat eval.Heat
	for i := from; i < int64(list.Len()); i++ {
		heat.Turn(f, l)
		if i >= int64(list.Len()) { // another executor had its turn
			return
		}
		v := list.At(int(i))
		f.SetLocal(variable, v)
		if !turn(int(i), v) {
			return
		}
	}
}

func plainForEach(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	variable := f.LocalArg(l, 2)
	return forEachFrom(f, l, list, variable, 0, value.Null())
}

// forEachFrom is for-each from element i on, when the element before gave last.
func forEachFrom(f *eval.Frame, l, list *value.List, variable *value.Ref, i int, last value.Value) value.Value {
	eachElement(f, l, list, variable, int64(i), func(int, value.Value) bool {
		last = f.Body(l, 3)
		return true
	})
	return last
}

func plainApply(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	variable := f.LocalArg(l, 2)
	chargeList(f, list.Len())
	return applyFrom(f, l, list, value.NewListCap(list.Len()), variable, 0)
}

// applyFrom adds the results of apply for the elements from i on.
func applyFrom(f *eval.Frame, l, list, results *value.List, variable *value.Ref, i int) value.Value {
	eachElement(f, l, list, variable, int64(i), func(i int, _ value.Value) bool {
		name := list.NameText(i)
		addNamed(f, results, name, f.Arg(l, 3))
		return true
	})
	return results.Value()
}

func plainFind(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	variable := f.LocalArg(l, 2)
	return findFrom(f, l, list, value.NewList(0), variable, 0)
}

// findFrom adds what find finds among the elements from i on.
func findFrom(f *eval.Frame, l, list, found *value.List, variable *value.Ref, i int) value.Value {
	eachElement(f, l, list, variable, int64(i), func(i int, v value.Value) bool {
		name := list.NameText(i)
		if f.Arg(l, 3).Truth() {
			f.Charge(elementBytes)
			addNamed(f, found, name, v)
		}
		return true
	})
	return found.Value()
}

// addNamed adds an element with its name, if it has one.
func addNamed(f *eval.Frame, list *value.List, name *value.Text, v value.Value) {
	f.CheckLen(list.Len() + 1)
	if name != nil {
		list.PutText(name, v)
		return
	}
	list.Push(v)
}

func plainLocate(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	return locateIn(f, l, list, f.LocalArg(l, 2))
}

// locateIn is locate from its fourth argument on.
func locateIn(f *eval.Frame, l, list *value.List, variable *value.Ref) value.Value {
	from := int64(0)
	if l.Len() > 4 {
		from = positionArg(f, l, 4)
	}
	return locateFrom(f, l, list, variable, from)
}

// locateFrom is locate among the elements from i on.
func locateFrom(f *eval.Frame, l, list *value.List, variable *value.Ref, i int64) value.Value {
	at := -1
	eachElement(f, l, list, variable, i, func(i int, _ value.Value) bool {
		if f.Arg(l, 3).Truth() {
			at = i
		}
		return at < 0
	})
	return value.Whole(int64(at))
}

// positionArg evaluates argument i, a position from 0 on that may be given as text.
func positionArg(f *eval.Frame, l *value.List, i int) int64 {
	v := f.Arg(l, i)
	if t := v.Text(); t != nil {
		v = numberOfText(l, t.String())
	}
	if !v.IsNumber() {
		eval.WrongType(l, v, "number")
	}
	n, _ := v.Truncate()
	if n < 0 {
		eval.Throw(eval.IndexOutOfBounds, "%s: got position %d, want 0 or more", eval.FunctionName(l), n)
	}
	return n
}
