package core

import (
	"math"
	"math/big"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/locale"
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// stringTable holds string.
var stringTable = []eval.Builtin{
	{
		Name: "string", Min: 1, Plain: plainString,
		Help: eval.Help{
			Signature: `(string x "pattern" => p "locale" => c "radix" => r "unsigned" => u "escape" => e "format" => f "invalid" => i)`,
			Summary: "The text form of a value: of strings the string itself, of others what is printed. Options, of which null is as if it " +
				"were not there, choose other forms; each has a meaning for values of one type only.",
			Args: []eval.HelpArg{
				{"x", "anything", "the value"},
				{"\"pattern\"", "string", "of a number: a decimal pattern such as \"#,##0.00\", or \"unicode\" for the character with that code point"},
				{"\"locale\"", "string", "the language whose marks the pattern stands for, such as \"de\"; that of the session if absent"},
				{"\"radix\"", "number", "of a whole number: the base of its digits, 2 to 36; for others 10"},
				{"\"unsigned\"", "boolean", "of a whole number: if true, the digits of its 32 bits, or of its 64 bits for longs and what does not fit 32"},
				{"\"escape\"", "boolean", "of a string: if true, with quotes and escapes as it is printed"},
				{"\"format\"", "string", "of a list: \"json\" or \"xml\""},
				{"\"invalid\"", "string", "for json and xml: \"replace\" turns bytes that are not UTF-8 into U+FFFD"},
			},
			Result: "a string",
			Errors: []string{
				"IllegalArgumentException for a bad pattern or code point, for options of the wrong type, for a list as json or xml that contains " +
					"itself or a string that is not valid UTF-8, and for xml without a tag",
				"ArithmeticException for a radix or code point outside 64 bits, and for \"unsigned\" of such a number",
			},
			Related: []string{"number", "parse", "concat", "format", "format-date", "pretty"},
			Examples: []eval.HelpExample{
				{"(string (1 \"a\"))", "\"(1 \\\"a\\\")\""},
				{"(string 1234.5 \"pattern\" => \"#,##0.00\")", "\"1,234.50\""},
				{"(string 1234.5 \"pattern\" => \"#,##0.00\" \"locale\" => \"de\")", "\"1.234,50\""},
				{"(string 255 \"radix\" => 16)", "\"ff\""},
				{"(string -1 \"radix\" => 2 \"unsigned\" => true)", "\"11111111111111111111111111111111\""},
				{"(string 8364 \"pattern\" => \"unicode\")", "\"€\""},
				{"(string \"a\\nb\" \"escape\" => true)", "\"\\\"a\\\\nb\\\"\""},
				{"(string (\"a\" => (1 2)) \"format\" => \"json\")", "\"{\\\"a\\\":[1,2]}\""},
				{"(string (\"p\" \"id\" => 1 \"*\" => \"x < y\") \"format\" => \"xml\")", "\"<p id=\\\"1\\\">x &lt; y</p>\""},
				{"(string 5 \"pattern\" => \"0.0.0\")", "! IllegalArgumentException"},
			},
		},
	},
}

var stringOptions = []string{"pattern", "locale", "radix", "unsigned", "escape", "format", "invalid"}

// The options of string by their places in stringOptions.
const (
	stringPattern = iota
	stringLocale
	stringRadix
	stringUnsigned
	stringEscape
	stringFormat
	stringInvalid
)

func plainString(f *eval.Frame, l *value.List) value.Value {
	if l.Len() == 2 && l.NameText(1) == nil {
		return textValue(f, f.Eval(l.At(1)))
	}
	a := evaluateArguments(f, l, 1, 1, stringOptions)
	v := a.at[0]
	switch {
	case v.IsNumber() && !a.options[stringPattern].IsNull():
		return patternOf(f, &a, v)
	case v.IsNumber() && (!a.options[stringRadix].IsNull() || a.options[stringUnsigned].Truth()):
		return digitsOf(f, &a, v)
	case v.IsString() && a.options[stringEscape].Truth():
		return value.String(printedForm(f, v))
	case v.IsList():
		replace := optionText(a.options[stringInvalid]) == "replace"
		if text, ok := listAs(f, v.List(), optionText(a.options[stringFormat]), replace); ok {
			return value.String(text)
		}
	}
	return textValue(f, v)
}

var textFunction = valueFunction{least: 1, most: 1, of: func(f *eval.Frame, _ *value.List, _ int, v, _, _ value.Value) value.Value {
	return textValue(f, v)
}}

// compileString compiles (string X) without options.
func compileString(c *eval.Compiler, l *value.List) (eval.Expr, bool) {
	if l.Len() != 2 || l.NameText(1) != nil {
		return eval.Expr{}, false
	}
	return textFunction.compile(c, l)
}

// textValue returns the text form of v, a string itself.
func textValue(f *eval.Frame, v value.Value) value.Value {
	if v.IsString() {
		return v
	}
	text := printedForm(f, v)
	if !v.IsList() { // what lists take is counted while they are printed
		f.ChargeText(len(text))
	}
	return value.String(text)
}

// optionText returns an option whose values are words; others mean nothing.
func optionText(v value.Value) string {
	s, _ := v.AsString()
	return s
}

// patternOf writes a number by a pattern.
func patternOf(f *eval.Frame, a *callArguments, v value.Value) value.Value {
	text := a.textOption(stringPattern, "")
	if text == "unicode" {
		return character(a, v)
	}
	p := numberPattern(a, text)
	marks := locale.Lookup(a.textOption(stringLocale, f.Config().Language()))
	if v.IsDouble() {
		d, _ := v.AsDouble()
		return byPattern(f, p.AppendDouble(nil, d, marks))
	}
	n, _ := v.AsInt()
	return byPattern(f, p.AppendLong(nil, n, marks))
}

// numberPattern reads a decimal pattern.
func numberPattern(a *callArguments, text string) *number.Pattern {
	p, err := number.ParsePattern(a.patternText(text))
	if err != nil {
		eval.Throw(eval.IllegalArgument, "%s: %v", eval.FunctionName(a.call), err)
	}
	return p
}

// character returns the string of one code point.
func character(a *callArguments, v value.Value) value.Value {
	n := a.wholeOf(v, "number")
	if n < 0 || n > utf8.MaxRune || !utf8.ValidRune(rune(n)) {
		eval.Throw(eval.IllegalArgument, "%s: got code point %d, want 0 to 1114111 without 55296 to 57343", eval.FunctionName(a.call), n)
	}
	return value.String(string(rune(n)))
}

// digitsOf writes a whole number in a radix. Other numbers are written as always.
func digitsOf(f *eval.Frame, a *callArguments, v value.Value) value.Value {
	radix := int64(10)
	if !a.options[stringRadix].IsNull() {
		radix = a.wholeOption(stringRadix)
	}
	if radix < number.MinRadix || radix > number.MaxRadix {
		radix = 10
	}
	d, _ := v.AsDouble()
	if v.IsDouble() && d != math.Trunc(d) || math.IsInf(d, 0) {
		return textValue(f, v)
	}
	n, fits := v.AsInt()
	switch {
	case a.options[stringUnsigned].Truth():
		if !fits {
			throwArithmetic(a.call, value.ErrNotWhole)
		}
		bits := 32
		if v.IsLong() || value.Wide(n) {
			bits = 64
		}
		return value.String(string(number.AppendUnsigned(nil, n, int(radix), bits)))
	case fits:
		return value.String(string(number.AppendRadix(nil, n, int(radix))))
	}
	whole, _ := new(big.Float).SetFloat64(d).Int(nil) // of at most 1024 bits
	return value.String(whole.Text(int(radix)))
}
