package core

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

const (
	mostPositional = 4
	mostOptions    = 7
)

// callArguments are the values of the arguments of a function that has options: named
// arguments in any place, which do not count as positions.
type callArguments struct {
	call    *value.List
	names   []string
	count   int // of positional arguments
	at      [mostPositional]value.Value
	options [mostOptions]value.Value // null counts as absent
}

// evaluateArguments evaluates the arguments of the call l from left to right: those that
// have one of the names, at most mostOptions, and the first wanted of the others, at most
// mostPositional. Of these there must be least.
func evaluateArguments(f *eval.Frame, l *value.List, least, wanted int, names []string) callArguments {
	a := callArguments{call: l, names: names}
	for i := range a.options {
		a.options[i] = value.Null()
	}
	for i := range a.at {
		a.at[i] = value.Null()
	}
	for i := 1; i < l.Len(); i++ {
		if o := optionIndex(l.NameText(i), names); o >= 0 {
			a.options[o] = f.Eval(l.At(i))
		} else if a.count < wanted {
			a.at[a.count] = f.Eval(l.At(i))
			a.count++
		}
	}
	if a.count < least {
		eval.Throw(eval.RuntimeError, "Insufficient number of arguments")
	}
	return a
}

// optionIndex returns which of the names an argument has, -1 if it has none of them.
func optionIndex(name *value.Text, names []string) int {
	if name == nil {
		return -1
	}
	return slices.Index(names, name.String())
}

// text returns positional argument i, which must be a string.
func (a *callArguments) text(i int) string {
	s, ok := a.at[i].AsString()
	if !ok {
		eval.WrongType(a.call, a.at[i], "string")
	}
	return s
}

// textOr returns positional argument i, which must be a string; otherwise if it is absent
// or null.
func (a *callArguments) textOr(i int, otherwise string) string {
	if a.at[i].IsNull() {
		return otherwise
	}
	return a.text(i)
}

// whole returns positional argument i as a whole-number operand.
func (a *callArguments) whole(i int) int64 {
	return a.wholeOf(a.at[i], "number")
}

// textOption returns option o, which must be a string; otherwise if it is absent.
func (a *callArguments) textOption(o int, otherwise string) string {
	v := a.options[o]
	if v.IsNull() {
		return otherwise
	}
	s, ok := v.AsString()
	if !ok {
		eval.WrongType(a.call, v, `string for "`+a.names[o]+`"`)
	}
	return s
}

// wholeOption returns option o, which must not be absent, as a whole-number operand.
func (a *callArguments) wholeOption(o int) int64 {
	return a.wholeOf(a.options[o], `number for "`+a.names[o]+`"`)
}

func (a *callArguments) wholeOf(v value.Value, want string) int64 {
	if !v.IsNumber() {
		eval.WrongType(a.call, v, want)
	}
	n, ok := v.Truncate()
	if !ok {
		throwArithmetic(a.call, value.ErrNotWhole)
	}
	return n
}

// longestPattern is the number of bytes that a number or date pattern may have.
const longestPattern = 1 << 16

// patternText checks the size of a number or date pattern.
func (a *callArguments) patternText(text string) string {
	if len(text) > longestPattern {
		eval.Throw(eval.IllegalArgument, "%s: got a pattern of %d bytes, want at most %d", eval.FunctionName(a.call), len(text), longestPattern)
	}
	return text
}

// byPattern returns what a pattern made of a value as a string within the limits of the
// evaluation.
func byPattern(f *eval.Frame, text []byte) value.Value {
	f.CheckText(len(text))
	return value.String(stringOf(text))
}
