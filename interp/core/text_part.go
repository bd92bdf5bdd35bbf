package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// textPartTable holds the functions that measure strings and take parts of them.
var textPartTable = []eval.Builtin{
	{
		Name: "length", Min: 1, Plain: plainLength,
		Help: eval.Help{
			Signature: "(length s)",
			Summary:   "The length of a string in characters: Unicode code points, and bytes that are no part of one.",
			Args:      []eval.HelpArg{{"s", "string", "what to measure"}},
			Result:    "an integer",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"byte-length", "substring", "size"},
			Examples: []eval.HelpExample{
				{"(length \"añb\")", "3"},
				{"(length \"\")", "0"},
				{"(length 12)", "! IllegalArgumentException"},
			},
		},
	},
	{
		Name: "substring", Min: 2, Plain: plainSubstring,
		Help: eval.Help{
			Signature: "(substring s from [to])",
			Summary:   "The part of a string between two positions, which count characters from 0.",
			Args: []eval.HelpArg{
				{"s", "string", "where to take the part from"},
				{"from", "number", "the position of its first character"},
				{"to", "number", "the position behind its last character; the end of s if absent or null"},
			},
			Result: "a string",
			Errors: []string{
				"IndexOutOfBoundsException unless 0 <= from <= to <= (length s)",
				"IllegalArgumentException if s is no string or a position no number",
			},
			Related: []string{"locate-string", "length", "trim", "split"},
			Examples: []eval.HelpExample{
				{"(substring \"abcdef\" 2)", "\"cdef\""},
				{"(substring \"abcdef\" 2 4)", "\"cd\""},
				{"(substring \"a😀b\" 1 2)", "\"😀\""},
				{"(substring \"abc\" 2 1)", "! IndexOutOfBoundsException"},
			},
		},
	},
	{
		Name: "trim", Min: 1, Plain: plainTrim,
		Help: eval.Help{
			Signature: "(trim s)",
			Summary:   "Takes blanks and control characters (all up to U+0020) off both ends of a string.",
			Args:      []eval.HelpArg{{"s", "string", "what to trim"}},
			Result:    "a string",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"substring", "replace-string"},
			Examples: []eval.HelpExample{
				{"(trim \"  a b\\n\")", "\"a b\""},
				{"(trim \" \\t \")", "\"\""},
			},
		},
	},
}

func plainLength(f *eval.Frame, l *value.List) value.Value {
	return value.Whole(int64(f.TextArg(l, 1).Count(f.TickHolding)))
}

var substringFunction = valueFunction{least: 2, most: 3, check: textAndPositions, of: substringOf}

func plainSubstring(f *eval.Frame, l *value.List) value.Value { return substringFunction.plain(f, l) }

// textAndPositions is the check of substring, whose last argument may be null.
func textAndPositions(_ *eval.Frame, l *value.List, i int, v value.Value) {
	switch {
	case i == 1 && !v.IsString():
		eval.WrongType(l, v, "string")
	case i == 2 && !v.IsNumber(), i == 3 && !v.IsNumber() && !v.IsNull():
		eval.WrongType(l, v, "number")
	}
}

func substringOf(f *eval.Frame, _ *value.List, _ int, a, b, c value.Value) value.Value {
	t := a.Text()
	size := int64(t.Count(f.TickHolding))
	from, _ := b.Truncate()
	to := size
	if !c.IsNull() {
		to, _ = c.Truncate()
	}
	switch {
	case from < 0 || from > size:
		eval.Throw(eval.IndexOutOfBounds, "substring: got position %d, want 0 to %d (the length)", from, size)
	case to < from || to > size:
		eval.Throw(eval.IndexOutOfBounds, "substring: got end %d, want %d (the start) to %d (the length)", to, from, size)
	}
	copied := int(to - from)
	if 2*copied >= len(t.String()) { // the memory is shared
		copied = 0
	}
	f.ChargeText(copied)
	return t.Sub(int(from), int(to), f.TickHolding).Value()
}

func plainTrim(f *eval.Frame, l *value.List) value.Value {
	t := f.TextArg(l, 1)
	s := t.String()
	from, to := 0, len(s)
	for from < to && s[from] <= ' ' {
		from++
		f.TickElements(from)
	}
	for from < to && s[to-1] <= ' ' {
		to--
		f.TickElements(to)
	}
	return t.Cut(from, to).Value()
}
