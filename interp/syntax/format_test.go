package syntax

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	tests := []struct{ name, src, want string }{
		{"nothing", "", ""},
		{"blank", " \n\n\t ", ""},
		{"blanks", "(  a\t\tb( c )d\u00a0e  )", "(a b (c) d e)\n"},
		{"strings and operators", `("a""b"=>"c"(d))`, "(\"a\" \"b\" => \"c\" (d))\n"},
		{"expressions in lines", "1 (2) \"3\"\n4", "1\n(2)\n\"3\"\n4\n"},
		{"empty lines", "\n\n1\n2\n\n\n\n3\n\n", "1\n2\n\n3\n"},
		{"indentation", "(do\n(a)\n      (bbbb\n c))", "(do\n  (a)\n  (bbbb\n    c))\n"},
		{"lines beside parentheses", "(\n  do\n  (a)\n)\n", "(do\n  (a))\n"},
		{"empty line in a list", "(do\n  (a)\n\n\n  (b))", "(do\n  (a)\n\n  (b))\n"},
		{"hanging function", "(set f (function (x)\n(g x)\n(h x)))", "(set f (function (x)\n  (g x)\n  (h x)))\n"},
		{"data", "((1 2)\n(3\n4))", "((1 2)\n (3\n  4))\n"},
		{"names are aligned", "(\"a\" => 1\n\"long\"\n=>\n2 \n\"c\" => 4)", "(\"a\"    => 1\n \"long\" => 2\n \"c\"    => 4)\n"},
		{"comment", "(### \"what it does\")\n(do\n(### \"why\")\n(a))", "(### \"what it does\")\n(do\n  (### \"why\")\n  (a))\n"},
		{"tags", "(<#1>  1\n<@1>)", "(<#1> 1\n <@1>)\n"},
		{"tokens stay as written", `(1.0 0x1F +5 007 "\u0041\'" a//b /a "x" => 1e3)`, "(1.0 0x1F +5 007 \"\\u0041\\'\" a//b /a \"x\" => 1e3)\n"},
		{"#! line", "#!/usr/bin/env bpl\r\n\r\n\r\n(a)\r\n", "#!/usr/bin/env bpl\n\n(a)\n"},
		{"#! line alone", "#!/usr/bin/env bpl", "#!/usr/bin/env bpl\n"},
		{"#! that is no first line", "\n#!x", "\n#!x\n"},
		{"#! behind a mark", "\ufeff #!x", "\ufeff\n#!x\n"},
		{"mark that is no first character", " \ufeffx", "\n\ufeffx\n"},
		{"two marks", "\ufeff \ufeffx", "\ufeff\ufeffx\n"},
		{"byte-order mark", "\ufeff\n(a)", "\ufeff(a)\n"},
		{"both", "\ufeff#!bpl\n(a)", "\ufeff#!bpl\n(a)\n"},
		{"mark alone", "\ufeff", "\ufeff"},
		{"long lines are broken", `(set table ("first" => "xxxxxxxxxxxxxxxxxxxxx" "second" => "yyyyyyyyyyyyyyyyyyyyyyyyy" "third" => "zzzzzzzzz"))`,
			"(set table (\"first\"  => \"xxxxxxxxxxxxxxxxxxxxx\"\n            \"second\" => \"yyyyyyyyyyyyyyyyyyyyyyyyy\"\n            \"third\"  => \"zzzzzzzzz\"))\n"},
		{"operators align their operands", "(and\n(a)\n(b))", "(and\n     (a)\n     (b))\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := Format(test.src, FormatOptions{})
			if err != nil || got != test.want {
				t.Errorf("%v\n got\n%s\nwant\n%s", err, got, test.want)
			}
			again, err := Format(got, FormatOptions{})
			if err != nil || again != got {
				t.Errorf("again %v\n got\n%s\nwant\n%s", err, again, got)
			}
		})
	}
}

func TestFormatError(t *testing.T) {
	_, err := Format("(a)\n(b", FormatOptions{Name: "x.bpl"})
	var e *Error
	if !errors.As(err, &e) || !e.Incomplete || err.Error() != "x.bpl:2:1: Unmatched parenthesis" {
		t.Errorf("got %v", err)
	}
}

func TestCompact(t *testing.T) {
	tests := []struct{ src, want string }{
		{"", ""}, {"\n\n", ""}, {"a", "a"}, {"(a  b\tc)", "(a  b\tc)"},
		{"(do\n  (a)\r\n\n\t(b)\n)\n", "(do (a) (b))"},
		{"(\n  1\n)\n2\n", "(1) 2"},
		{"(\"a\"\n=>\n1)", "(\"a\" => 1)"},
		{"(a\n\"open\nb\n\nc", "(a \"open b c"},
		{"ab\"c\nd", "ab\"c d"},
	}
	for _, test := range tests {
		if got := Compact(test.src); got != test.want {
			t.Errorf("%q\n got %q\nwant %q", test.src, got, test.want)
		}
	}
}

// printAll reads a source file and prints its expressions.
func printAll(src string) (string, error) {
	values, _, err := ReadAll("", src, withNames)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, v := range values {
		b.WriteString(Print(v) + "\n")
	}
	return b.String(), nil
}

func checkFormat(t *testing.T, src string, width int) {
	t.Helper()
	want, err := printAll(src)
	if err != nil {
		return
	}
	once, err := Format(src, FormatOptions{Width: width})
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	if got, err := printAll(once); err != nil || got != want {
		t.Fatalf("%q reads differently, width %d: %v\n got %s\nwant %s", src, width, err, got, want)
	}
	twice, err := Format(once, FormatOptions{Width: width})
	if err != nil || twice != once {
		t.Fatalf("%q formats differently again, width %d: %v\n got\n%s\nwant\n%s", src, width, err, twice, once)
	}
	if strings.Contains(src, "#!") || strings.Contains(src, bom) {
		return
	}
	compact := Compact(src)
	if got, err := printAll(compact); err != nil || got != want {
		t.Fatalf("%q reads differently when compact: %v\n got %s\nwant %s", src, err, got, want)
	}
}

// TestFormatRandom lays out random values written with random blanks and line ends.
func TestFormatRandom(t *testing.T) {
	for seed := range uint64(3000) {
		g := generator{rand.New(rand.NewPCG(seed, 3)), nil}
		text := Print(g.list(5).Value()) + " " + Print(g.list(3).Value())
		var b strings.Builder
		s := scanner{src: text}
		for t := s.next(); t.kind != tokenEnd; t = s.next() {
			gaps := []string{" ", " ", "  ", " ", "\n", "\r\n", "\n\n \n", "\u00a0", "\t"}
			b.WriteString(text[t.start:t.end] + gaps[g.IntN(len(gaps))])
		}
		checkFormat(t, b.String(), 1+g.IntN(70))
	}
}

func FuzzFormat(f *testing.F) {
	for i, seed := range []string{"(a\n\n(b))", "#!x\n1\n", "\ufeff1", "(<#1>\n\"a\" =>\n<@1> b=>1)", "(if (and (a) (b)) (c) (d))", "(set x (function (y) (z)))\n2"} {
		f.Add(seed, 3*i+1)
	}
	f.Fuzz(func(t *testing.T, src string, width int) { checkFormat(t, src, width) })
}

// TestLargeForms reads, prints and formats forms with many elements.
func TestLargeForms(t *testing.T) {
	var b strings.Builder
	b.WriteString("(cond")
	for i := range 100_000 {
		fmt.Fprintf(&b, " (when (= x %d) (set y \"n%d\"))", i, i)
	}
	b.WriteString(")")
	src := b.String()
	v := mustRead(t, src)
	if v.List().Len() != 100_001 || Print(v) != src {
		t.Error("differs")
	}
	text, err := Format(src, FormatOptions{})
	if err != nil || strings.Count(text, "\n") != 100_001 {
		t.Errorf("%v, %d lines", err, strings.Count(text, "\n"))
	}
}
