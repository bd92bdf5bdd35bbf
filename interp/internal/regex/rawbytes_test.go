package regex

import "testing"

// Each byte of an overlong form, of a surrogate or of a sequence cut short is a character of its own.
func TestRawBytes(t *testing.T) {
	for _, c := range []struct{ name, pattern, text, want string }{
		{"dot", `.`, "\xff", "0-1"},
		{"dot takes one byte", `^.{3}$`, "\xe2\x82\xff", "0-3"},
		{"overlong form", `^..$`, "\xc0\xaf", "0-2"},
		{"surrogate", `^...$`, "\xed\xa0\x80", "0-3"},
		{"cut short before a character", `^..é$`, "\xf0\x9fé", "0-4"},
		{"negated class", `[^a]+`, "a\xffb\x80", "1-4"},
		{"negated escapes", `\D\W\S\H\V`, "\xff\xff\xff\xff\xff", "0-5"},
		{"negated property", `\P{L}`, "\xff", "0-1"},
		{"positive class", `[\x{0}-\x{10ffff}]`, "\xff", "none"},
		{"positive property", `\p{L}|\p{Cn}|\p{So}|\p{Cs}|\p{C}|\p{L1}|\p{IsAssigned}`, "\xff", "none"},
		{"replacement character", `\x{fffd}`, "\xff", "none"},
		{"latin letter", `ÿ|\xff`, "\xff", "none"},
		{"double negation", `[^[^a]]`, "\xff", "none"},
		{"no word character", `\b.`, "\xffa", "1-2"},
		{"in the pattern", "a\xff", "\xffa\xff", "1-3"},
		{"in a class of the pattern", "[\xfe\xff]+", "a\xff\xfe\xfd", "1-3"},
		{"range of raw bytes", "[\xf0-\xff]+", "a\xff\xf5\x80", "1-3"},
		{"as a part of a code point", "\xc3", "é", "none"},
		{"as a part of a code point, class", "[\xa9]", "é", "none"},
		{"as a part of a code point, backtracking", "(?=\xc3)", "é", "none"},
		{"before its continuation in the text", "a\xc3", "aé", "none"},
		{"back reference", `(.)\1`, "\x80\xff\xff", "1-3 1-2"},
		{"back reference not into a code point", `(.)b\1`, "\xc3bé", "none"},
		{"back reference at its end", `(.)b\1`, "\xc3b\xc3", "0-3 0-1"},
		{"look-behind", `(?<=^.)a`, "\xffa", "1-2"},
		{"look-behind of a code point", `(?<=^.)a`, "\u00e9a", "2-3"},
		{"lazy", `a.*?é`, "a\xc3\xc3é", "0-5"},
		{"possessive run", `[^a]++a`, "\xe2\x82a", "0-3"},
		{"run gives back whole characters", `(?=.).+.$`, "é\xff😀", "0-7"},
	} {
		t.Run(c.name, func(t *testing.T) {
			re := mustCompile(t, c.pattern)
			loc, err := re.Find(c.text, 0, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got := show(loc); got != c.want {
				t.Errorf("%q in %q\ngot:  %s\nwant: %s", c.pattern, c.text, got, c.want)
			}
			if re.linear != nil {
				if got := show(findLockstep(re, c.text)); got != c.want {
					t.Errorf("%q in %q in lockstep\ngot:  %s\nwant: %s", c.pattern, c.text, got, c.want)
				}
			}
		})
	}
}

func TestIsBoundary(t *testing.T) {
	const text = "aé€😀\x80\xe2\x82\xf0\x9f\x98"
	want := map[int]bool{}
	for i := 0; i < len(text); i += sizeAt(text, i) {
		want[i] = true
	}
	want[len(text)] = true
	for i := 0; i <= len(text); i++ {
		if got := isBoundary(text, i); got != want[i] {
			t.Errorf("offset %d\ngot:  %v\nwant: %v", i, got, want[i])
		}
	}
	for i := len(text); i > 0; i -= sizeBefore(text, i) {
		if !want[i] {
			t.Errorf("offset %d reached backwards", i)
		}
		delete(want, i)
	}
	if delete(want, 0); len(want) > 0 {
		t.Errorf("offsets not reached backwards: %v", want)
	}
}
