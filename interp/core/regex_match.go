package core

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// regexErrors are what functions with a regular expression may raise.
var regexErrors = []string{
	"IllegalArgumentException if an argument is no string",
	badRegex, slowRegex,
}

const (
	badRegex  = "PatternSyntaxException for a bad regular expression"
	slowRegex = "LimitExceeded if look-around, back references, atomic groups or possessive quantifiers take too many steps"
)

// regexTable holds the hard functions with regular expressions.
var regexTable = []eval.Builtin{
	{
		Name: "match-string", Min: 2, Plain: plainMatchString,
		Help: eval.Help{
			Signature: "(match-string s regex)",
			Summary:   "Tells whether a regular expression matches a string as a whole.",
			Args: []eval.HelpArg{
				{"s", "string", "the text"},
				{"regex", "string", "the regular expression"},
			},
			Result:  "a boolean",
			Errors:  regexErrors,
			Related: []string{"find-string", "replace-string", "split", "starts-with"},
			Examples: []eval.HelpExample{
				{"(match-string \"2024-05\" \"\\\\d{4}-\\\\d\\\\d\")", "true"},
				{"(match-string \"catdog\" \"cat|dog\")", "false"},
				{"(match-string \"ABC\" \"(?i)abc\")", "true"},
				{"(match-string \"a\" \"[\")", "! PatternSyntaxException"},
			},
		},
	},
	{
		Name: "split", Min: 1, Plain: plainSplit,
		Help: eval.Help{
			Signature: "(split s [regex])",
			Summary: "Cuts a string at the matches of a regular expression. Empty parts at the end do not count, nor does an empty first part " +
				"before an empty match.",
			Args: []eval.HelpArg{
				{"s", "string", "what to cut"},
				{"regex", "string", "what stands between the parts; one blank if absent"},
			},
			Result:  "a new list of strings; of s alone if nothing matches",
			Errors:  regexErrors,
			Related: []string{"join", "find-strings", "substring", "locate-string"},
			Examples: []eval.HelpExample{
				{"(split \"a b  c\")", "(\"a\" \"b\" \"\" \"c\")"},
				{"(split \"a, b,c\" \", *\")", "(\"a\" \"b\" \"c\")"},
				{"(split \"abc\" \"\")", "(\"a\" \"b\" \"c\")"},
				{"(split \"a.b\" \"\\\\.\")", "(\"a\" \"b\")"},
			},
		},
	},
	{
		Name: "replace-string", Min: 3, Plain: plainReplaceString,
		Help: eval.Help{
			Signature: "(replace-string s regex r)",
			Summary: "Replaces all matches of a regular expression in a string. In the replacement $1 is what the first group matched, $0 the whole " +
				"match, ${name} a named group; \\ makes the next character ordinary.",
			Args: []eval.HelpArg{
				{"s", "string", "the text"},
				{"regex", "string", "what to look for"},
				{"r", "string", "what to put in its place"},
			},
			Result: "a string",
			Errors: []string{
				"IllegalArgumentException if an argument is no string, the replacement is malformed or names an unknown group",
				"IndexOutOfBoundsException for an unknown group number in the replacement",
				badRegex, slowRegex,
				"LimitExceeded if the string becomes too long",
			},
			Related: []string{"find-strings", "match-string", "split"},
			Examples: []eval.HelpExample{
				{"(replace-string \"john smith\" \"(\\\\w+) (\\\\w+)\" \"$2 $1\")", "\"smith john\""},
				{"(replace-string \"a  b\" \" +\" \" \")", "\"a b\""},
				{"(replace-string \"5\" \"\\\\d\" \"\\\\$$0\")", "\"$5\""},
				{"(replace-string \"a\" \"a\" \"$1\")", "! IndexOutOfBoundsException"},
			},
		},
	},
}

func plainMatchString(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	matches, err := regexArg(f, l, 2).MatchWhole(s, regexOptions(f))
	if err != nil {
		throwRegex(f, l, err)
	}
	return value.Bool(matches)
}

func plainReplaceString(f *eval.Frame, l *value.List) value.Value {
	t := f.TextArg(l, 1)
	re := regexArg(f, l, 2)
	replacement := f.TextArg(l, 3).String()
	replaced, err := re.ReplaceAll(t.String(), replacement, regexOptions(f))
	if err != nil {
		throwRegex(f, l, err)
	}
	return value.String(replaced)
}

func plainSplit(f *eval.Frame, l *value.List) value.Value {
	s := f.TextArg(l, 1).String()
	pattern := " "
	if l.Len() > 2 {
		pattern = f.TextArg(l, 2).String()
	}
	re := compiledRegex(f, l, pattern)
	if separator, ok := re.Byte(); ok {
		return splitAt(f, s, separator)
	}
	parts, err := re.Split(s, regexOptions(f))
	if err != nil {
		throwRegex(f, l, err)
	}
	chargeList(f, len(parts))
	elements := value.MakeSlice(len(parts))
	maker := value.NewTextMaker(len(s))
	for i, part := range parts {
		elements[i] = maker.Part(part).Value()
		f.TickElements(i)
	}
	return value.ListOf(elements).Value()
}

// splitAt is split for a pattern that is one byte, by far the most usual ones.
func splitAt(f *eval.Frame, s string, separator byte) value.Value {
	f.TickWork(len(s))
	sep := string(rune(separator))
	maker := value.NewTextMaker(len(s))
	empty := s == ""
	s = strings.TrimRight(s, sep) // empty parts at the end are dropped
	if s == "" && !empty {
		return value.NewList(0).Value()
	}
	n := strings.Count(s, sep) + 1
	chargeList(f, n)
	list := value.NewListCap(n)
	for i := range n {
		f.TickElements(i)
		part := s
		if end := strings.IndexByte(s, separator); end >= 0 {
			part, s = s[:end], s[end+1:]
		}
		list.Push(maker.Part(part).Value())
	}
	return list.Value()
}
