package core

import (
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// locateStringTable holds locate-string.
var locateStringTable = []eval.Builtin{
	{
		Name: "locate-string", Min: 2, Plain: plainLocateString,
		Help: eval.Help{
			Signature: "(locate-string s t [from])",
			Summary:   "The position of the first place in a string where another one stands.",
			Args: []eval.HelpArg{
				{"s", "string", "where to look"},
				{"t", "string", "what to look for"},
				{"from", "number", "the position to begin at; 0 if absent or below"},
			},
			Result:  "a position in characters, -1 if there is no such place; the empty string is found where the search begins",
			Errors:  []string{"IllegalArgumentException if s or t is no string or from no number"},
			Related: []string{"find-string", "substring", "starts-with", "split"},
			Examples: []eval.HelpExample{
				{"(locate-string \"banana\" \"an\")", "1"},
				{"(locate-string \"banana\" \"an\" 2)", "3"},
				{"(locate-string \"banana\" \"x\")", "-1"},
				{"(locate-string \"abc\" \"\" 9)", "3"},
			},
		},
	},
}

// affixTable holds starts-with and ends-with.
var affixTable = []eval.Builtin{
	{
		Name: "starts-with", Min: 2, Plain: plainStartsWith,
		Help: eval.Help{
			Signature: "(starts-with s p)",
			Summary:   "Tells whether a string begins with another one.",
			Args: []eval.HelpArg{
				{"s", "string", "where to look"},
				{"p", "string", "what should stand at the beginning"},
			},
			Result:  "a boolean",
			Errors:  []string{"IllegalArgumentException if s or p is no string"},
			Related: []string{"ends-with", "locate-string", "match-string"},
			Examples: []eval.HelpExample{
				{"(starts-with \"hello\" \"he\")", "true"},
				{"(starts-with \"hello\" \"He\")", "false"},
				{"(starts-with \"hello\" \"\")", "true"},
			},
		},
	},
	{
		Name: "ends-with", Min: 2, Plain: plainEndsWith,
		Help: eval.Help{
			Signature: "(ends-with s p)",
			Summary:   "Tells whether a string ends with another one.",
			Args: []eval.HelpArg{
				{"s", "string", "where to look"},
				{"p", "string", "what should stand at the end"},
			},
			Result:  "a boolean",
			Errors:  []string{"IllegalArgumentException if s or p is no string"},
			Related: []string{"starts-with", "locate-string", "match-string"},
			Examples: []eval.HelpExample{
				{"(ends-with \"hello\" \"lo\")", "true"},
				{"(ends-with \"lo\" \"hello\")", "false"},
			},
		},
	},
}

var locateStringFunction = valueFunction{least: 2, most: 3, check: textsFirst, of: locateStringIn}

func plainLocateString(f *eval.Frame, l *value.List) value.Value {
	return locateStringFunction.plain(f, l)
}

func locateStringIn(f *eval.Frame, _ *value.List, n int, a, b, c value.Value) value.Value {
	t, part := a.Text(), b.Text().String()
	from := int64(0)
	if n > 2 {
		from, _ = c.Truncate()
	}
	start := 0
	if from > 0 {
		start = t.OffsetTick(int(min(from, int64(t.Count(f.TickHolding)))), f.TickHolding)
	}
	at := indexOf(f, t.String(), part, start)
	if at < 0 {
		return value.Int(-1)
	}
	return value.Whole(int64(t.PositionTick(at, f.TickHolding)))
}

// indexOf returns the first offset from which part stands in s without splitting a code
// point there, at or after the offset from; -1 if there is none.
func indexOf(f *eval.Frame, s, part string, from int) int {
	const piece = 1 << 20
	whole := utf8.ValidString(part) // then it begins and ends between code points wherever it stands
	for {
		end := min(from+piece+len(part), len(s))
		i := strings.Index(s[from:end], part)
		switch {
		case i >= 0 && (whole || value.Boundary(s, from+i) && value.Boundary(s, from+i+len(part))):
			return from + i
		case i >= 0:
			from += i + 1
		case end == len(s):
			return -1
		default:
			from += piece
		}
		f.TickHolding(min(piece, max(i, 1)))
	}
}

var startsWithFunction = valueFunction{least: 2, most: 2, check: textsFirst, of: startsWith}

func plainStartsWith(f *eval.Frame, l *value.List) value.Value { return startsWithFunction.plain(f, l) }

func startsWith(_ *eval.Frame, _ *value.List, _ int, a, b, _ value.Value) value.Value {
	s, part := a.Text().String(), b.Text().String()
	return value.Bool(strings.HasPrefix(s, part) && value.Boundary(s, len(part)))
}

var endsWithFunction = valueFunction{least: 2, most: 2, check: textsFirst, of: endsWith}

func plainEndsWith(f *eval.Frame, l *value.List) value.Value { return endsWithFunction.plain(f, l) }

func endsWith(_ *eval.Frame, _ *value.List, _ int, a, b, _ value.Value) value.Value {
	s, part := a.Text().String(), b.Text().String()
	return value.Bool(strings.HasSuffix(s, part) && value.Boundary(s, len(s)-len(part)))
}
