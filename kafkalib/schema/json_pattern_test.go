package schema

import (
	"strings"
	"testing"
)

func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		name, pattern string
		fits, not     []string
	}{
		{"not anchored", `b+`, []string{"abbc"}, []string{"ac"}},
		{"Unicode escape", `^\u00e9$`, []string{"é"}, []string{"e"}},
		{"class of digits", `^\d{3}$`, []string{"123"}, []string{"12", "1234", "١٢٣"}},
		{"property", `^\p{L}+$`, []string{"éß"}, []string{"1"}},
		{"look-ahead", `^(?=.*\d)(?=.*[a-z]).{4,}$`, []string{"abc1"}, []string{"abcd", "a1"}},
		{"negative look-ahead", `^(?!foo)`, []string{"bar"}, []string{"foobar"}},
		{"look-behind", `(?<=\$)\d+`, []string{"$5"}, []string{"5"}},
		{"backward reference", `^(a|b)\1$`, []string{"aa", "bb"}, []string{"ab"}},
		{"look-ahead and Unicode", `^(?=.)\u{1F600}$`, []string{"😀"}, []string{"x"}},
		{"many repeats", `^(ab){1,2000}$`, []string{"abab"}, []string{"aba"}},
		{"end of the text", `^(?=a)a$`, []string{"a"}, []string{"a\n"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p, err := compilePattern(test.pattern)
			if err != nil {
				t.Fatal(err)
			}
			for want, texts := range map[bool][]string{true: test.fits, false: test.not} {
				for _, text := range texts {
					if got, err := p.matches(text); got != want || err != nil {
						t.Errorf("%q:\n got %t, %v\nwant %t", text, got, err, want)
					}
				}
			}
		})
	}
}

// TestPatternThatTriesForever has a pattern and a text for which it would.
func TestPatternThatTriesForever(t *testing.T) {
	s := mustParse(t, JSON, `{"items": {"pattern": "^(?=a)(a+)+$"}, "anyOf": [{"items": {"pattern": "^(?=a)(a+)+$"}}, {}]}`)
	long := strings.Repeat("a", 60) + "!"
	got := s.Validate(script(t, `("`+long+`" "`+long+`" "`+long+`")`))
	if len(got) != 1 || got[0].Path != "/0" || !strings.Contains(got[0].Message, "could not be found out within 250ms") {
		t.Errorf("got %v\nwant one problem, at /0", got)
	}
}

func TestDeepPattern(t *testing.T) {
	n := (maxPattern - 5) / 2
	if _, err := compilePattern("(?=a)" + strings.Repeat("(", n) + strings.Repeat(")", n)); err != nil {
		t.Errorf("a pattern with %d groups in each other: %v", n, err)
	}
}
