package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// listTextTable holds join.
var listTextTable = []eval.Builtin{
	{
		Name: "join", Min: 1, Plain: plainJoin,
		Help: eval.Help{
			Signature: "(join l [separator])",
			Summary:   "Puts the text forms of the elements of a list together to one text.",
			Args: []eval.HelpArg{
				{"l", "list", "whose elements to take"},
				{"separator", "string", "what to put between two of them; nothing if absent"},
			},
			Result:  "a string",
			Errors:  []string{"IllegalArgumentException if l is no list or the separator no string"},
			Related: []string{"split", "concat", "string"},
			Examples: []eval.HelpExample{
				{"(join (\"a\" 1 (2 \"b\")) \", \")", "\"a, 1, (2 \\\"b\\\")\""},
				{"(join (\"a\" \"b\"))", "\"ab\""},
				{"(join ())", "\"\""},
			},
		},
	},
}

func plainJoin(f *eval.Frame, l *value.List) value.Value {
	list := f.ListArg(l, 1)
	separator := ""
	if l.Len() > 2 {
		separator = f.TextArg(l, 2).String()
	}
	var joined []byte
	add := func(text string) {
		f.CheckTextLen(int64(len(joined) + len(text)))
		f.Charge(int64(len(text)))
		joined = append(joined, text...)
	}
	for i := 0; i < list.Len(); i++ {
		f.TickElements(i)
		if i >= list.Len() { // another executor had its turn
			break
		}
		if i > 0 {
			add(separator)
		}
		v := list.At(i)
		if text, ok := v.AsString(); ok {
			add(text)
		} else {
			joined = appendPrinted(f, joined, v)
		}
	}
	return value.String(stringOf(joined))
}
