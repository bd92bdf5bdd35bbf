package core

import (
	"math"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// repeatTable holds repeat.
var repeatTable = []eval.Builtin{
	{
		Name: "repeat", Min: 2, Plain: plainRepeat,
		Help: eval.Help{
			Signature: "(repeat s n)",
			Summary:   "A string several times in a row.",
			Args: []eval.HelpArg{
				{"s", "string", "what to repeat"},
				{"n", "number", "how often; a fraction is cut off"},
			},
			Result: "a string, empty if n is 0 or below",
			Errors: []string{
				"IllegalArgumentException if s is no string or n no number",
				"ArithmeticException if n is outside 64 bits",
				"LimitExceeded if the string becomes too long",
			},
			Related: []string{"concat", "join", "range"},
			Examples: []eval.HelpExample{
				{"(repeat \"ab\" 3)", "\"ababab\""},
				{"(repeat \"-\" 0)", "\"\""},
			},
		},
	},
}

func plainRepeat(f *eval.Frame, l *value.List) value.Value {
	t := f.TextArg(l, 1)
	n := wholeArg(f, l, 2)
	s := t.String()
	switch {
	case n <= 0 || s == "":
		return value.String("")
	case n == 1:
		return t.Value()
	case n > math.MaxInt64/int64(len(s)):
		f.CheckTextLen(math.MaxInt64) // ends the evaluation, whatever the limit
	}
	f.CheckTextLen(n * int64(len(s)))
	f.Charge(n * int64(len(s)))
	return value.String(repeated(f, s, n))
}

// repeated returns s n times. It copies pieces that fit the caches of the processor.
func repeated(f *eval.Frame, s string, n int64) string {
	const size = 64 << 10
	piece := s
	if count := size / int64(len(s)); count > 1 {
		piece = strings.Repeat(s, int(min(count, n)))
	}
	var b strings.Builder
	b.Grow(int(n * int64(len(s))))
	for rest := n * int64(len(s)); rest > 0; {
		part := piece[:min(rest, int64(len(piece)))]
		b.WriteString(part)
		rest -= int64(len(part))
		f.TickWork(len(part))
	}
	return b.String()
}
