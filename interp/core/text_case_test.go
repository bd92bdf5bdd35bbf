package core_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/cases"
	"golang.org/x/text/language"

	"github.com/bpl-lang/bpl/interp"
)

// small is what package cases makes of s where all of it fits its buffers, at whose ends it
// would forget what stands before a sigma.
func small(s string) string {
	dst := make([]byte, 4*len(s)+16)
	n, _, err := cases.Lower(language.Und).Transform(dst, []byte(s), true)
	if err != nil {
		panic(err)
	}
	return string(dst[:n])
}

// Long texts are mapped piece by piece with the result that they have as a whole: what a
// final sigma is depends on letters before and behind it.
func TestCaseOfLongTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	kinds := []string{"a", "B", "Σ", "σ", "ß", "ŉ", "İ", "é", "\u0301", "日", "😀", " ", ".", "'", "^", "Ⓐ", "ǅ", "\xff", "\xc3", "\xe6\x97"}
	random := func(n int) string {
		var b strings.Builder
		for b.Len() < n {
			b.WriteString(strings.Repeat(kinds[r.IntN(len(kinds))], 1+r.IntN(3)))
		}
		return b.String()
	}
	marks := strings.Repeat("\u0301", 60_000)
	texts := []string{
		random(100_000), random(100_000), random(16<<10 + 1),
		"aΣ" + marks, "Σ" + marks, strings.Repeat("ΑΣ ", 50_000), strings.Repeat("ß", 50_000) + "\xc3",
	}
	s := sessionWith(t, nil)
	for i, text := range texts {
		for source, want := range map[string]string{
			"(upcase text)":   cases.Upper(language.Und).String(text),
			"(downcase text)": small(text),
		} {
			if err := s.Set("text", interp.String(text)); err != nil {
				t.Fatal(err)
			}
			v, err := s.Eval(context.Background(), source)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := v.AsString(); got != want {
				at := 0
				for at < min(len(got), len(want)) && got[at] == want[at] {
					at++
				}
				t.Errorf("%s of text %d, from byte %d\n got %.40q\nwant %.40q", source, i, at, got[at:], want[at:])
			}
		}
	}
}

func TestFinalSigma(t *testing.T) {
	marks := strings.Repeat("\u0301", 60_000)
	s := sessionWith(t, nil)
	for text, want := range map[string]string{
		"Σ":                "σ",
		"ΑΣ":               "ας",
		"ΑΣΑ":              "ασα",
		"ΑΣ.":              "ας.",
		"ΑΣ.Α":             "ασ.α",
		".Σ":               ".σ",
		"Α.Σ":              "α.ς",
		"Α Σ":              "α σ",
		"ΑΣ'Σ":             "ασ'ς",
		"ΑΣʰ":              "ασʰ", // a modifier letter that counts as small
		"ΑΣ1":              "ας1",
		"ΑΣ\xff":           "ας\xff",
		"Α\xffΣ":           "α\xffσ",
		"aΣ" + marks + "b": "aσ" + marks + "b",
		"aΣ" + marks + " ": "aς" + marks + " ",
		"a" + marks + "Σ":  "a" + marks + "ς",
	} {
		if err := s.Set("text", interp.String(text)); err != nil {
			t.Fatal(err)
		}
		v, err := s.Eval(context.Background(), "(downcase text)")
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := v.AsString(); got != want {
			t.Errorf("%.20q\n got %.20q\nwant %.20q", text, got, want)
		}
	}
}
