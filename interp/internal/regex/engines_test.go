package regex

import (
	"errors"
	"math/rand"
	"regexp"
	"testing"
)

// findLockstep is find by the lockstep matcher alone.
func findLockstep(re *Regexp, s string) []int {
	x := re.newSearch(s, Options{})
	x.prepareLockstep(x.caps, false)
	for pos := 0; pos >= 0; {
		found, resume, _ := x.lockstep.run(pos, &re.pre, &x.pace)
		if found {
			return x.caps
		}
		pos = resume
	}
	return nil
}

// backtracking is the same pattern for the backtracker.
func backtracking(re *Regexp) *Regexp {
	n, p, err := parse(re.pattern)
	if err != nil {
		panic(err)
	}
	return &Regexp{
		pattern: re.pattern, groups: p.groups, numbers: p.numbers, pre: newPrefilter(n), back: compileBack(n, len(p.groups)),
	}
}

// hasEmptyIterations tells whether n repeats something that can match nothing; there package regexp differs.
func hasEmptyIterations(n *node) bool {
	if n.kind == nodeRepeat && n.max > 1 && n.subs[0].minWidth == 0 {
		return true
	}
	for _, sub := range n.subs {
		if hasEmptyIterations(sub) {
			return true
		}
	}
	return false
}

// checkEngines compares the matchers on a pattern and a text.
func checkEngines(t *testing.T, re *Regexp, text string) {
	loc, err := re.Find(text, 0, Options{Steps: 1 << 16})
	var limit *StepLimitError
	if err != nil {
		if !errors.As(err, &limit) || re.Linear() {
			t.Fatalf("%q in %q: %v", re, text, err)
		}
		return
	}
	for _, pos := range loc {
		if pos >= 0 && !isBoundary(text, pos) {
			t.Errorf("%q in %q: position inside a code point in %s", re, text, show(loc))
		}
	}
	if _, err := re.ReplaceAll(text, "<$0>", Options{Steps: 1 << 16}); err != nil && !errors.As(err, &limit) {
		t.Errorf("%q in %q: %v", re, text, err)
	}
	if !re.Linear() {
		return
	}
	back := backtracking(re)
	want, err := back.Find(text, 0, Options{Steps: 1 << 16})
	if err == nil && show(loc) != show(want) {
		t.Errorf("%q in %q\nmemo:        %s\nbacktracker: %s", re, text, show(loc), show(want))
	}
	whole, wholeErr := re.MatchWhole(text, Options{})
	wantWhole, err := back.MatchWhole(text, Options{Steps: 1 << 16})
	if err == nil && (whole != wantWhole || wholeErr != nil) {
		t.Errorf("%q on all of %q\nmemo:        %v\nbacktracker: %v", re, text, whole, wantWhole)
	}
	if re.linear == nil {
		return
	}
	if got := findLockstep(re, text); show(got) != show(loc) {
		t.Errorf("%q in %q\nmemo:     %s\nlockstep: %s", re, text, show(loc), show(got))
	}
}

// checkCommon compares with package regexp on a pattern that means the same there.
func checkCommon(t *testing.T, re *Regexp, text string) {
	n, _, _ := parse(re.pattern)
	if hasEmptyIterations(n) {
		return
	}
	std, err := regexp.Compile(re.pattern)
	if err != nil {
		t.Fatal(err)
	}
	loc, err := re.Find(text, 0, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := show(loc), show(std.FindStringSubmatchIndex(text)); got != want {
		t.Errorf("%q in %q\ngot:     %s\nregexp:  %s", re, text, got, want)
	}
}

// fuzzOnce makes a pattern and a text of data and checks them.
func fuzzOnce(t *testing.T, data []byte) {
	if len(data) == 0 {
		return
	}
	g := &generator{data: data[1:], linear: data[0]%4 != 0, common: data[0]%4 == 1}
	text := g.text()
	pattern := g.alternatives(2)
	re, err := Compile(pattern)
	if err != nil {
		t.Fatal(err)
	}
	checkEngines(t, re, text)
	if g.common {
		checkCommon(t, re, text)
	}
}

func FuzzEngines(f *testing.F) {
	f.Add([]byte("1ab"))
	f.Fuzz(fuzzOnce)
}

// TestEngines does what FuzzEngines does with random data, the same every time.
func TestEngines(t *testing.T) {
	random := rand.New(rand.NewSource(1))
	for range 20000 {
		data := make([]byte, 1+random.Intn(120))
		random.Read(data)
		fuzzOnce(t, data)
		if t.Failed() {
			return
		}
	}
}

// FuzzCompile feeds texts as patterns: none may panic, and what compiles must match without harm.
func FuzzCompile(f *testing.F) {
	for _, c := range syntaxCases {
		f.Add(c.pattern, c.text)
	}
	f.Add("[[:]", "0")
	f.Fuzz(func(t *testing.T, pattern, text string) {
		re, err := Compile(pattern)
		if err != nil {
			var syntax *SyntaxError
			if !errors.As(err, &syntax) {
				t.Fatalf("%q: %v", pattern, err)
			}
			return
		}
		if len(pattern) < 200 && len(text) < 200 {
			checkEngines(t, re, text)
		}
	})
}

// TestEnginesOnLongTexts makes matches and attempts that leave the window of the memo.
func TestEnginesOnLongTexts(t *testing.T) {
	random := rand.New(rand.NewSource(2))
	letters := []byte("aaaaaaaabbbbc \n")
	text := make([]byte, 3*memoBits/2)
	for i := range text {
		text[i] = letters[random.Intn(len(letters))]
	}
	s := string(text) + "z" + string(text[:memoBits/8]) + "y\xff"
	for _, pattern := range []string{
		`[^z]*z`, `(?s)(a.*)z(.*)y`, `(?:[ab]+|c|\s)+?z`, `((?:a|b|c|\s){2,4})*z`, `(?s).*\n(.*?)y`, `(?s)b.*x|z`,
		`(a|b|[^ab])*x|[yz]`, `\w+z`, `c(?:[^z]|z)+\xff`, `[^\x00-\x{10ffff}]`,
	} {
		re := mustCompile(t, pattern)
		loc, err := re.Find(s, 0, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := findLockstep(re, s); show(got) != show(loc) {
			t.Errorf("%s\nfind:     %s\nlockstep: %s", pattern, show(loc), show(got))
		}
		want, err := backtracking(re).Find(s, 0, Options{Steps: 1 << 19})
		var limit *StepLimitError
		if err == nil && show(loc) != show(want) {
			t.Errorf("%s\nfind:        %s\nbacktracker: %s", pattern, show(loc), show(want))
		} else if err != nil && !errors.As(err, &limit) {
			t.Error(err)
		}
	}
}
