package regex

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestMatchWhole(t *testing.T) {
	for _, c := range []struct {
		name, pattern, text string
		want                bool
	}{
		{"digits", `\d+`, "2024", true},
		{"digits and more", `\d+`, "2024x", false},
		{"word", `\w+`, "a_1", true},
		{"words", `\w+\s\w+`, "a b", true},
		{"date", `\d{4}-\d{2}-\d{2}`, "2024-05-06", true},
		{"alternative", `cat|dog`, "cat", true},
		{"two alternatives in a row", `cat|dog`, "catdog", false},
		{"repeated alternatives", `(cat|dog)+`, "catdog", true},
		{"back reference", `(ab)\1`, "abab", true},
		{"other case", `abc`, "ABC", false},
		{"ignore case", `(?i)abc`, "ABC", true},
		{"later alternative", `a|ab`, "ab", true},
		{"later alternative of the backtracker", `(?=a)(?:a|ab)`, "ab", true},
		{"lazy takes all", `a*?`, "aaa", true},
		{"possessive takes too much", `a++a`, "aaa", false},
		{"atomic takes the first", `(?>a|ab)`, "ab", false},
		{"end before a terminator is not the end", `a$`, "a\n", false},
		{"terminator after the end", `a$\n`, "a\n", true},
		{"identifier", `[a-z][a-z0-9-]*`, "abc-1", true},
		{"identifier with digit first", `[a-z][a-z0-9-]*`, "1abc", false},
		{"identifier empty", `[a-z][a-z0-9-]*`, "", false},
		{"empty", ``, "", true},
		{"empty pattern on text", ``, "a", false},
		{"literal", `abc`, "abc", true},
		{"literal longer", `abc`, "abcd", false},
		{"uuid", `[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}`, "123e4567-e89b-42d3-a456-426614174000", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := mustCompile(t, c.pattern).MatchWhole(c.text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("%s on %q\ngot:  %v\nwant: %v", c.pattern, c.text, got, c.want)
			}
		})
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct {
		name, text, pattern string
		want                []string
	}{
		{"blank", "a b c", " ", []string{"a", "b", "c"}},
		{"no match", "abc", " ", []string{"abc"}},
		{"empty part", "a  b", " ", []string{"a", "", "b"}},
		{"empty part at the end", "a b ", " ", []string{"a", "b"}},
		{"empty parts at the end", "a b   ", " ", []string{"a", "b"}},
		{"empty part at the beginning", " a b", " ", []string{"", "a", "b"}},
		{"digits", "a1b22c", "[0-9]+", []string{"a", "b", "c"}},
		{"optional blanks", "a, b,c", ", *", []string{"a", "b", "c"}},
		{"escaped dot", "a.b.c", `\.`, []string{"a", "b", "c"}},
		{"escaped bar", "a|b", `\|`, []string{"a", "b"}},
		{"ignore case", "aXbxc", "(?i)x", []string{"a", "b", "c"}},
		{"everything matches", "a.b.c", ".", []string{}},
		{"only separators", ",,,", ",", []string{}},
		{"empty pattern", "abc", "", []string{"a", "b", "c"}},
		{"empty pattern, code points", "a😀é", "", []string{"a", "😀", "é"}},
		{"empty pattern, raw bytes", "a\xff\xc3b", "", []string{"a", "\xff", "\xc3", "b"}},
		{"empty text", "", ",", []string{""}},
		{"empty text, empty pattern", "", "", []string{""}},
		{"empty text, everything optional", "", "x*", []string{""}},
		{"look-ahead", "aBcD", "(?=[A-Z])", []string{"a", "Bc", "D"}},
		{"look-ahead at the beginning", "ABc", "(?=[A-Z])", []string{"A", "Bc"}},
		{"look-behind", "a1b2", `(?<=\d)`, []string{"a1", "b2"}},
		{"empty match after a match", "aXb", "X*", []string{"a", "", "b"}},
		{"raw bytes as separator", "a\xffb\xffc", "[^a-z]", []string{"a", "b", "c"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := mustCompile(t, c.pattern).Split(c.text, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if g, w := fmt.Sprintf("%q", got), fmt.Sprintf("%q", c.want); g != w {
				t.Errorf("split of %q by %s\ngot:  %s\nwant: %s", c.text, c.pattern, g, w)
			}
		})
	}
}

func TestReplaceAll(t *testing.T) {
	for _, c := range []struct{ name, text, pattern, replacement, want string }{
		{"groups", "john smith", `(\w+) (\w+)`, "$2 $1", "smith john"},
		{"group in text", "abc", "(b)", "[$1]", "a[b]c"},
		{"whole match", "abc", "b", "[$0]", "a[b]c"},
		{"two matches", "2024-05", `(\d+)-(\d+)`, "$2/$1", "05/2024"},
		{"escaped dollar", "abc", "b", `\$1`, "a$1c"},
		{"escaped backslash", "abc", "b", `\\x`, `a\xc`},
		{"escaped letter", "abc", "b", `\n\é`, "anéc"},
		{"digits", "a1b22", "[0-9]+", "#", "a#b#"},
		{"blanks", "  a  b ", `\s+`, " ", " a b "},
		{"vowels", "Hello", "[aeiou]", "*", "H*ll*"},
		{"empty match after a match", "x", "x*", "-", "--"},
		{"empty matches between", "axb", "x*", "-", "-a--b-"},
		{"empty pattern", "é😀", "", ".", ".é.😀."},
		{"empty pattern, raw bytes", "\xc3\xff", "", ".", ".\xc3.\xff."},
		{"empty text", "", "^", "x", "x"},
		{"no match", "abc", "x", "y", "abc"},
		{"deletion", "abc", "b", "", "ac"},
		{"group without part", "ac", "a(b)?c", "[$1]", "[]"},
		{"named group", "2024-05", `(?<y>\d+)-(?<m2>\d+)`, "${m2}.${y}", "05.2024"},
		{"digit that is no group", "abc", "(b)", "$12", "ab2c"},
		{"group ten", "abcdefghij", "(a)(b)(c)(d)(e)(f)(g)(h)(i)(j)", "$10$11", "ja1"},
		{"leading zero", "abc", "(b)", "$01", "abc"},
		{"line begins", "a\nb\r\nc", "(?m)^", "> ", "> a\n> b\r\n> c"},
		{"line begins in the empty text", "", "(?m)^", "> ", "> "},
		{"raw bytes stay", "\xffa\xc3\x28\xe2\x82", "a", "b", "\xffb\xc3\x28\xe2\x82"},
		{"raw bytes match the dot", "\xe2\x82a", ".", "<$0>", "<\xe2><\x82><a>"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := mustCompile(t, c.pattern).ReplaceAll(c.text, c.replacement, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got != c.want {
				t.Errorf("%s in %q by %q\ngot:  %q\nwant: %q", c.pattern, c.text, c.replacement, got, c.want)
			}
		})
	}
}

func TestReplacementErrors(t *testing.T) {
	re := mustCompile(t, `(?<name>a)(b)`)
	for _, c := range []struct {
		name, replacement string
		unknownNumber     bool
		part              string
	}{
		{"lone dollar", "$", false, `"$" without a group number`},
		{"dollar before a letter", "x$y", false, `"$" without a group number`},
		{"two dollars", "$$1", false, `"$" without a group number`},
		{"backslash at the end", `a\`, false, `"\" at the end`},
		{"unknown group", "$3", true, "no group 3, the pattern has 2"},
		{"unknown name", "${other}", false, "no group is named other"},
		{"name open", "${name", false, `"${" without a group name and "}"`},
		{"name empty", "${}", false, `"${" without a group name and "}"`},
		{"name that is a number", "${1}", false, `"${" without a group name and "}"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, text := range []string{"ab", "no match"} {
				_, err := re.ReplaceAll(text, c.replacement, Options{})
				var bad *ReplacementError
				if !errors.As(err, &bad) {
					t.Fatalf("error for %q\ngot:  %v\nwant: a ReplacementError", c.replacement, err)
				}
				if bad.UnknownNumber != c.unknownNumber {
					t.Errorf("UnknownNumber\ngot:  %v\nwant: %v", bad.UnknownNumber, c.unknownNumber)
				}
				if !strings.Contains(err.Error(), c.part) {
					t.Errorf("message\ngot:  %s\nwant: …%s…", err, c.part)
				}
			}
		})
	}
}

func TestFindAll(t *testing.T) {
	for _, c := range []struct {
		name, pattern, text string
		from                int
		want                string
	}{
		{"literal", "a", "banana", 0, "1-2; 3-4; 5-6"},
		{"from the middle", "a", "banana", 2, "3-4; 5-6"},
		{"groups", "(a)|n", "ana", 0, "0-1 0-1; 1-2 -; 2-3 2-3"},
		{"empty after a match", "x*", "xa", 0, "0-1; 1-1; 2-2"},
		{"no overlap", "aa", "aaaaa", 0, "0-2; 2-4"},
		{"begin once", "^a", "aaa", 0, "0-1"},
		{"words", `\b\w`, "ab cd", 0, "0-1; 3-4"},
		{"backtracking", `(.)\1`, "aabbc", 0, "0-2 0-1; 2-4 2-3"},
		{"none", "x", "abc", 0, ""},
		{"from beyond the end", "", "abc", 9, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			all, err := mustCompile(t, c.pattern).FindAll(c.text, c.from, Options{})
			if err != nil {
				t.Fatal(err)
			}
			var parts []string
			for _, loc := range all {
				parts = append(parts, show(loc))
			}
			if got := strings.Join(parts, "; "); got != c.want {
				t.Errorf("%s in %q\ngot:  %s\nwant: %s", c.pattern, c.text, got, c.want)
			}
		})
	}
}

func TestEachStops(t *testing.T) {
	stop := errors.New("enough")
	calls := 0
	err := mustCompile(t, "a").Each("aaa", 0, Options{}, func([]int) error {
		calls++
		return stop
	})
	if err != stop || calls != 1 {
		t.Errorf("Each\ngot:  %v after %d calls\nwant: %v after 1", err, calls, stop)
	}
}
