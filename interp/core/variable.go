package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// variableTable holds the functions that make, change and remove variables.
var variableTable = []eval.Builtin{
	{
		Name: "set", Plain: set,
		Help: eval.Help{
			Signature: "(set ref v)",
			Summary: "Assigns a value: to the local variable of that name if there is one, else to the global one; " +
				"a path puts it into the list that it leads to.",
			Args: []eval.HelpArg{
				{"ref", "reference", "a name or path, or code that gives one; an index behind the end pads with null"},
				{"v", "anything", "the value"},
			},
			Result: "v",
			Errors: []string{
				"MissingArgument or InvalidReference if ref is absent or no reference",
				"IndexOutOfBoundsException without a value",
				"IllegalArgumentException for a built-in function, or where the path does not lead through lists",
			},
			Related: []string{"local", "set-local", "put", "delete"},
			Examples: []eval.HelpExample{
				{"(set x (+ 1 2))", "3"},
				{"(set order (list \"n\" => 1))", "(\"n\" => 1)"},
				{"(set order/price 2.5)", "2.5"},
				{"order", "(\"n\" => 1 \"price\" => 2.5)"},
				{"(set 5 1)", "! InvalidReference \"At position 1\""},
			},
		},
	},
	{
		Name: "set-local", Plain: setLocal,
		Help: eval.Help{
			Signature: "(set-local ref v)",
			Summary:   "Assigns a value to a variable of the local scope, which it creates if there is none.",
			Args: []eval.HelpArg{
				{"ref", "reference", "a name"},
				{"v", "anything", "the value"},
			},
			Result: "v",
			Errors: []string{
				"MissingArgument or InvalidReference if ref is absent or no reference",
				"RuntimeException for a path",
				"IllegalArgumentException for a built-in function",
			},
			Related: []string{"local", "set"},
			Examples: []eval.HelpExample{
				{"(do (set-local x 5) (exists x))", "true"},
				{"(exists x)", "false"},
				{"(set-local a/b 1)", "! RuntimeException \"Invalid local reference: a/b\""},
			},
		},
	},
	{
		Name: "local", Plain: local,
		Help: eval.Help{
			Signature: "(local ref…)",
			Summary:   "Makes variables of the local scope, each with the value null, also where they exist.",
			Args:      []eval.HelpArg{{"ref", "reference", "a name"}},
			Result:    "null",
			Errors: []string{
				"InvalidReference if a ref is no reference",
				"RuntimeException for a path",
				"IllegalArgumentException for a built-in function",
			},
			Related: []string{"set-local", "set"},
			Examples: []eval.HelpExample{
				{"(set v 1)", "1"},
				{"(do (local v) (set v 2) v)", "2"},
				{"v", "1"},
			},
		},
	},
	{
		Name: "delete", Plain: deleteVariable,
		Help: eval.Help{
			Signature: "(delete ref)",
			Summary:   "Removes a variable, the local one first, or the element that a path leads to.",
			Args:      []eval.HelpArg{{"ref", "reference", "a name or path"}},
			Result:    "whether there was one",
			Errors: []string{
				"MissingArgument or InvalidReference if ref is absent or no reference",
				"IllegalArgumentException for a built-in function, or where the path does not lead through lists",
			},
			Related: []string{"exists", "remove", "set"},
			Examples: []eval.HelpExample{
				{"(set x 1)", "1"},
				{"(delete x)", "true"},
				{"(delete x)", "false"},
			},
		},
	},
	{
		Name: "exists", Plain: exists,
		Help: eval.Help{
			Signature: "(exists ref)",
			Summary:   "Tells whether there is a variable, local or global, or an element that a path leads to. Its value may be null.",
			Args:      []eval.HelpArg{{"ref", "reference", "a name or path"}},
			Result:    "a boolean",
			Errors: []string{
				"MissingArgument or InvalidReference if ref is absent or no reference",
				"IllegalArgumentException for a built-in function",
			},
			Related: []string{"delete", "has"},
			Examples: []eval.HelpExample{
				{"(exists x)", "false"},
				{"(set x null)", "null"},
				{"(exists x)", "true"},
				{"(exists x/y/0)", "false"},
			},
		},
	},
}

// set determines the reference first and walks its path after the value is known.
func set(f *eval.Frame, l *value.List) value.Value {
	r := softArg(f, l, 1)
	v := f.Arg(l, 2)
	assign(f, r, v)
	return v
}

func setLocal(f *eval.Frame, l *value.List) value.Value {
	r := f.LocalArg(l, 1)
	v := f.Arg(l, 2)
	f.SetLocal(r, v)
	return v
}

func local(f *eval.Frame, l *value.List) value.Value {
	for i := 1; i < l.Len(); i++ {
		f.SetLocal(f.LocalArg(l, i), value.Null())
	}
	return value.Null()
}

func deleteVariable(f *eval.Frame, l *value.List) value.Value {
	r := softArg(f, l, 1)
	if !r.Walks() {
		return value.Bool(f.Delete(r.Name()))
	}
	parent, last := f.Parent(r)
	i := int(last.Index)
	if last.Name != nil {
		i = parent.Find(last.Name.String())
	}
	if i < 0 || i >= parent.Len() {
		return value.Bool(false)
	}
	parent.Remove(i)
	return value.Bool(true)
}

func exists(f *eval.Frame, l *value.List) value.Value {
	_, found := f.Find(softArg(f, l, 1))
	return value.Bool(found)
}

// softArg returns the reference argument i of the call l, which must not be a
// built-in function.
func softArg(f *eval.Frame, l *value.List, i int) *value.Ref {
	r := f.RefArg(l, i)
	if r.Hard() {
		eval.ThrowNoVariable(eval.FunctionName(l), r)
	}
	return r
}
