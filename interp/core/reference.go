package core

import (
	"math"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// referenceTable holds the functions that make references and take them apart.
var referenceTable = []eval.Builtin{
	{
		Name: "reference", Min: 1, Plain: reference,
		Help: eval.Help{
			Signature: "(reference x)",
			Summary:   "Makes a reference.",
			Args: []eval.HelpArg{{"x", "string, list or reference",
				"the text of a reference; or the steps of a path, names and indices, the first of them a name"}},
			Result: "the reference; of a function's name the function",
			Errors: []string{"InvalidReference if the text, the steps or the type will not do"},
			Related: []string{
				"reference-list", "quote",
			},
			Examples: []eval.HelpExample{
				{"(reference \"order/n\")", "order/n"},
				{"(reference (\"rows\" 0 \"unit price\"))", "rows/0/\"unit price\""},
				{"(set (reference \"x\") 5)", "5"},
				{"(reference \"12\")", "! InvalidReference \"12\""},
				{"(reference ())", "! InvalidReference \"No path\""},
			},
		},
	},
	{
		Name: "reference-list", Plain: referenceList,
		Help: eval.Help{
			Signature: "(reference-list ref)",
			Summary:   "Takes a reference apart.",
			Args:      []eval.HelpArg{{"ref", "reference", "a name or path"}},
			Result:    "a list of its steps: names as strings, indices as integers",
			Errors: []string{
				"MissingArgument or InvalidReference if ref is absent or no reference",
				"IllegalArgumentException for a built-in function",
			},
			Related: []string{"reference"},
			Examples: []eval.HelpExample{
				{"(reference-list rows/0/price)", "(\"rows\" 0 \"price\")"},
				{"(reference-list x)", "(\"x\")"},
			},
		},
	},
}

func reference(f *eval.Frame, l *value.List) value.Value {
	v := f.Eval(l.At(1))
	if v.Ref() != nil {
		return v
	}
	if steps := v.List(); steps != nil {
		return pathOf(f, steps).Value()
	}
	text := v.Text()
	if text == nil {
		eval.Throw(eval.InvalidReference, "%s", printedForm(f, v))
	}
	registry := f.Session().Registry()
	r, err := syntax.ParseReference(text.String(), registry.HardName)
	if err != nil {
		if e, ok := err.(*syntax.Error); ok {
			eval.Throw(eval.InvalidReference, "%s", e.Msg)
		}
		eval.ThrowError(eval.InvalidReference, err)
	}
	return r.Value()
}

// pathOf makes a path of the elements of a list.
func pathOf(f *eval.Frame, l *value.List) *value.Ref {
	if l.Len() == 0 {
		eval.Throw(eval.InvalidReference, "No path")
	}
	if first := l.At(0); !first.IsString() {
		eval.Throw(eval.InvalidReference, "First element is not a string: %s", printedForm(f, first))
	}
	steps := make([]value.Step, 0, l.Len())
	for i := 0; i < l.Len(); i++ {
		f.TickElements(i)
		v := l.At(i)
		if name := v.Text(); name != nil {
			steps = append(steps, value.Step{Name: name})
			continue
		}
		n, ok := int64(0), v.IsNumber()
		if ok {
			n, ok = v.Truncate()
		}
		if !ok || n < 0 || n > math.MaxInt32 {
			eval.Throw(eval.InvalidReference, "Invalid index: %s", printedForm(f, v))
		}
		steps = append(steps, value.Step{Index: int32(n)})
	}
	return syntax.NewPath(steps)
}

func referenceList(f *eval.Frame, l *value.List) value.Value {
	r := softArg(f, l, 1)
	if r.Path() == nil {
		return value.ListOf([]value.Value{r.NameText().Value()}).Value()
	}
	steps := value.NewListCap(len(r.Path()))
	for _, s := range r.Path() {
		if s.Name != nil {
			steps.Push(s.Name.Value())
		} else {
			steps.Push(value.Int(s.Index))
		}
	}
	return steps.Value()
}
