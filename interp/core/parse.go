package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// parseTable holds parse.
var parseTable = []eval.Builtin{
	{
		Name: "parse", Min: 1, Plain: plainParse,
		Help: eval.Help{
			Signature: "(parse text [format])",
			Summary: "Reads a text as one value: of this language, which string writes, without evaluating it; or as JSON, where objects become " +
				"lists with names; or as XML, where an element is (\"tag\" \"attribute\" => \"value\" \"*\" => children) and the whole " +
				"(\"document\" \"*\" => elements).",
			Args: []eval.HelpArg{
				{"text", "string", "what to read"},
				{"format", "string", "\"json\" or \"xml\"; anything else is the language"},
			},
			Result: "the value; null if a text of the language is blank",
			Errors: []string{
				"ParseException if the text is malformed",
				"InvalidReference for a path that does not begin with a name",
				"IllegalArgumentException if the text is no string",
				"LimitExceeded for data nested too deeply",
			},
			Related: []string{"string", "number", "parse-date", "eval"},
			Examples: []eval.HelpExample{
				{"(parse \"(+ 1 \\\"a\\\")\")", "(+ 1 \"a\")"},
				{"(parse \"{\\\"a\\\":[1,2.5,null]}\" \"json\")", "(\"a\" => (1 2.5 null))"},
				{"(parse \"<p id='1'>x &lt; y</p>\" \"xml\")", "(\"document\" \"*\" => ((\"p\" \"id\" => \"1\" \"*\" => \"x < y\")))"},
				{"(parse \"[1,]\" \"json\")", "! ParseException"},
				{"(parse \"(1\")", "! ParseException \"Unmatched parenthesis\""},
			},
		},
	},
}

func plainParse(f *eval.Frame, l *value.List) value.Value {
	text := f.TextArg(l, 1).String()
	if l.Len() > 2 {
		if v, ok := readAs(f, text, optionText(f.Arg(l, 2))); ok {
			return v
		}
	}
	v, err := syntax.Read(text, syntax.Options{
		Owner:  f.Session().Mark(),
		Lookup: f.Session().Registry().HardName,
		Depth:  f.Executor().Evaluation().Limits().ReadDepth,
		Meter:  f.Meter(),
	})
	if err != nil {
		throwUnreadable(err)
	}
	return v
}
