package core

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/regex"
	"github.com/bpl-lang/bpl/interp/value"
)

// findStringTable holds find-string and find-strings.
var findStringTable = []eval.Builtin{
	{
		Name: "find-string", Min: 2, Plain: plainFindString,
		Help: eval.Help{
			Signature: "(find-string s regex [from])",
			Summary:   "Finds the first match of a regular expression in a string.",
			Args:      findStringArgs,
			Result: "a list (\"text\" => the match \"from\" => its position \"to\" => the position behind it \"groups\" => what the groups matched), " +
				"null if there is no match; a group that took no part is null, named groups have their names",
			Errors:  findStringErrors,
			Related: []string{"find-strings", "match-string", "locate-string", "replace-string"},
			Examples: []eval.HelpExample{
				{"(find-string \"on 2024-05-06\" \"(?<year>\\\\d+)-(\\\\d+)\")", "(\"text\" => \"2024-05\" \"from\" => 3 \"to\" => 10 \"groups\" => (\"year\" => \"2024\" \"05\"))"},
				{"(get (find-string \"a1b22\" \"\\\\d+\" 2) \"text\")", "\"22\""},
				{"(find-string \"abc\" \"x\")", "null"},
			},
		},
	},
	{
		Name: "find-strings", Min: 2, Plain: plainFindStrings,
		Help: eval.Help{
			Signature: "(find-strings s regex [from])",
			Summary:   "Finds all matches of a regular expression in a string, in the order in which replace-string would replace them.",
			Args:      findStringArgs,
			Result:    "a new list of lists as of find-string",
			Errors:    findStringErrors,
			Related:   []string{"find-string", "split", "replace-string"},
			Examples: []eval.HelpExample{
				{"(apply (find-strings \"a1b22\" \"\\\\d+\") m m/text)", "(\"1\" \"22\")"},
				{"(find-strings \"ab\" \"b\")", "((\"text\" => \"b\" \"from\" => 1 \"to\" => 2 \"groups\" => ()))"},
				{"(find-strings \"abc\" \"x\")", "()"},
			},
		},
	},
}

var findStringArgs = []eval.HelpArg{
	{"s", "string", "where to look"},
	{"regex", "string", "what to look for"},
	{"from", "number", "the position in characters to begin at; 0 if absent or below"},
}

var findStringErrors = []string{
	"IllegalArgumentException if s or regex is no string or from no number",
	badRegex, slowRegex,
}

func plainFindString(f *eval.Frame, l *value.List) value.Value {
	t, re, from, ok := findArguments(f, l)
	if !ok {
		return value.Null()
	}
	location, err := re.Find(t.String(), from, regexOptions(f))
	if err != nil {
		throwRegex(f, l, err)
	}
	if location == nil {
		return value.Null()
	}
	return newMatches(f, t, re).list(location)
}

func plainFindStrings(f *eval.Frame, l *value.List) value.Value {
	found := value.NewList(0)
	t, re, from, ok := findArguments(f, l)
	if !ok {
		return found.Value()
	}
	m := newMatches(f, t, re)
	err := re.Each(t.String(), from, regexOptions(f), func(location []int) error {
		chargeGrowth(f, found, 1)
		found.Push(m.list(location))
		return nil
	})
	if err != nil {
		throwRegex(f, l, err)
	}
	return found.Value()
}

// findArguments evaluates the arguments of a search; from is a byte offset, ok is false if
// the search begins behind the end.
func findArguments(f *eval.Frame, l *value.List) (t *value.Text, re *regex.Regexp, from int, ok bool) {
	t = f.TextArg(l, 1)
	re = regexArg(f, l, 2)
	position := int64(0)
	if l.Len() > 3 {
		position = max(indexArg(f, l, 3), 0)
	}
	if position == 0 {
		return t, re, 0, true
	}
	if position > int64(t.Count(f.TickWork)) {
		return t, re, 0, false
	}
	return t, re, t.OffsetTick(int(position), f.TickWork), true
}

// matches makes lists of the matches in one text.
type matches struct {
	frame  *eval.Frame
	text   *value.Text
	maker  value.TextMaker
	shape  *value.Shape
	groups *value.Shape // nil if no group has a name
}

func newMatches(f *eval.Frame, t *value.Text, re *regex.Regexp) *matches {
	m := &matches{
		frame: f,
		text:  t,
		maker: value.NewTextMaker(len(t.String())),
		shape: value.NewShape("text", "from", "to", "groups"),
	}
	if names := re.GroupNames()[1:]; slices.ContainsFunc(names, func(name string) bool { return name != "" }) {
		m.groups = value.NewShape(names...)
	}
	return m
}

// list makes the list of a match from the offsets of its groups.
func (m *matches) list(location []int) value.Value {
	const texts = 32
	groups := value.MakeSlice(len(location)/2 - 1)
	m.frame.Charge(2*listBytes + int64(4+len(groups))*(elementBytes+texts))
	for i := range groups {
		if from, to := location[2*i+2], location[2*i+3]; from >= 0 {
			groups[i] = m.part(from, to)
		}
	}
	list := value.ListOf(groups)
	if m.groups != nil {
		list.NameByShape(m.groups)
	}
	from, to := location[0], location[1]
	return value.ListOfShape(m.shape, []value.Value{
		m.part(from, to),
		value.Whole(int64(m.text.PositionTick(from, m.frame.TickWork))),
		value.Whole(int64(m.text.PositionTick(to, m.frame.TickWork))),
		list.Value(),
	}).Value()
}

func (m *matches) part(from, to int) value.Value {
	m.frame.Charge(int64(to - from))
	return m.maker.Part(m.text.String()[from:to]).Value()
}
