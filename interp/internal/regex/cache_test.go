package regex

import (
	"fmt"
	"strings"
	"sync"
	"testing"
)

func TestCache(t *testing.T) {
	c := NewCache(100_000)
	first, err := c.Compile("a+")
	if err != nil {
		t.Fatal(err)
	}
	if again, _ := c.Compile("a+"); again != first {
		t.Error("the pattern was compiled twice")
	}
	if _, err := c.Compile("("); err == nil {
		t.Error("no error for a bad pattern")
	}
	for i := range 1000 {
		if _, err := c.Compile(fmt.Sprintf("a+%d", i)); err != nil {
			t.Fatal(err)
		}
		if _, err := c.Compile("used+"); err != nil {
			t.Fatal(err)
		}
	}
	if c.bytes > c.maxBytes || c.used.Len() != len(c.byText) || c.used.Len() < 10 {
		t.Errorf("after 1000 patterns: %d bytes, %d in order, %d by text", c.bytes, c.used.Len(), len(c.byText))
	}
	if _, ok := c.byText["a+"]; ok {
		t.Error("the pattern that was not used for the longest time is still there")
	}
	if _, ok := c.byText["used+"]; !ok {
		t.Error("the pattern in use is gone")
	}
	large := strings.Repeat("ab+", 5000)
	if _, err := c.Compile(large); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.byText[large]; ok {
		t.Error("a pattern larger than the cache was kept")
	}
}

// One Regexp serves several goroutines at once; run with -race.
func TestConcurrentUse(t *testing.T) {
	c := NewCache(1 << 20)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for i := range 200 {
				for _, pattern := range []string{`(\w+)=(\d+)`, `(\w)\1`, `needle`} {
					re, err := c.Compile(pattern)
					if err != nil {
						t.Error(err)
						return
					}
					text := strings.Repeat("-", i) + "aa=11 needle"
					out, err := re.ReplaceAll(text, "<$0>", Options{})
					if want := strings.Repeat("-", i); err != nil || !strings.HasPrefix(out, want+"<") && pattern != "needle" {
						t.Errorf("%s in %q\ngot:  %q, %v\nwant: %s<…", pattern, text, out, err, want)
					}
				}
			}
		})
	}
	wg.Wait()
}

// A Regexp can be used while one of its searches is going on.
func TestNestedUse(t *testing.T) {
	re := mustCompile(t, `a(b)?`)
	var got []string
	err := re.Each("ab a", 0, Options{}, func(loc []int) error {
		inner, err := re.Find("xxab", 0, Options{})
		got = append(got, show(loc)+"/"+show(inner))
		return err
	})
	if want := "0-2 1-2/2-4 3-4,3-4 -/2-4 3-4"; err != nil || strings.Join(got, ",") != want {
		t.Errorf("nested search\ngot:  %s, %v\nwant: %s", strings.Join(got, ","), err, want)
	}
}
