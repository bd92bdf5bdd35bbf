package core

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

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
	return mapCase(f, f.TextArg(l, 1), 'a', upper)
}

func plainDowncase(f *eval.Frame, l *value.List) value.Value {
	return mapCase(f, f.TextArg(l, 1), 'A', lower)
}

// mapCase returns t in the other case. Of ASCII, the letters of 26 from first on change;
// other maps what is not all ASCII, and returns the text that stands for s.
func mapCase(f *eval.Frame, t *value.Text, first byte, other func(f *eval.Frame, s string) string) value.Value {
	s := t.String()
	same, ascii := true, true
	for i := 0; i < len(s) && ascii; i++ {
		ascii = s[i] < utf8.RuneSelf
		same = same && s[i]-first >= 26
		f.TickElements(i)
	}
	switch {
	case !ascii:
		return value.String(other(f, s))
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

// casePiece is how many bytes are mapped at a time.
const casePiece = 16 << 10

// caseText gathers the pieces of a mapped text.
type caseText struct {
	frame *eval.Frame
	strings.Builder
}

// piece adds what read bytes became.
func (t *caseText) piece(mapped string, read int) {
	if n := t.Len() + len(mapped); n > t.Cap() {
		t.frame.CheckTextLen(int64(n))
		t.frame.Charge(2 * int64(n))
		t.Grow(n)
	}
	t.WriteString(mapped)
	t.frame.TickWork(read)
}

// finish returns the text.
func (t *caseText) finish() string {
	t.frame.CheckTextLen(int64(t.Len()))
	return t.String()
}

// upper maps to capitals. What a character becomes does not depend on others.
func upper(f *eval.Frame, s string) string {
	c := cases.Upper(language.Und)
	out := caseText{frame: f}
	for len(s) > 0 {
		end := value.PieceEnd(s, casePiece)
		out.piece(c.String(s[:end]), end)
		s = s[end:]
	}
	return out.finish()
}
