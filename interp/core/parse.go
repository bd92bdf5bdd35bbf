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
			Signature: "(parse T [F])",
			Summary: "Reads a text as one value: of this language, which string writes, without evaluating it; or as JSON, where objects become " +
				"lists with names; or as XML, where an element is (\"tag\" \"attribute\" => \"value\" \"*\" => children) and the whole " +
				"(\"document\" \"*\" => elements).",
			Args: []eval.HelpArg{
				{"T", "string", "the text"},
				{"F", "string", "\"json\" or \"xml\"; anything else is the language"},
			},
			Result: "the value; null if a text of the language is blank",
			Errors: []string{
				"ParseException if the text is malformed",
				"InvalidReference for a path that does not begin with a name",
				"IllegalArgumentException if T is no string",
				"LimitExceeded for data nested too deeply",
			},
			Related: []string{"string", "number", "parse-date", "eval"},
			Examples: []eval.HelpExample{
				{"(parse \"(+ 1 \\\"a\\\")\")", "(+ 1 \"a\")"},
				{"(parse \"(1\")", "! ParseException \"Unmatched parenthesis\""},
			},
		},
	},
}

func plainParse(f *eval.Frame, l *value.List) value.Value {
	text := f.TextArg(l, 1).String()
	v, err := syntax.Read(text, syntax.Options{
		Lookup: f.Session().Registry().HardName,
		Depth:  f.Executor().Evaluation().Limits().ReadDepth,
		Meter:  f.Meter(),
	})
	if err != nil {
		throwUnreadable(err)
	}
	return v
}

// throwUnreadable raises the error of a reader.
func throwUnreadable(err error) {
	switch err := err.(type) {
	case *syntax.Error:
		panic(eval.WithCause(eval.NewException(err.Type, "%s", err.Msg), err))
	case *syntax.DepthError:
		eval.ExceedLimit("read-depth", int64(err.Max))
	}
	eval.ThrowError(eval.ParseError, err)
}
