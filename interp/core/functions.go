package core

import (
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// functionsTable holds functions.
var functionsTable = []eval.Builtin{
	{
		Name: "functions", Plain: plainFunctions,
		Help: eval.Help{
			Signature: "(functions [regex])",
			Summary:   "The built-in functions whose names the reader binds itself, those of libraries included; names that variables may hide are not among them.",
			Args:      []eval.HelpArg{{"regex", "string", "a regular expression that must match the whole name; all functions if absent"}},
			Result:    "a new list of hard references in the order of their names",
			Errors:    regexErrors,
			Related:   []string{"help", "match-string"},
			Examples: []eval.HelpExample{
				{"(functions \"bit-.*\")", "(bit-and bit-not bit-or bit-shift bit-xor)"},
				{"(functions \"no-.*\")", "()"},
				{"(call (first (functions \"[+]\")) 1 2)", "3"},
			},
		},
	},
}

func plainFunctions(f *eval.Frame, l *value.List) value.Value {
	matches := func(string) bool { return true }
	if l.Len() > 1 {
		re := regexArg(f, l, 1)
		matches = func(name string) bool {
			ok, err := re.MatchWhole(name, regexOptions(f))
			if err != nil {
				throwRegex(f, l, err)
			}
			return ok
		}
	}
	var found []*eval.Function
	for _, fn := range f.Session().Registry().Functions() {
		if fn.Hard && matches(fn.Name) {
			found = append(found, fn)
		}
	}
	slices.SortFunc(found, func(a, b *eval.Function) int { return strings.Compare(a.Name, b.Name) })
	chargeList(f, len(found))
	list := value.NewListCap(len(found))
	for _, fn := range found {
		list.Push(fn.Value())
	}
	return list.Value()
}
