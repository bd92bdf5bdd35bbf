package syntax

import (
	"strings"
	"testing"
)

func TestExcerpt(t *testing.T) {
	long := strings.Repeat("x", 200)
	tests := []struct {
		name, text string
		at         string // what the caret points at: the text from there to the end of the line
		want       string
	}{
		{"plain", "(a\n  (b c)\n)", "(b c)", "2 |   (b c)\n  |   ^\n"},
		{"tabs", "\t(a\tb)", "b)", "1 | \t(a\tb)\n  | \t  \t^\n"},
		{"wide characters", "(日本 x)", "x)", "1 | (日本 x)\n  |       ^\n"},
		{"combining characters", "(e\u0301 x)", "x)", "1 | (e\u0301 x)\n  |    ^\n"},
		{"emoji", "(👍 x)", "x)", "1 | (👍 x)\n  |     ^\n"},
		{"byte-order mark", "\uFEFF(a b)", "b)", "1 | (a b)\n  |    ^\n"},
		{"carriage return", "(a)\r\n(b c)\r\n", "c)", "2 | (b c)\n  |    ^\n"},
		{"last line without end", "(a)\n(b", "b", "2 | (b\n  |  ^\n"},
		{"control characters", "(\x1b[31m x)", "x)", "1 | (·[31m x)\n  |        ^\n"},
		{"bytes that are not UTF-8", "(\xff x)", "x)", "1 | (\uFFFD x)\n  |    ^\n"},
		{"long line", long + "(" + long, "(" + long, "1 | … " + long[:60] + "(" + long[:59] + " …\n  | " + strings.Repeat(" ", 62) + "^\n"},
		{"end of text", "(a", "", "1 | (a\n  |   ^\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := NewSource("x.bpl", test.text)
			offset := len(test.text)
			if test.at != "" {
				offset = strings.Index(test.text, test.at)
			}
			if got := s.Excerpt(s.Pos(offset), nil); got != test.want {
				t.Errorf("\ngot  %q\nwant %q", got, test.want)
			}
		})
	}
	if got := NewSource("", "(a)").Excerpt(Pos{}, nil); got != "" {
		t.Errorf("\ngot  %q\nwant nothing for an unknown place", got)
	}
}
