package regex

import (
	"fmt"
	"strings"
	"testing"
)

// show writes the offsets of a match as "from-to" for each group, "none" without a match.
func show(loc []int) string {
	if loc == nil {
		return "none"
	}
	var parts []string
	for i := 0; i < len(loc); i += 2 {
		if loc[i] < 0 {
			parts = append(parts, "-")
			continue
		}
		parts = append(parts, fmt.Sprintf("%d-%d", loc[i], loc[i+1]))
	}
	return strings.Join(parts, " ")
}

func mustCompile(t testing.TB, pattern string) *Regexp {
	t.Helper()
	re, err := Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	return re
}

// syntaxCases hold a pattern, a text and the first match in it.
var syntaxCases = []struct{ name, pattern, text, want string }{
	{"empty pattern", ``, "ab", "0-0"},
	{"literal", `bc`, "abcd", "1-3"},
	{"literal absent", `bd`, "abcd", "none"},
	{"literal code points", `é😀`, "aé😀", "1-7"},
	{"escaped punctuation", `\.\*\[\]\{\}\(\)\|\^\$\?\+\\\/\-\"`, `.*[]{}()|^$?+\/-"`, "0-17"},
	{"escaped code point", `\é`, "é", "0-2"},
	{"bare closing brackets", `]}`, "]}", "0-2"},
	{"control escapes", `\t\n\r\f\a\e`, "\t\n\r\f\a\x1b", "0-6"},
	{"control letter", `\cA\c[`, "\x01\x1b", "0-2"},
	{"octal", `\07\012\0101\0400`, "\a\nA 0", "0-5"},
	{"hex", `\x41\xe9\x{1F600}\x{0}`, "Aé😀\x00", "0-8"},
	{"utf-16", `\u0041\u00e9\uD83D\uDE00`, "Aé😀", "0-7"},
	{"quoted", `\Q.*+\E`, "a.*+", "1-4"},
	{"quoted to the end", `a\Q(b`, "a(b", "0-3"},
	{"quoted with quantifier", `\Qa+\E+`, "a+++", "0-4"},
	{"quoted empty", `a\Q\E*`, "aaa", "0-3"},
	{"quoted backslash", `\Q\n\E`, `\n`, "0-2"},

	{"dot", `.`, "\n\r\u0085\u2028\u2029x", "10-11"},
	{"dot with s", `(?s)a.b`, "a\nb", "0-3"},
	{"class", `[abc]+`, "xcabx", "1-4"},
	{"class range", `[b-d]+`, "abcde", "1-4"},
	{"class negated", `[^b-d]+`, "bcaé\n", "2-6"},
	{"class of code points", `[à-ü]+`, "eéè", "1-5"},
	{"class first bracket", `[]a]+`, "a]b", "0-2"},
	{"class negated first bracket", `[^]a]`, "a]b", "2-3"},
	{"class dash first", `[-a]+`, "a-b", "0-2"},
	{"class dash last", `[a-]+`, "a-b", "0-2"},
	{"class dash after escape", `[\d-z]+`, "1-zy", "0-3"},
	{"class dash before class", `[a-[x]]+`, "a-xb", "0-3"},
	{"class metacharacters", `[.*+?(){}|$^]+`, ".*+?(){}|$^", "0-11"},
	{"class single ampersand", `[a&]+`, "&a", "0-2"},
	{"class escapes", `[\t\]\\\x41\u0042\-]+`, "\t]\\AB-", "0-6"},
	{"class union", `[a[bc]d]+`, "abcd", "0-4"},
	{"class intersection", `[a-z&&[def]]+`, "abcdefg", "3-6"},
	{"class intersection bare", `[a-z&&d-f]+`, "abcdefg", "3-6"},
	{"class subtraction", `[a-z&&[^aeiou]]+`, "aebcd", "2-5"},
	{"class three operands", `[a-f&&c-z&&[^d]]+`, "abdcez", "3-5"},
	{"class operand of several items", `[a-f&&[b]d]+`, "abdc", "1-3"},
	{"class negated intersection", `[^a-d&&[c]]+`, "cabd", "1-4"},
	{"class empty operands", `[&&a&&]`, "ba", "1-2"},
	{"class empty intersection", `[a&&b]|x`, "abx", "2-3"},
	{"class quoted", `[\Q^-]\E]+`, "a^-]", "1-4"},
	{"class nested deeper", `[a[b[c]]]+`, "abc", "0-3"},
	{"digits", `\d+`, "a12٣", "1-3"},
	{"no digits", `\D+`, "1aé2", "1-4"},
	{"word characters", `\w+`, "-aZ_9é", "1-5"},
	{"no word characters", `\W+`, "aé-b", "1-4"},
	{"space", `\s+`, "a \t\n\v\f\r\u00a0", "1-7"},
	{"no space", `\S+`, " a\u00a0b ", "1-5"},
	{"horizontal space", `\h+`, "\n \t\u00a0\u2003\u3000", "1-11"},
	{"no horizontal space", `\H+`, " \na ", "1-3"},
	{"vertical space", `\v+`, "a\n\v\f\r\u0085\u2028", "1-10"},
	{"no vertical space", `\V+`, "\na b\n", "1-4"},
	{"line break", `\R`, "a\r\nb", "1-3"},
	{"line break code point", `\R`, "a\u2029b", "1-4"},
	{"line breaks", `\R{2}`, "a\r\nb\r\n\nc", "4-7"},
	{"line break gives back", `\R\n`, "\r\n", "0-2"},
	{"category", `\p{Lu}+`, "aÉÀb", "1-5"},
	{"category of one letter", `\pL+`, "1aé2", "1-4"},
	{"category negated", `\P{L}+`, "a1 é", "1-3"},
	{"category with Is", `\p{IsNd}+`, "a1٣", "1-4"},
	{"category with gc", `\p{gc=Sc}\p{general_category=Lu}`, "€A", "0-4"},
	{"category groups", `\p{LC}\p{LD}\p{L1}`, "a٣é", "0-5"},
	{"class of categories", `[\p{Lu}\p{Nd}&&[^0-4]]+`, "a4É5", "2-5"},
	{"ascii classes", `\p{Lower}\p{Upper}\p{Alpha}\p{Digit}\p{Alnum}\p{Punct}\p{Graph}\p{Print}\p{Blank}\p{Cntrl}\p{XDigit}\p{Space}\p{ASCII}`,
		"aAz1z~! \t\x00f\na", "0-13"},
	{"ascii class is ascii", `\p{Alpha}+`, "éa", "2-3"},
	{"script", `\p{IsGreek}+`, "aαβ", "1-5"},
	{"script with key", `\p{script=cyrillic}\p{sc=Latin}`, "яa", "0-3"},
	{"binary property", `\p{IsAlphabetic}\p{IsUppercase}\p{IsLowercase}\p{IsWhite_Space}\p{IsPunctuation}`, "éÉé\u00a0!", "0-9"},

	{"begin", `^b|^a`, "ab", "0-1"},
	{"begin only", `^b`, "ab\nb", "none"},
	{"end", `b$`, "ab", "1-2"},
	{"end before last terminator", `b$`, "b ab\n", "3-4"},
	{"end before last pair", `b$`, "ab\r\n", "1-2"},
	{"end not inside pair", `\r$`, "\r\n", "none"},
	{"end not before two terminators", `b$`, "b\n\n", "none"},
	{"lines", `(?m)^b$`, "a\nb\nc", "2-3"},
	{"lines with pairs", `(?m)^b$`, "a\r\nb\r\nc", "3-4"},
	{"line begins not at the end", `(?m)\n^`, "a\n", "none"},
	{"line begins in the empty text", `(?m)^$`, "", "0-0"},
	{"text begin", `(?m)\Ab`, "a\nb", "none"},
	{"text end", `b\z`, "b\nb", "2-3"},
	{"text end exactly", `b\z`, "b\n", "none"},
	{"text end before terminator", `b\Z`, "b\n", "0-1"},
	{"word boundary", `\bcat\b`, "concat cat", "7-10"},
	{"word boundary at non-ASCII", `\ba\b`, "éa", "2-3"},
	{"no word boundary", `\Bcat`, "cat concat", "7-10"},
	{"quantified anchors", `^*a$?`, "ba", "1-2"},

	{"alternatives in order", `a|ab`, "ab", "0-1"},
	{"empty alternative", `a(?:|b)c`, "abc", "0-3"},
	{"groups", `(a)(?:b)(c)`, "abc", "0-3 0-1 2-3"},
	{"nested groups", `((a)(b))`, "ab", "0-2 0-2 0-1 1-2"},
	{"group without part", `(a)|(b)`, "b", "0-1 - 0-1"},
	{"last iteration counts", `(?:(a)|(b))+`, "aba", "0-3 2-3 1-2"},
	{"named group", `(?<year>\d+)-(?<m2>\d+)`, "2024-05", "0-7 0-4 5-7"},
	{"empty iteration ends", `(a|b*)*`, "ab", "0-2 2-2"},
	{"empty iteration first", `(|a)*`, "aa", "0-0 0-0"},
	{"empty iteration counted", `(a?){3}b`, "ab", "0-2 1-1"},
	{"atomic", `(?>a+)b`, "aaab", "0-4"},
	{"atomic gives nothing back", `(?>a+)a`, "aaa", "none"},
	{"atomic takes the first", `(?>a|ab)c`, "abc", "none"},
	{"atomic keeps captures", `(?>(a)(b)?)b`, "ab", "none"},
	{"atomic captures", `(?>(a)(b)?)c`, "abc", "0-3 0-1 1-2"},

	{"star", `ba*`, "baaa", "0-4"},
	{"plus", `a+`, "baaa", "1-4"},
	{"optional", `ab?`, "ab", "0-2"},
	{"lazy star", `a.*?b`, "axbxb", "0-3"},
	{"lazy plus", `a+?`, "aaa", "0-1"},
	{"lazy optional", `ab??`, "ab", "0-1"},
	{"count", `a{3}`, "aaaa", "0-3"},
	{"count range", `a{2,3}`, "aaaa", "0-3"},
	{"count range lazy", `a{2,3}?`, "aaaa", "0-2"},
	{"count open", `a{2,}`, "aaaa", "0-4"},
	{"count zero", `xa{0}y`, "xy", "0-2"},
	{"count zero of an empty group", `(){0}b`, "b", "0-1 -"},
	{"count zero of a group", `a(b){0}c`, "ac", "0-2 -"},
	{"count zero of groups in groups", `((a)|b){0}c(d){0,0}`, "c", "0-1 - - -"},
	{"count zero of a group, lazy", `(b){0}?c`, "bc", "1-2 -"},
	{"count zero of a group, possessive", `(b){0}+c`, "bc", "1-2 -"},
	{"count zero of a group and an alternative", `(b){0}c|d`, "d", "0-1 -"},
	{"possessive star", `a*+a`, "aaa", "none"},
	{"possessive plus", `"[^"]*+"`, `x"abc"`, "1-6"},
	{"possessive optional", `a?+ab`, "ab", "none"},
	{"possessive count", `a{1,2}+a`, "aa", "none"},
	{"possessive group", `(ab)++c`, "ababc", "0-5 2-4"},

	{"ignore case", `(?i)abC`, "xAbc", "1-4"},
	{"ignore case is ascii", `(?i)é|k`, "É\u212aK", "5-6"},
	{"ignore case class", `(?i)[b-d]+`, "aBCde", "1-4"},
	{"ignore case negated class", `(?i)[^b]`, "Bb-", "2-3"},
	{"ignore case property", `(?i)\p{Lower}\p{Lu}\p{IsLowercase}`, "AbÉ", "0-4"},
	{"flag switched off", `(?i)a(?-i)b`, "Ab AB", "0-2"},
	{"flag in a group", `(?i:a)b`, "Ab", "0-2"},
	{"flag ends with the group", `(?:(?i)a)b`, "AB Ab", "3-5"},
	{"flag over alternatives", `a(?i)b|c`, "C", "0-1"},
	{"flags together", `(?is-m:A.B)`, "a\nb", "0-3"},
	{"comments", "(?x) a b # c\n d [ e f ] +", "abdef", "0-5"},
	{"comments keep escapes", `(?x)a\ b\#`, "a b#", "0-4"},
	{"comments keep quotes", `(?x)a \Q b\E`, "a b", "0-3"},
	{"comments before quantifier", `(?x)a +`, "aaa", "0-3"},

	{"look-ahead", `a(?=b)`, "aab", "1-2"},
	{"negative look-ahead", `a(?!b)`, "aba", "2-3"},
	{"look-behind", `(?<=a)b`, "bab", "2-3"},
	{"negative look-behind", `(?<!a)b`, "abb", "2-3"},
	{"look-behind of several widths", `(?<=a{1,3}|é)b`, "b éb", "4-5"},
	{"look-behind without limit", `(?<=a.*)b`, "b axb", "4-5"},
	{"look-behind captures", `(?<=(a)(b))c`, "abc", "2-3 0-1 1-2"},
	{"look-ahead captures", `(?=(ab))a`, "ab", "0-1 0-2"},
	{"negative look-ahead captures nothing", `(?!(a)x)a`, "ab", "0-1 -"},
	{"nested look-around", `(?=a(?!c)(?<=a)b)ab`, "acab", "2-4"},
	{"quantified look-ahead", `(?=a)*b`, "b", "0-1"},
	{"back reference", `(a|b)\1`, "abb", "1-3 1-2"},
	{"back reference to nothing", `(a)?\1b`, "b", "none"},
	{"back reference by name", `(?<q>["'])(.*?)\k<q>`, `x"it's"`, "1-7 1-2 2-6"},
	{"back reference two digits", `(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)\10`, "abcdefghijj", "0-11 0-1 1-2 2-3 3-4 4-5 5-6 6-7 7-8 8-9 9-10"},
	{"back reference then digit", `(a)\11`, "aa1", "0-3 0-1"},
	{"back reference ignoring case", `(?i)(a)\1`, "aA", "0-2 0-1"},
	{"back reference in its group", `(a|b\1)+`, "aba", "0-3 1-3"},
	{"forward reference", `(?:\2b|(a)(c))+`, "accb", "0-4 0-1 1-2"},
}

func TestSyntax(t *testing.T) {
	for _, c := range syntaxCases {
		t.Run(c.name, func(t *testing.T) {
			re := mustCompile(t, c.pattern)
			loc, err := re.Find(c.text, 0, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(loc); got != c.want {
				t.Errorf("%s in %q\ngot:  %s\nwant: %s", c.pattern, c.text, got, c.want)
			}
		})
	}
}

func TestLinear(t *testing.T) {
	for pattern, want := range map[string]bool{
		`abc`: true, `(a+)+$`: true, `a*?b{2,9}|\bc`: true, `[a&&b]`: true, `.{0,100000}`: true, `\R{3}`: true,
		`(a)\1`: false, `a(?=b)`: false, `(?<!a)b`: false, `(?>a)`: false, `a++`: false, `(?:a|(?:b{2}+c))*`: false,
	} {
		if got := mustCompile(t, pattern).Linear(); got != want {
			t.Errorf("Linear of %s\ngot:  %v\nwant: %v", pattern, got, want)
		}
	}
}

func TestGroupNames(t *testing.T) {
	re := mustCompile(t, `(?<a>x)(y)(?<b2>z)`)
	got := strings.Join(re.GroupNames(), ",")
	if want := ",a,,b2"; got != want {
		t.Errorf("group names\ngot:  %q\nwant: %q", got, want)
	}
	if got, want := re.String(), `(?<a>x)(y)(?<b2>z)`; got != want {
		t.Errorf("String\ngot:  %q\nwant: %q", got, want)
	}
}

func TestFindFrom(t *testing.T) {
	for _, c := range []struct {
		name, pattern, text string
		from                int
		want                string
	}{
		{"later", `a`, "aba", 1, "2-3"},
		{"negative", `a`, "aba", -5, "0-1"},
		{"at the end", ``, "aba", 3, "3-3"},
		{"beyond the end", ``, "aba", 4, "none"},
		{"sees what stands before", `\bb`, "ab", 1, "none"},
		{"begin is the beginning of the text", `^b`, "ab", 1, "none"},
		{"look-behind sees it", `(?<=a)b`, "ab", 1, "1-2"},
		{"inside a code point", `.`, "éx", 1, "2-3"},
		{"inside a code point, literal", `x`, "😀x", 2, "4-5"},
		{"raw continuation byte", `.`, "\x80\x80", 1, "1-2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			loc, err := mustCompile(t, c.pattern).Find(c.text, c.from, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(loc); got != c.want {
				t.Errorf("%s in %q from %d\ngot:  %s\nwant: %s", c.pattern, c.text, c.from, got, c.want)
			}
		})
	}
}
