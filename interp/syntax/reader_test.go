package syntax

import (
	"errors"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

// TestRead reads a text and prints what was read, or "! TYPE message".
func TestRead(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"blank", " \t\r\n\u00a0\x00\x1f", "null"},
		{"invalid bytes are characters", "(\xff\xc2)", "(\xff\xc2)"},
		{"lone A0 is no separator", "a\xa0b", "a\xa0b"},
		{"byte-order mark is a character", "\ufeffa", "\ufeffa"},
		{"strings need no blank between", `("a""b" 1("c")(2)"d"e)`, `("a" "b" 1 ("c") (2) "d" e)`},
		{"string before operator", `("a"=>"b""c"=>(d))`, `("a" => "b" "c" => (d))`},
		{"string then path", `("a"/b)`, `("a" /b)`},
		{"operator begins token", `(a =>1)`, `("a" => 1)`},
		{"operator then operator character", `(a =>= b)`, `("a" => = b)`},
		{"operator inside", `(a=>1 ==> =a a=>)`, `(a=>1 ==> =a a=>)`},
		{"words that look like numbers", "(+ - . ... --5 -x .x ٣ -. +. -.x)", "(+ - . ... --5 -x .x ٣ -. +. -.x)"},
		{"plus infinity", "(+Infinity -NaN NaN -Infinity Infinity)", "(+Infinity -NaN NaN -Infinity Infinity)"},
		{"number forms", "(1. .5 +.5 1e5 1E5 00 0xFF 0xFFFFFFFF 0x-1 0b10 0b-1)", "(1 0.5 0.5 100000 100000 0 255 4294967295 -1 2 -1)"},
		{"number forms at limits", "(9999999999999999999 1e400 -1e400 9223372036854775807)", "(1.0E19 Infinity -Infinity 9223372036854775807)"},
		{"bad number 1e", "1e", "! ParseException Invalid token: 1e"},
		{"bad number 1e+", "1e+", "! ParseException Invalid token: 1e+"},
		{"bad number -0x1", "-0x1", "! ParseException Invalid token: -0x1"},
		{"bad number 0X1P1", "0X1P1", "! ParseException Invalid token: 0X1P1"},
		{"bad number 1d", "1d", "! ParseException Invalid token: 1d"},
		{"bad number +5x", "+5x", "! ParseException Invalid token: +5x"},
		{"bad number ends at parenthesis", "(1x)", "! ParseException Invalid token: 1x"},
		{"bad number .5.", ".5.", "! ParseException Invalid token: .5."},

		{"all escapes", `"\n\r\t\b\f\\\'\"\u0041\u00e9\uD83D\uDE00"`, "\"\\n\\r\\t\b\f\\\\'\\\"Aé😀\""},
		{"raw control characters", "\"\x01\b\f\x7f\"", "\"\x01\b\f\x7f\""},
		{"raw tab", "\"a\tb\"", "! ParseException Invalid token: \"a"},
		{"raw return", "\"a\rb\"", "! ParseException Invalid token: \"a"},
		{"backslash before a line end", "\"a\\\nb\"", "! ParseException Invalid token: \"a\\"},
		{"unknown escape, to the closing quote", `("a\qb" 1)`, `! ParseException Invalid token: "a\qb"`},
		{"escape of a slash", `"\/"`, `! ParseException Invalid token: "\/"`},
		{"short unicode escape", `"\u12"`, `! ParseException Invalid token: "\u12"`},
		{"lone high surrogate", `"\ud800"`, `! ParseException Invalid token: "\ud800"`},
		{"lone low surrogate", `"\udc00"`, `! ParseException Invalid token: "\udc00"`},
		{"high surrogate and a letter", `"\ud800x"`, `! ParseException Invalid token: "\ud800x"`},
		{"two high surrogates", `"\ud800\ud800"`, `! ParseException Invalid token: "\ud800\ud800"`},
		{"quote in a word", `ab"c d"`, `! ParseException Invalid token: ab"c`},
		{"quote in a number", `(1"c")`, `! ParseException Invalid token: 1"c"`},

		{"paths", `(a/b a//b a/b/ /a/b a/ /a //a// a/0/"b c" p/-1 p/+1)`, `(a/b a/b a/b a/b /a /a /a a/0/"b c" p/-1 p/+1)`},
		{"numbers as first names", "(-1/a .5/a +1/a)", "(-1/a .5/a +1/a)"},
		{"leading zeros of an index", "p/007", "p/7"},
		{"largest index", "p/2147483647", "p/2147483647"},
		{"index beyond 32 bits", "p/2147483648", "! ParseException Invalid token: p/2147483648"},
		{"huge index", "p/99999999999", "! ParseException Invalid token: p/99999999999"},
		{"digits and letters", "p/1a", "! ParseException Invalid token: p/1a"},
		{"number in front", "1.5/a", "! ParseException Invalid token: 1.5/a"},
		{"index in front", "7/a", "! InvalidReference First element is not a string: 7"},
		{"index in front of a bad step", "7/1a", "! ParseException Invalid token: 7/1a"},
		{"only an index", "/7", "! InvalidReference First element is not a string: 7"},
		{"only slashes", "(/ // ///)", "(/ // ///)"},
		{"quoted step with escapes", `p/"a\tb\u0041"`, `p/"a\tbA"`},
		{"quoted step that needs none", `p/"abc"`, `p/abc`},
		{"quoted empty step", `p/""/b`, `p/""/b`},
		{"quoted first step", `/"a b"/c`, `/"a b"/c`},
		{"operator as first step", `(/=>a /"=>"/b a/=>)`, `(/"=>a" /"=>"/b a/=>)`},
		{"literals as steps", "(true/a a/null /true /12x/a)", "! ParseException Invalid token: /12x/a"},
		{"literals as names", "(true/a a/null /true)", "(true/a a/null /true)"},
		{"quote inside a step", `p/ab"c d" e`, `! ParseException Invalid token: p/ab"c d"`},
		{"text after a quoted step", `p/"a"b`, `! ParseException Invalid token: p/"a"b`},
		{"two quoted parts", `p/"a""b"`, `! ParseException Invalid token: p/"a""b"`},
		{"open quoted step", "(p/\"a\n\")", "! ParseException Invalid token: p/\"a"},
		{"bad escape in a step", `p/"a\q b"/c`, `! ParseException Invalid token: p/"a\q b"/c`},
		{"tag with a slash is a path", "(<#a/b>)", "(<#a/b>)"},

		{"last element becomes the name", `("a" => 1 5 "a" => 3 => 4)`, `("a" => 3 "5" => 4)`},
		{"names of all kinds", `(a/b => 1 true => 2 null => 3 1.0 => 4 1e3 => 5 1e10 => 6 -1.5 => 7 /x => 8 // => 9)`,
			`("a/b" => 1 "true" => 2 "null" => 3 "1" => 4 "1000" => 5 "10000000000" => 6 "-1.5" => 7 "/x" => 8 "//" => 9)`},
		{"named element named again", `("a" => 1 => 2)`, "! ParseException Missing name"},
		{"operator while a name waits", `(1 "a" => => 2)`, "! ParseException Missing name"},
		{"string as value and name", `("a" => "b" => 1)`, "! ParseException Missing name"},
		{"operator outside", `"a" => 1`, "! ParseException Unmatched parenthesis"},
		{"list as name", `(() => 1)`, "! ParseException Invalid name"},
		{"link as name", `(<#1> <@1> => 1)`, "! ParseException Invalid name"},
		{"dangling name in a nested list", `(1 ("a" =>) 2)`, "! ParseException Missing value"},
		{"dangling name before a declaration", `("a" => <#1>)`, "! ParseException Missing value"},
		{"declaration between name and value", `("a" => <#1> 5 <@1>)`, `(<#1> "a" => 5 <@1>)`},
		{"link with a name", `(<#1> "a" => <@1>)`, `(<#1> "a" => <@1>)`},
		{"replaced by name far away", `("a" => 1 "b" => 2 3 "c" => 4 "a" => (5) 6)`, `("a" => (5) "b" => 2 3 "c" => 4 6)`},

		{"close too much", ")", "! ParseException Unmatched parentheses"},
		{"close after a value", "(1))", "! ParseException Unmatched parenthesis"},
		{"bad token after a value", "1 2x", "! ParseException Unmatched parenthesis"},
		{"end inside a name", `("a" => `, "! ParseException Unmatched parenthesis"},
		{"first error counts", `(1x "open`, "! ParseException Invalid token: 1x"},

		{"not quite tags", "(<#> <@> <#1 <x> <1#> <:> <#)", "(<#> <@> <#1 <x> <1#> <:> <#)"},
		{"odd identifiers", "(<#a>b> (<#é> <@a>b>) 1)", "(<#1> (<@1>) 1)"},
		{"latest declaration counts", "((<#1> 1) (<#1> 2) <@1>)", "((1) (<#1> 2) <@1>)"},
		{"two identifiers of one list", "(<#1> <#2> <@1> <@2>)", "(<#1> <@1> <@1>)"},
		{"link before declaration", "(<@1> <#1>)", "! ParseException Invalid link tag"},
		{"unknown structure", "((<#x:>))", "! ParseException Invalid declaration tag"},
		{"two colons", "(<#b:c> (<#a:b:c>))", "! ParseException Invalid declaration tag"},
		{"nothing but a colon", "((<#:>))", "! ParseException Invalid declaration tag"},
		{"own structure, unknown yet", "(<#1:1> 1)", "! ParseException Invalid declaration tag"},
		{"own structure", `("a" => 1 <#1> <#:1>)`, "! ParseException Invalid declaration tag"},
		{"circle", `(<#1> (<#2:1>) <#:2>)`, "! ParseException Invalid declaration tag"},
		{"longer circle", `(<#1> (<#2:1>) (<#3:2>) <#:3>)`, "! ParseException Invalid declaration tag"},
		{"earlier list of the same identifier", `((<#1> "a" => 1) (<#1:1> 2) <@1>)`, `((<#1> "a" => 1) (<#2:1> "a" => 2) <@2>)`},
		{"tag outside", "<#1:2>", "! ParseException Invalid tag"},
		{"link outside", "<@9>", "! ParseException Invalid tag"},
		{"cut to the owner's size", `((<#1> "a" => 1) (<#:1> 1 2 3))`, `((<#1> "a" => 1) (<#:1> "a" => 1))`},
		{"owner without names", `((<#1> 1 2 3) (<#:1> "a" => 1))`, `((1 2 3) (1))`},
		{"names are ignored from the tag on", `((<#1> "x" => 0 "y" => 0) ("a" => 1 <#:1> "a" => 2))`, `((<#1> "x" => 0 "y" => 0) (<#:1> "x" => 1 "y" => 2))`},
		{"chain, adjusted from the owner on", `((<#1> "x" => 0 "y" => 0) (<#2:1> 1) (<#3:2> 2))`,
			`((<#1> "x" => 0 "y" => 0) (<#:1> "x" => 1 "y" => null) (<#:1> "x" => 2 "y" => null))`},
		{"owner still open", `(<#1> "a" => (<#:1> 5) "b" => 2)`, `(<#1> "a" => (<#:1> "a" => 5 "b" => null) "b" => 2)`},
		{"padding of an open chain", `(<#1> (<#2:1> (<#:2> 5)) "b" => 2)`, `(<#1> (<#:1> (<#:1> 5 "b" => null) "b" => null) "b" => 2)`},
		{"later structure counts", `((<#1> "a" => 1) (<#2> "b" => 1) (<#:1> <#:2> 5))`, `(("a" => 1) (<#1> "b" => 1) (<#:1> "b" => 5))`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := outcome(Read(test.src, withNames)); got != test.want {
				t.Errorf("%s\n got %s\nwant %s", test.src, got, test.want)
			}
		})
	}
}

func outcome(v value.Value, err error) string {
	var e *Error
	if errors.As(err, &e) {
		return "! " + e.Type + " " + e.Msg
	}
	if err != nil {
		return "!! " + err.Error()
	}
	return Print(v)
}

func TestReadAll(t *testing.T) {
	tests := []struct {
		name, src string
		want      []string
	}{
		{"nothing", " \n", nil},
		{"several", "1 (2)\n\"3\"", []string{"1", "(2)", `"3"`}},
		{"byte-order mark", "\ufeff1\r\n2\r\n", []string{"1", "2"}},
		{"#! line", "#!/usr/bin/env bpl\n1", []string{"1"}},
		{"#! line with CR LF", "#!/usr/bin/env bpl\r\n1\r\n", []string{"1"}},
		{"both", "\ufeff#!/usr/bin/env bpl \"(\r\n1", []string{"1"}},
		{"#! line alone", "#!bpl", nil},
		{"#! later", "\n#!x", []string{"#!x"}},
		{"mark later", "1 \ufeffa", []string{"1", "\ufeffa"}},
		{"tags reach as far as an expression", "(<#1>) (<#1> <@1>)", []string{"()", "(<#1> <@1>)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			values, _, err := ReadAll("x.bpl", test.src, withNames)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range values {
				got = append(got, Print(v))
			}
			if strings.Join(got, "|") != strings.Join(test.want, "|") {
				t.Errorf("\n got %q\nwant %q", got, test.want)
			}
		})
	}
}

func TestErrorPlaces(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"code points count", "日本 (\"é\" 1x)", `f:1:9: Invalid token: 1x`},
		{"line", "1\r\n2\n  )", "f:3:3: Unmatched parentheses"},
		{"byte-order mark takes no column", "\ufeff1x", "f:1:1: Invalid token: 1x"},
		{"#! line counts as a line", "#!x\r\n\t1x", "f:2:2: Invalid token: 1x"},
		{"innermost open list", "(a\n (b\n", "f:2:2: Unmatched parenthesis"},
		{"operator at top", "1 => 2", "f:1:3: Missing name"},
		{"missing value", "(a => )", "f:1:7: Missing value"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := ReadAll("f", test.src, withNames)
			if err == nil || err.Error() != test.want {
				t.Errorf("\n got %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestParseReference(t *testing.T) {
	tests := []struct{ text, want string }{
		{"a", "a"}, {"+", "+"}, {"a/0/b", "a/0/b"}, {"/a", "/a"}, {`/"a b"`, `/"a b"`}, {"a=>", "a=>"},
		{"", "!"}, {" a", "!"}, {"a ", "!"}, {"a b", "!"}, {"12", "!12"}, {"true", "!"}, {"(a)", "!"},
		{`"a"`, "!"}, {"=>", "!"}, {"a)", "!"}, {"<#1>", "!"}, {"\u00a0a", "!"}, {"a\u00a0", "!"},
		{"0/a", "!First element is not a string: 0"},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			r, err := ParseReference(test.text, hardNames)
			want := test.want
			if want == "!" {
				want += test.text
			}
			var got string
			if err != nil {
				got = "!" + err.(*Error).Msg
			} else {
				got = Print(r.Value())
			}
			if got != want {
				t.Errorf("\n got %s\nwant %s", got, want)
			}
		})
	}
}

func TestDepth(t *testing.T) {
	if _, err := Read("((()))", Options{Depth: 3}); err != nil {
		t.Error(err)
	}
	_, err := Read("(()\n(()))", Options{Depth: 2})
	var depth *DepthError
	if !errors.As(err, &depth) || depth.Max != 2 || depth.Pos.Line != 2 || depth.Pos.Column != 2 {
		t.Errorf("got %v", err)
	}
}
