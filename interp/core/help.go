package core

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// helpTable holds the function that explains others.
var helpTable = []eval.Builtin{
	{
		Name: "help", Plain: help,
		Help: eval.Help{
			Signature: "(help ref \"format\" => f \"language\" => l)",
			Summary: "Explains a function: one of the script, for which the variable NAME_help may hold a text or a list, " +
				"or a built-in one.",
			Args: []eval.HelpArg{
				{"ref", "reference", "the name of the function; a variable goes before a built-in function"},
				{`"format"`, "string", "\"text\", the default, or \"list\": the name, the form of a call and the result come first"},
				{`"language"`, "string", "the language wished for; all help is in English"},
			},
			Result:  "a string or a list; null for a name that is not known, and in another format",
			Errors:  []string{"MissingArgument or InvalidReference if ref is absent or no reference"},
			Related: []string{"functions"},
			Examples: []eval.HelpExample{
				{"(set area (function (width \"height\") (* width height)))", ""},
				{"(help area \"format\" => \"list\")", "(area (area width \"height\") result)"},
				{"(first (help size \"format\" => \"list\"))", "size"},
				{"(help no-such-function)", "null"},
			},
		},
	},
}

func help(f *eval.Frame, l *value.List) value.Value {
	r := f.RefArg(l, 1)
	format, ok := f.Option(l, "format")
	f.Option(l, "language")
	asList := false
	if ok && !format.IsNull() {
		switch name, _ := format.AsString(); name {
		case "text":
		case "list":
			asList = true
		default:
			return value.Null()
		}
	}
	if !r.Hard() {
		if v, found := f.Find(r); found {
			return helpOfVariable(f, r, v, asList)
		}
	}
	fn := f.Session().Registry().Function(r.Text())
	if fn == nil || r.Walks() {
		return value.Null()
	}
	return helpOfBuiltin(f, fn, asList)
}

// helpOfVariable explains what a variable holds.
func helpOfVariable(f *eval.Frame, r *value.Ref, v value.Value, asList bool) value.Value {
	if h := v.Ref(); h != nil && h.Hard() {
		return helpOfBuiltin(f, h.Function().(*eval.Function), asList)
	}
	user := eval.AsFunction(v)
	switch {
	case user != nil && asList:
		if own, _ := f.Find(helpVariable(r)); own.IsList() {
			return value.Clone(own, f.TickHolding)
		}
		return helpList(r, user).Value()
	case asList:
		return value.Null()
	case user == nil:
		return value.String(printedForm(f, r.Value()) + " is a variable: " + eval.TypeName(v))
	}
	text := printedForm(f, helpList(r, user).At(1)) + "\n"
	if own, _ := f.Find(helpVariable(r)); !own.IsNull() {
		text += "  " + textForm(f, own) + "\n"
	}
	return value.String(text)
}

// helpVariable returns the reference of the variable that explains the function r.
func helpVariable(r *value.Ref) *value.Ref {
	const suffix = "_help"
	if !r.Walks() {
		return value.NewRef(r.Name() + suffix)
	}
	steps := slices.Clone(r.Path())
	last := &steps[len(steps)-1]
	if last.Name == nil { // an element without a name has no help beside it
		return value.NewRef(r.Text() + suffix)
	}
	last.Name = value.NewText(last.Name.String() + suffix)
	return syntax.NewPath(steps)
}

// helpList returns (f (f params…) result) for the user function f.
func helpList(r *value.Ref, user *value.List) *value.List {
	form := value.NewList(0)
	form.Push(r.Value())
	switch params := user.At(1); {
	case params.IsList():
		for i := 0; i < params.List().Len(); i++ {
			form.AppendFrom(params.List(), i)
		}
	case params.Ref() != nil:
		form.Push(params)
	}
	return value.ListOf([]value.Value{r.Value(), form.Value(), value.NewRef("result").Value()})
}

func helpOfBuiltin(f *eval.Frame, fn *eval.Function, asList bool) value.Value {
	if !asList {
		return value.String(helpText(fn))
	}
	h := &fn.Help
	form, err := syntax.Read(h.Signature, syntax.Options{Lookup: f.Session().Registry().HardName})
	if err != nil {
		form = value.String(h.Signature)
	}
	l := value.ListOf([]value.Value{fn.Value(), form, value.String(h.Result)})
	l.Put("summary", value.String(h.Summary))
	args := value.NewList(0)
	for _, a := range h.Args {
		args.Put(a.Name, texts(a.Type, a.Meaning))
	}
	l.Put("arguments", args.Value())
	l.Put("errors", texts(h.Errors...))
	l.Put("related", texts(h.Related...))
	examples := value.NewList(0)
	for _, e := range h.Examples {
		examples.Push(texts(e.Expression, e.Result))
	}
	l.Put("examples", examples.Value())
	return l.Value()
}

func texts(all ...string) value.Value {
	l := value.NewListCap(len(all))
	for _, s := range all {
		l.Push(value.String(s))
	}
	return l.Value()
}
