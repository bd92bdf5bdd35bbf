package core

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/locale"
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// numberTable holds number.
var numberTable = []eval.Builtin{
	{
		Name: "number", Min: 1, Plain: plainNumber,
		Help: eval.Help{
			Signature: `(number x "radix" => r "pattern" => p "locale" => c "type" => t)`,
			Summary: "The number that a text stands for, written as in the language unless an option says otherwise, without blanks around it. " +
				"A number is itself. Null as an option is as if it were not there.",
			Args: []eval.HelpArg{
				{"x", "string or number", "the text"},
				{"\"radix\"", "number", "of a text: the base of its digits, 2 to 36; the result is a long"},
				{"\"pattern\"", "string", "of a text: a decimal pattern such as \"#,##0.00\" for what the text begins with; the result is a long if it is whole"},
				{"\"locale\"", "string", "the language whose marks the pattern stands for, such as \"de\"; that of the session if absent"},
				{"\"type\"", "string", "\"integer\" (a long if it does not fit) or \"long\", which cut off fractions, in any letter case; anything else is double"},
			},
			Result: "a number; without \"type\" of the subtype that its text has",
			Errors: []string{
				"RuntimeException \"Invalid number\" if x is neither string nor number",
				"NumberFormatException if the text is no number",
				"ParseException \"Unparseable number: \\\"x\\\"\" if the text does not begin as the pattern says",
				"IllegalArgumentException for a bad pattern and for options of the wrong type",
				"ArithmeticException if the number does not fit 64 bits where \"type\" asks for a whole one",
			},
			Related: []string{"string", "parse", "round"},
			Examples: []eval.HelpExample{
				{"(number \"42\")", "42"},
				{"(number \"1.5e3\")", "1500"},
				{"(number \"ff\" \"radix\" => 16)", "255"},
				{"(number \"1.234,5\" \"pattern\" => \"#,##0.0\" \"locale\" => \"de\")", "1234.5"},
				{"(number 5.9 \"type\" => \"integer\")", "5"},
				{"(number \"5 \")", "! NumberFormatException"},
				{"(number true)", "! RuntimeException \"Invalid number\""},
			},
		},
	},
}

var numberOptions = []string{"radix", "pattern", "locale", "type"}

// The options of number by their places in numberOptions.
const (
	numberRadix = iota
	numberPatternText
	numberLocale
	numberType
)

func plainNumber(f *eval.Frame, l *value.List) value.Value {
	a := evaluateArguments(f, l, 1, 1, numberOptions)
	v := a.at[0]
	if text, ok := v.AsString(); ok {
		v = numberFrom(f, &a, text)
	} else if !v.IsNumber() {
		eval.Throw(eval.RuntimeError, "Invalid number")
	}
	if a.options[numberType].IsNull() {
		return v
	}
	switch strings.ToLower(optionText(a.options[numberType])) {
	case "integer":
		return value.Whole(a.wholeOf(v, "number"))
	case "long":
		return value.Long(a.wholeOf(v, "number"))
	}
	d, _ := v.AsDouble()
	return value.Double(d)
}

// numberFrom reads a number as the options say.
func numberFrom(f *eval.Frame, a *callArguments, text string) value.Value {
	switch {
	case !a.options[numberRadix].IsNull():
		radix := a.wholeOption(numberRadix)
		if radix < number.MinRadix || radix > number.MaxRadix {
			eval.Throw(eval.NumberFormat, "number: got radix %d, want %d to %d", radix, number.MinRadix, number.MaxRadix)
		}
		n, ok := number.ParseRadix(text, int(radix))
		if !ok {
			eval.Throw(eval.NumberFormat, "number: got the text %q, want a whole number of at most 64 bits in radix %d", cutText(text), radix)
		}
		return value.Long(n)
	case !a.options[numberPatternText].IsNull():
		p := numberPattern(a, a.textOption(numberPatternText, ""))
		kind, n, d, err := p.Parse(beginning(text), locale.Lookup(a.textOption(numberLocale, f.Config().Language())))
		if err != nil {
			eval.ThrowError(eval.ParseError, &number.ParseError{Text: text})
		}
		if kind == number.Double {
			return value.Double(d)
		}
		return value.Long(n)
	}
	short, ok, _ := number.Shorten(text, func(bytes int) error {
		f.TickWork(bytes)
		return nil
	})
	if !ok {
		short = text[:value.PieceEnd(text, number.LongText)] + "…" // for the message
	}
	return numberOfText(a.call, short)
}

// beginning returns as much of a text as can be a number by a pattern; a numeral that goes
// on beyond is none.
func beginning(text string) string {
	const longest = 2 * longestPattern
	if len(text) <= longest {
		return text
	}
	if '0' <= text[longest] && text[longest] <= '9' {
		return ""
	}
	return text[:value.PieceEnd(text, longest)]
}
