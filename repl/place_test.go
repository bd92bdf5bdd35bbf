package repl

import (
	"slices"
	"strings"
	"testing"
)

func TestScanPlace(t *testing.T) {
	tests := []struct {
		text string
		want scanned
	}{
		{"", scanned{}},
		{"wo", scanned{word: "wo"}},
		{"(", scanned{head: true}},
		{"(fo", scanned{head: true, word: "fo"}},
		{"(f ", scanned{function: "f"}},
		{"(f x", scanned{function: "f", word: "x"}},
		{"(f x y", scanned{function: "f", word: "y", argument: 1}},
		{"(f (g 1) ", scanned{function: "f", argument: 1}},
		{"(f (g ", scanned{function: "g"}},
		{`(f "a`, scanned{function: "f", inString: true, word: "a"}},
		{`(f 1 "a (b`, scanned{function: "f", inString: true, word: "a (b", argument: 1}},
		{`(f "a\"b`, scanned{function: "f", inString: true, word: `a\"b`}},
		{`(f "opt" => "v`, scanned{function: "f", inString: true, word: "v", option: "opt"}},
		{`(f "one" "v`, scanned{function: "f", first: "one", inString: true, word: "v", argument: 1}},
		{`(f "one" ("a" => 1 "v`, scanned{function: "f", first: "one", nested: true, inString: true, word: "v", argument: 1}},
		{`(f (("a" => "v`, scanned{function: "f", nested: true, inString: true, word: "v", option: "a"}},
		{`(f opt => 1 "v`, scanned{function: "f", inString: true, word: "v", argument: 1}},
		{`(f "opt" => (1 2) "v`, scanned{function: "f", inString: true, word: "v", argument: 1}},
		{`(f "")) "v`, scanned{inString: true, word: "v"}},
		{")))", scanned{}},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			got := scanPlace(test.text)
			if got.function == "" {
				got.argument = 0 // elements of no list
			}
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

func TestPaintedLine(t *testing.T) {
	tests := []struct {
		line string
		pos  int
		want string // s string, n number, m match, x mistake
	}{
		{`(f "a" 12)`, 3, `...sss.nn.`},
		{`(f 1)`, 0, `m..nm`},
		{`(f 1)`, 5, `m..nm`},
		{`(f (g))x`, 7, `m.....m.`},
		{`"open`, 0, `xxxxx`},
		{`"a\"b" -.5 -x`, 0, `ssssss.nnn...`},
		{`)))`, 1, `...`},
		{`日"本"`, 0, `.sss`},
	}
	letters := map[string]string{"": ".", styleString: "s", styleNumber: "n", styleMatch: "m", styleMistake: "x"}
	for _, test := range tests {
		t.Run(test.line, func(t *testing.T) {
			var got strings.Builder
			for _, style := range paint([]rune(test.line), test.pos) {
				got.WriteString(letters[style])
			}
			if got.String() != test.want {
				t.Errorf("got  %s\nwant %s", got.String(), test.want)
			}
		})
	}
}

func TestOptionsOf(t *testing.T) {
	got := optionsOf(`(f a [b] "pattern" => p "radix" => n)`)
	if want := []string{"pattern", "radix"}; !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}
