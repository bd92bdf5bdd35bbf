package core

import (
	"errors"
	"strings"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"
	"golang.org/x/text/transform"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// textCaseTable holds upcase and downcase.
var textCaseTable = []eval.Builtin{
	{
		Name: "upcase", Min: 1, Plain: plainUpcase,
		Help: eval.Help{
			Signature: "(upcase s)",
			Summary:   "Turns all letters of a string into capitals, by the rules of Unicode for all languages. The string may get longer.",
			Args:      []eval.HelpArg{{"s", "string", "what to turn"}},
			Result:    "a string",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"downcase"},
			Examples: []eval.HelpExample{
				{"(upcase \"Straße 5\")", "\"STRASSE 5\""},
				{"(upcase \"été\")", "\"ÉTÉ\""},
			},
		},
	},
	{
		Name: "downcase", Min: 1, Plain: plainDowncase,
		Help: eval.Help{
			Signature: "(downcase s)",
			Summary:   "Turns all letters of a string into small ones, by the rules of Unicode for all languages.",
			Args:      []eval.HelpArg{{"s", "string", "what to turn"}},
			Result:    "a string",
			Errors:    []string{"IllegalArgumentException if s is no string"},
			Related:   []string{"upcase"},
			Examples: []eval.HelpExample{
				{"(downcase \"ABC-É\")", "\"abc-é\""},
				{"(downcase \"ΟΔΟΣ\")", "\"οδος\""},
			},
		},
	},
}

func plainUpcase(f *eval.Frame, l *value.List) value.Value {
	return mapCase(f, f.TextArg(l, 1), 'a', cases.Upper)
}

func plainDowncase(f *eval.Frame, l *value.List) value.Value {
	return mapCase(f, f.TextArg(l, 1), 'A', cases.Lower)
}

// mapCase returns t in the other case. Of ASCII, the letters of 26 from first on change.
func mapCase(f *eval.Frame, t *value.Text, first byte, caser func(language.Tag, ...cases.Option) cases.Caser) value.Value {
	s := t.String()
	same, ascii := true, true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < 0x80
		same = same && s[i]-first >= 26
		f.TickElements(i)
	}
	switch {
	case !ascii:
		c := caser(language.Und)
		return value.String(transformed(f, s, &c))
	case same:
		return t.Value()
	}
	f.CheckText(len(s))
	mapped := make([]byte, len(s))
	for i := range mapped {
		c := s[i]
		if c-first < 26 {
			c ^= 'a' ^ 'A'
		}
		mapped[i] = c
		f.TickElements(i)
	}
	return value.String(stringOf(mapped))
}

// transformed applies a transformation piece by piece.
func transformed(f *eval.Frame, s string, t transform.Transformer) string {
	const size = 16 << 10
	var out strings.Builder
	piece := size
	src, dst := make([]byte, piece), make([]byte, size)
	for rest := s; len(rest) > 0; {
		n := copy(src[:piece], rest)
		written, read, err := t.Transform(dst, src[:n], n == len(rest))
		if n := out.Len() + written; n > out.Cap() {
			f.Charge(int64(n) * 2)
			out.Grow(n)
		}
		f.CheckTextLen(int64(out.Len() + written))
		out.Write(dst[:written])
		rest = rest[read:]
		f.TickWork(max(read, 1))
		if errors.Is(err, transform.ErrShortSrc) && read == 0 { // what decides stands farther away
			piece *= 2
			src = make([]byte, piece)
		}
	}
	return out.String()
}
