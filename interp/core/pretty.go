package core

import (
	"math"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// prettyTable holds the function that prints values for people.
var prettyTable = []eval.Builtin{
	{
		Name: "pretty", Min: 1, Plain: pretty,
		Help: eval.Help{
			Signature: "(pretty x \"width\" => n)",
			Summary:   "Prints a value, over several indented lines if it is long.",
			Args: []eval.HelpArg{
				{"x", "anything", "the value"},
				{`"width"`, "number", "how many characters a line has, at least 1; null or absent: 80"},
			},
			Result: "a string; read again it gives an equal value",
			Errors: []string{
				"IllegalArgumentException if the width is no number",
				"ArithmeticException if it is outside 64 bits",
			},
			Related: []string{"print", "string"},
			Examples: []eval.HelpExample{
				{"(pretty (1 \"two\"))", "\"(1 \\\"two\\\")\""},
				{"(parse (pretty (range 100) \"width\" => 20))", ""},
			},
		},
	},
}

func pretty(f *eval.Frame, l *value.List) value.Value {
	v := f.Eval(l.At(1))
	width := syntax.DefaultWidth
	if w, ok := f.Option(l, "width"); ok && !w.IsNull() {
		if !w.IsNumber() {
			eval.WrongType(l, w, "number as the width")
		}
		n, ok := w.Truncate()
		if !ok {
			eval.Throw(eval.Arithmetic, "pretty: %v", value.ErrNotWhole)
		}
		width = int(min(max(n, 1), math.MaxInt32))
	}
	printed := printedForm(f, v)
	if utf8.RuneCountInString(printed) <= width || !v.IsList() {
		return value.String(printed)
	}
	text, err := syntax.Pretty(v, syntax.PrettyOptions{
		Width:   width,
		Printer: syntax.Printer{Lookup: f.Session().Registry().HardName, Meter: meter(f, 0)},
	})
	if err != nil {
		eval.ThrowError(eval.GeneralException, err)
	}
	return value.String(text)
}
