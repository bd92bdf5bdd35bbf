package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// clockTable holds the functions that measure time.
var clockTable = []eval.Builtin{
	{
		Name: "clock", Plain: clock,
		Help: eval.Help{
			Signature: "(clock)",
			Summary:   "Reads a clock that never goes back, for measuring; where it begins does not matter.",
			Result:    "milliseconds with fractions, a double",
			Related:   []string{"time", "date"},
			Examples: []eval.HelpExample{
				{"(subtype-of (clock))", "\"double\""},
				{"(do (set before (clock)) (>= (clock) before))", "true"},
			},
		},
	},
	{
		Name: "time", Plain: timeCode,
		Help: eval.Help{
			Signature: "(time CODE…)",
			Summary:   "Measures how long code takes. Exceptions pass through.",
			Args:      []eval.HelpArg{{"CODE", "code", "what to evaluate, one after the other"}},
			Result:    "(\"result\" => the last value \"milliseconds\" => the time with fractions)",
			Related:   []string{"clock", "do"},
			Examples: []eval.HelpExample{
				{"(get (time (set a 2) (* a a)) \"result\")", "4"},
				{"(names (time))", "(\"result\" \"milliseconds\")"},
			},
		},
	},
}

func clock(f *eval.Frame, _ *value.List) value.Value { return milliseconds(f.Session().Clock()) }

func timeCode(f *eval.Frame, l *value.List) value.Value {
	s := f.Session()
	began := s.Clock()
	v := f.Body(l, 1)
	took := s.Clock() - began
	result := value.NewListCap(2)
	result.Put("result", v)
	result.Put("milliseconds", milliseconds(took))
	return result.Value()
}
