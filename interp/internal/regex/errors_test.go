package regex

import (
	"errors"
	"strings"
	"testing"
)

func TestSyntaxErrors(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		position      int
		part          string // of the message
	}{
		{"class open", `a[b`, 1, `class without its "]"`},
		{"class empty", `[]`, 0, `class without its "]"`},
		{"class nested open", `[a[b]`, 0, `class without its "]"`},
		{"group open", `é(a`, 1, `group without its ")"`},
		{"group closed only", `a)b`, 1, `")" without a group`},
		{"group flags open", `(?i`, 0, `group without its ")"`},
		{"star alone", `*a`, 0, `quantifier "*" without something to repeat`},
		{"plus after bar", `a|+`, 2, `quantifier "+" without`},
		{"question mark in group", `(?)?`, 3, `quantifier "?" without`},
		{"quantifier after flags", `(?i)*`, 4, `quantifier "*" without`},
		{"brace alone", `{2}`, 0, `quantifier "{" without`},
		{"two quantifiers", `a+*`, 2, `quantifier "*" after the quantifier +`},
		{"two counts", `a{2}{3}`, 4, `quantifier "{" after the quantifier {2}`},
		{"three plus", `a+++`, 3, `quantifier "+" after the quantifier ++`},
		{"count without number", `a{,3}`, 1, `"{" that begins no {n}`},
		{"count with blank", `a{1, 3}`, 1, `"{" that begins no {n}`},
		{"count open", `a{1`, 1, `"{" that begins no {n}`},
		{"count of letters", `a{b}`, 1, `"{" that begins no {n}`},
		{"counts reversed", `a{3,2}`, 1, `wrong order in {3,2}`},
		{"count too large", `a{100001}`, 2, `count above 100000`},
		{"count far too large", `a{1,99999999999999999999}`, 4, `count above 100000`},
		{"backslash at the end", `ab\`, 2, `"\" at the end`},
		{"unknown escape", `ab\q`, 2, `unsupported escape "\q"`},
		{"end of last match", `\Ga`, 0, `unsupported escape "\G"`},
		{"grapheme cluster", `\X`, 0, `unsupported escape "\X"`},
		{"named character", `\N{DIGIT ONE}`, 0, `unsupported escape "\N"`},
		{"unquoted end", `a\E`, 1, `unsupported escape "\E"`},
		{"boundary kind", `\b{g}`, 0, `unsupported construct "\b{g}"`},
		{"octal without digits", `\0`, 0, `octal`},
		{"octal with wrong digit", `\09`, 0, `octal`},
		{"hex short", `\x4`, 0, `\x without two hex digits`},
		{"hex open", `\x{41`, 0, `\x{`},
		{"hex empty", `\x{}`, 0, `\x{`},
		{"hex too large", `\x{110000}`, 0, `not a character`},
		{"hex surrogate", `\x{D800}`, 0, `not a character`},
		{"unicode short", `\u12`, 0, `\u without four hex digits`},
		{"unicode half a pair", `\uD83Dx`, 0, `half a surrogate pair`},
		{"control without letter", `\c`, 0, `\c without`},
		{"range reversed", `[z-a]`, 1, `range z-a`},
		{"range to a class", `[a-\d]`, 3, `ends with the class \d`},
		{"range from character to raw byte", "[a-\xff]", 1, `range`},
		{"back reference in a class", `(a)[\1]`, 4, `\1 in a class`},
		{"line break in a class", `[\R]`, 1, `unsupported escape "\R"`},
		{"boundary in a class", `[\b]`, 1, `unsupported escape "\b"`},
		{"bracket class", `[[:alpha:]]`, 1, `unsupported construct "[:alpha:]"`},
		{"bracket class negated", `[a[:^digit:]]`, 2, `unsupported construct "[:^digit:]"`},
		{"class that is almost a bracket class", `[[:]`, 0, `class without its "]"`},
		{"property unknown", `\p{Foo}`, 0, `unknown property in \p{Foo}`},
		{"property without name", `\p`, 0, `\p without a name`},
		{"property open", `a\P{L`, 1, `\P{ without its "}"`},
		{"property letter case", `\p{alpha}`, 0, `unknown property`},
		{"property block", `\p{InGreek}`, 0, `blocks are not supported`},
		{"property script", `\p{Greek}`, 0, `written \p{IsGreek}`},
		{"property negated", `\p{^L}`, 0, `written \P{L}`},
		{"reference unknown", `(a)\2`, 3, `\2 to a group that does not exist`},
		{"reference without groups", `\1`, 0, `\1 to a group that does not exist`},
		{"reference to unknown name", `(?<a>x)\k<b>`, 7, `\k<b> without a group`},
		{"reference without brackets", `(?<a>x)\k{a}`, 7, `\k without a group name`},
		{"reference open", `(?<a>x)\k<a`, 7, `group name`},
		{"group name with digit", `(?<1a>x)`, 0, `group name`},
		{"group name with underscore", `(?<a_b>x)`, 0, `group name`},
		{"group name empty", `(?<>x)`, 0, `group name`},
		{"group name twice", `(?<a>x)(?<a>y)`, 7, `second group named a`},
		{"flag unicode", `(?u)a`, 2, `flag "u"`},
		{"flag lines", `(?id)a`, 3, `flag "d"`},
		{"flag twice negated", `(?i--s)a`, 0, `unsupported construct "(?i--"`},
		{"comment group", `(?#note)`, 0, `unsupported construct "(?#"`},
		{"python name", `(?P<n>a)`, 0, `unsupported construct "(?P<"`},
		{"recursion", `(?R)`, 0, `unsupported construct "(?R"`},
		{"recursion by number", `(a(?1))`, 2, `unsupported construct "(?1"`},
		{"condition", `(a)(?(1)b)`, 3, `unsupported construct "(?("`},
		{"branch reset", `(?|a)`, 0, `unsupported construct "(?|"`},
		{"odd construct", `(?é)`, 0, `unsupported construct "(?é"`},
		{"deep groups", strings.Repeat("(", 2000), 1000, `nested more than 1000 deep`},
		{"deep classes", strings.Repeat("[", 2000), 1000, `nested more than 1000 deep`},
		{"long pattern", strings.Repeat("a", maxPattern+1), 0, `at most 262144`},
		{"many ranges", strings.Repeat(`[\pL]`, 5000), -1, `more than 1048576 ranges`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := Compile(c.pattern)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("error of %q\ngot:  %v\nwant: a SyntaxError", c.pattern, err)
			}
			if !strings.Contains(err.Error(), c.part) {
				t.Errorf("message\ngot:  %s\nwant: …%s…", err, c.part)
			}
			if c.position >= 0 && syntax.Position != c.position {
				t.Errorf("position in %q\ngot:  %d\nwant: %d", c.pattern, syntax.Position, c.position)
			}
			if len(err.Error()) > 600 {
				t.Errorf("message of %d bytes", len(err.Error()))
			}
		})
	}
}
