package regex

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"
)

// work counts the ticks of a search, which follow the work done.
func work(t *testing.T, re *Regexp, text string) int {
	t.Helper()
	ticks := 0
	if _, err := re.Find(text, 0, Options{Tick: func() error { ticks++; return nil }}); err != nil {
		t.Fatal(err)
	}
	return ticks
}

func TestLinearTime(t *testing.T) {
	const n = 300_000
	for _, c := range []struct{ name, pattern, unit string }{ // the text is unit many times, then U+0000
		{"nested plus", `(a+)+$`, "a"},
		{"nested star", `(a*)*b`, "a"},
		{"same alternatives", `(a|a)*b`, "a"},
		{"overlapping alternatives", `(a|aa)+$`, "a"},
		{"two stars", `a*a*a*b`, "a"},
		{"dot stars", `(?s).*.*.*=x`, "y"},
		{"optional items", `a?a?a?a?a?a?a?a?a{8}b`, "a"},
		{"counted", `[a-z]{1,20}!`, "word "},
		{"lazy", `(?s)(.*?,)*!`, "a,"},
		{"code points", `(é+)+$`, "é"},
		{"raw bytes", "([^a]+)+$", "\xff"},
		{"deeply nested star", strings.Repeat("(", 12) + "a" + strings.Repeat(")*", 12) + "b", "a"},
		{"failing prefix", `[a-z]+!`, "some words "},
	} {
		t.Run(c.name, func(t *testing.T) {
			re := mustCompile(t, c.pattern)
			once := work(t, re, strings.Repeat(c.unit, n/len(c.unit))+"\x00")
			twice := work(t, re, strings.Repeat(c.unit, 2*n/len(c.unit))+"\x00")
			if 2*twice > 5*once+10 {
				t.Errorf("work for twice the text\ngot:  %d ticks after %d\nwant: at most 2.5 times as many", twice, once)
			}
		})
	}
}

func TestStepLimit(t *testing.T) {
	text := strings.Repeat("a", 40) + "b"
	for _, c := range []struct {
		name, pattern string
		steps         int64
		want          int64
	}{
		{"default", `(a+)+\1$`, 0, DefaultSteps},
		{"given", `(a+)+\1$`, 1000, 1000},
		{"nested group", `((?:a|a)*)*\1c`, 10_000, 10_000},
		{"look-ahead", `(?=(a+)+$)x|(?=(a*)*c)`, 10_000, 10_000},
		{"look-behind", `(?<=(a+)+)c|(?<=(?:a|a)*b)c(a+)+$`, -2, 0},
		{"lazy", `(?:a+?)+?\1(c)`, 10_000, 10_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := mustCompile(t, c.pattern).Find(text, 0, Options{Steps: c.steps})
			var limit *StepLimitError
			if c.want == 0 {
				if err != nil {
					t.Errorf("error\ngot:  %v\nwant: none", err)
				}
				return
			}
			if !errors.As(err, &limit) || limit.Steps != c.want {
				t.Fatalf("error\ngot:  %v\nwant: a StepLimitError for %d steps", err, c.want)
			}
			if part := fmt.Sprint(c.want); !strings.Contains(err.Error(), part) {
				t.Errorf("message\ngot:  %v\nwant: …%s…", err, part)
			}
		})
	}
}

// The limit counts for all matches of a call together.
func TestStepLimitOfAllMatches(t *testing.T) {
	re := mustCompile(t, `(\w)\1`)
	text := strings.Repeat("aab", 1000)
	if _, err := re.FindAll(text, 0, Options{Steps: 100_000}); err != nil {
		t.Errorf("error\ngot:  %v\nwant: none", err)
	}
	_, err := re.FindAll(text, 0, Options{Steps: 100})
	var limit *StepLimitError
	if !errors.As(err, &limit) {
		t.Errorf("error\ngot:  %v\nwant: a StepLimitError", err)
	}
}

func TestPendingLimit(t *testing.T) {
	re := mustCompile(t, `(?:a|b)*+c`)
	_, err := re.Find(strings.Repeat("a", maxPending+1), 0, Options{Steps: -1})
	var limit *StepLimitError
	if !errors.As(err, &limit) || limit.Pending != maxPending {
		t.Errorf("error\ngot:  %v\nwant: a StepLimitError for %d pending alternatives", err, maxPending)
	}
}

// Ordinary use of backtracking patterns on texts of some hundred kilobytes stays below the limit.
func TestStepLimitLeavesRoom(t *testing.T) {
	text := strings.Repeat("The quick brown fox jumps over the lazy dog. ", 10_000)
	for _, pattern := range []string{
		`(\w+) \1`, `(?<=o)\w+`, `\b(?!the)\w+\b`, `"[^"]*+"`, `(?=[A-Z])`, `(?>\w+)!`, `([a-z])\1{2}`,
	} {
		if _, err := mustCompile(t, pattern).FindAll(text, 0, Options{}); err != nil {
			t.Errorf("%s: %v", pattern, err)
		}
	}
}

// big is a text of 100 MB.
func big(unit string) string { return strings.Repeat(unit, 100_000_000/len(unit)) }

// A cancellation ends a search over 100 MB within 100 ms.
func TestTickEndsSearch(t *testing.T) {
	letters := big("abcdefghi ")
	for _, c := range []struct {
		name, pattern string
	}{
		{"literal", `needle`},
		{"first bytes", `[0-9]+`},
		{"attempts in the memo", `[a-z]+!`},
		{"lockstep", `(?s)a.*!`},
		{"lockstep with captures", `(?s)(a|b)(.*)(!)`},
		{"backtracking run", `(?s)(a.*)\1!`},
		{"backtracking loop", `(?s)(a(?:b|.)*)\1!`},
		{"look-behind", `(?<=x.*) `},
		{"empty matches", ``},
	} {
		t.Run(c.name, func(t *testing.T) {
			re := mustCompile(t, c.pattern)
			var delay time.Duration
			// The machine may be busy with something else: the best of many tries counts.
			for began := time.Now(); time.Since(began) < 30*time.Second; {
				if delay = cancelDelay(t, re, letters); delay < 100*time.Millisecond {
					return
				}
			}
			t.Errorf("end after the cancellation\ngot:  %v\nwant: below 100ms", delay)
		})
	}
}

// cancelDelay splits a text, cancels that after a while, and returns the longest time that a cancellation
// would have had to wait.
func cancelDelay(t *testing.T, re *Regexp, text string) time.Duration {
	t.Helper()
	stop := errors.New("cancelled")
	start := time.Now()
	last, longest := start, time.Duration(0)
	_, err := re.Split(text, Options{Steps: -1, Tick: func() error {
		now := time.Now()
		longest = max(longest, now.Sub(last))
		last = now
		if now.Sub(start) < 50*time.Millisecond {
			return nil
		}
		return stop
	}})
	var limit *StepLimitError
	if err != nil && err != stop && !(errors.As(err, &limit) && limit.Pending > 0) {
		t.Errorf("error\ngot:  %v\nwant: %v, or none", err, stop)
	}
	return max(longest, time.Since(last))
}

func TestReserve(t *testing.T) {
	full := errors.New("full")
	text := strings.Repeat("ab", 1000)
	for _, c := range []struct {
		name string
		call func(re *Regexp, opt Options) error
	}{
		{"Split", func(re *Regexp, opt Options) error { _, err := re.Split(text, opt); return err }},
		{"FindAll", func(re *Regexp, opt Options) error { _, err := re.FindAll(text, 0, opt); return err }},
		{"ReplaceAll", func(re *Regexp, opt Options) error {
			_, err := re.ReplaceAll(text, strings.Repeat("x", 100), opt)
			return err
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			re := mustCompile(t, "b")
			left := int64(10_000)
			err := c.call(re, Options{Reserve: func(n int64) error {
				if left -= n; left < 0 {
					return full
				}
				return nil
			}})
			if err != full {
				t.Errorf("error\ngot:  %v\nwant: %v", err, full)
			}
		})
	}
}

// Huge counts compile in bounded time and memory, and mean what they say.
func TestHugeCounts(t *testing.T) {
	a := strings.Repeat("a", 100_000)
	for _, c := range []struct {
		pattern, text string
		want          bool
	}{
		{`a{2000}`, a[:2000], true},
		{`a{2000}`, a[:1999], false},
		{`[a-z]{0,4096}`, a[:4096], true},
		{`[a-z]{0,4096}`, a[:4097], false},
		{`a{100000}`, a, true},
		{`.{0,100000}`, a, true},
		{`(?:a{1,100000}){1,100000}`, a, true},
		{`(?:a{1000}){100}`, a, true},
		{`(?:(?:a{1000}){1000}){1000}`, a, false},
		{`((((a{100000}){100000}){100000}){100000})|a*`, a, true},
		{`(?:(?:(?:){100000}){100000}){100000}`, "", true},
		{`(?:(?:\B{100000}a?){100000}){100000}`, a, false},
		{`(?=a)a{100000}`, a, true},
	} {
		re := mustCompile(t, c.pattern)
		got, err := re.MatchWhole(c.text, Options{})
		if err != nil || got != c.want {
			t.Errorf("%s on %d bytes\ngot:  %v %v\nwant: %v", c.pattern, len(c.text), got, err, c.want)
		}
		if w := re.weight(); w > 32<<20 {
			t.Errorf("%s: %d bytes", c.pattern, w)
		}
	}
}

func TestLongest(t *testing.T) {
	re := mustCompile(t, "b")
	text := strings.Repeat("ab", 1000)
	for _, c := range []struct {
		name    string
		longest int64
		want    bool
	}{
		{"no limit", 0, true},
		{"just enough", 11_000, true},
		{"one byte less", 10_999, false},
		{"tiny", 1, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			reserved := int64(0)
			got, err := re.ReplaceAll(text, strings.Repeat("x", 10), Options{
				Longest: c.longest,
				Reserve: func(n int64) error { reserved = n; return nil },
			})
			var limit *LengthError
			if c.want && len(got) != 11_000 || !c.want && !(errors.As(err, &limit) && limit.Longest == c.longest) {
				t.Errorf("got:  %d bytes, error %v\nwant: success %v", len(got), err, c.want)
			}
			if c.longest > 0 && reserved > c.longest {
				t.Errorf("bytes reserved\ngot:  %d\nwant: at most %d", reserved, c.longest)
			}
		})
	}
}

func TestEqualSetsAreKeptOnce(t *testing.T) {
	for _, pattern := range []string{`\d\d[a-c]\d`, `(?=\d)\d[a-c]\d`} {
		re, err := Compile(pattern)
		if err != nil {
			t.Fatal(err)
		}
		var sets []*charSet
		if re.linear != nil {
			sets = re.linear.sets
		} else {
			sets = re.back.sets
		}
		if len(sets) != 2 {
			t.Errorf("%s\n got %d sets\nwant 2", pattern, len(sets))
		}
	}
}
