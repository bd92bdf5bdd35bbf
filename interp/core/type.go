package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// typeTable holds the functions that tell what a value is.
var typeTable = []eval.Builtin{
	{
		Name: "type-of", Min: 1, Plain: typeOf,
		Help: eval.Help{
			Signature: "(type-of x)",
			Summary:   "Tells the type of a value.",
			Args:      []eval.HelpArg{{"x", "anything", "a value"}},
			Result:    "\"null\", \"boolean\", \"number\", \"string\", \"reference\", \"list\", or \"foreign\" for a value of the host",
			Related:   []string{"subtype-of"},
			Examples: []eval.HelpExample{
				{"(type-of 1.5)", "\"number\""},
				{"(type-of (quote x))", "\"reference\""},
				{"(type-of nothing-here)", "\"null\""},
			},
		},
	},
	{
		Name: "subtype-of", Min: 1, Plain: subtypeOf,
		Help: eval.Help{
			Signature: "(subtype-of x)",
			Summary:   "Tells more exactly what a value is.",
			Args:      []eval.HelpArg{{"x", "anything", "a value"}},
			Result: "of a number \"integer\", \"long\" or \"double\"; of a reference \"soft-reference\" or \"hard-reference\" " +
				"(a built-in function); of a list \"function-list\", \"code-list\" or \"data-list\" by its first element; else its type",
			Related: []string{"type-of"},
			Examples: []eval.HelpExample{
				{"(subtype-of 1)", "\"integer\""},
				{"(subtype-of (+ 1 1))", "\"double\""},
				{"(subtype-of (quote (+ 1 1)))", "\"code-list\""},
				{"(subtype-of (function () 1))", "\"function-list\""},
				{"(subtype-of (1 2))", "\"data-list\""},
			},
		},
	},
	{
		Name: "boolean", Min: 1, Plain: boolean,
		Help: eval.Help{
			Signature: "(boolean x)",
			Summary:   "Tells whether a value counts as true.",
			Args:      []eval.HelpArg{{"x", "anything", "a value"}},
			Result:    "false for null, false, zeros, the empty list and every string but \"true\" in any letter case; else true",
			Related:   []string{"if", "not"},
			Examples: []eval.HelpExample{
				{"(boolean 0.5)", "true"},
				{"(boolean \"True\")", "true"},
				{"(boolean \"yes\")", "false"},
				{"(boolean (0))", "true"},
			},
		},
	},
}

var typeFunction = valueFunction{least: 1, most: 1, of: typeOfValue}

func typeOf(f *eval.Frame, l *value.List) value.Value { return typeFunction.plain(f, l) }

func typeOfValue(_ *eval.Frame, _ *value.List, _ int, v, _, _ value.Value) value.Value {
	switch v.Kind() {
	case value.KindInt, value.KindLong, value.KindDouble:
		return numberName
	case value.KindList:
		return listName
	case value.KindString:
		return stringName
	}
	return value.String(eval.TypeName(v))
}

// The names of the commonest types.
var numberName, listName, stringName = value.String("number"), value.String("list"), value.String("string")

var subtypeFunction = valueFunction{least: 1, most: 1, of: subtypeOfValue}

func subtypeOf(f *eval.Frame, l *value.List) value.Value { return subtypeFunction.plain(f, l) }

func subtypeOfValue(_ *eval.Frame, _ *value.List, _ int, v, _, _ value.Value) value.Value {
	return value.String(subtype(v))
}

func subtype(v value.Value) string {
	switch v.Kind() {
	case value.KindInt:
		return "integer"
	case value.KindLong:
		return "long"
	case value.KindDouble:
		return "double"
	case value.KindReference:
		if v.Ref().Hard() {
			return "hard-reference"
		}
		return "soft-reference"
	case value.KindList:
		return listSubtype(v.List())
	}
	return eval.TypeName(v)
}

// listSubtype tells a list's subtype by its first element.
func listSubtype(l *value.List) string {
	if l.Len() == 0 {
		return "data-list"
	}
	r := l.At(0).Ref()
	switch {
	case r == nil || !r.Hard():
		return "data-list"
	case r.Text() == "function":
		return "function-list"
	}
	return "code-list"
}

var booleanFunction = valueFunction{least: 1, most: 1, of: booleanOfValue}

func boolean(f *eval.Frame, l *value.List) value.Value { return booleanFunction.plain(f, l) }

func booleanOfValue(_ *eval.Frame, _ *value.List, _ int, v, _, _ value.Value) value.Value {
	return value.Bool(v.Truth())
}
