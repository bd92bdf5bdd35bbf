package syntax

import (
	"fmt"
	"strings"
	"testing"
	"time"
	"unsafe"

	"github.com/bpl-lang/bpl/interp/value"
)

// TestLinear compares the cost of an element in small and large texts.
func TestLinear(t *testing.T) {
	kinds := []struct {
		name string
		make func(b *strings.Builder, i int)
	}{
		{"numbers", func(b *strings.Builder, i int) { fmt.Fprintf(b, "%d ", i) }},
		{"names", func(b *strings.Builder, i int) { fmt.Fprintf(b, `"n%d" => 1 `, i) }},
		{"repeated names", func(b *strings.Builder, i int) { fmt.Fprintf(b, `"n%d" => 1 `, i%100) }},
		{"references", func(b *strings.Builder, i int) { fmt.Fprintf(b, "r%d ", i) }},
		{"records", func(b *strings.Builder, i int) { fmt.Fprintf(b, `("id" => %d "x" => "y") `, i) }},
		{"shared", func(b *strings.Builder, i int) { fmt.Fprintf(b, "(<#i%d> 1) <@i%d> ", i, i) }},
		{"chain of names", func(b *strings.Builder, i int) {
			if i == 0 {
				b.WriteString(`(<#0> "a" => 1) `)
				return
			}
			fmt.Fprintf(b, "(<#%d:%d> 1) ", i, i-1)
		}},
		{"lines", func(b *strings.Builder, i int) { fmt.Fprintf(b, "%d\n", i) }},
	}
	for _, kind := range kinds {
		t.Run(kind.name, func(t *testing.T) {
			perElement := func(n int) time.Duration {
				var b strings.Builder
				b.WriteString("(")
				for i := range n {
					kind.make(&b, i)
				}
				b.WriteString(")")
				rounds := 100_000 / n // as much work for each n: other processes delay both alike
				best := time.Hour
				for range 3 {
					start := time.Now()
					for range rounds {
						v := mustRead(t, b.String())
						if text, err := Pretty(v, PrettyOptions{}); err != nil || Print(v) == text && n > 100 {
							t.Fatal("not broken over lines", err)
						}
					}
					best = min(best, time.Since(start)/time.Duration(n*rounds))
				}
				return best
			}
			small, large := perElement(1000), perElement(100_000)
			if large > 12*small {
				t.Errorf("\n got %v per element of 100,000\nwant about as with 1,000: %v", large, small)
			}
		})
	}
}

// TestFewAllocations holds reading to the number of objects that it makes.
func TestFewAllocations(t *testing.T) {
	src := "(" + strings.Repeat(`("id" => 12 "x" => (1.5 y)) `, 1000) + ")"
	n := testing.AllocsPerRun(3, func() {
		if _, err := Read(src, Options{}); err != nil {
			t.Fatal(err)
		}
	})
	if n > 2100 { // two lists in each element
		t.Errorf("\n got %v allocations\nwant about 2,000", n)
	}
	v, _ := Read(src, Options{})
	dst := Append(nil, v)
	if n := testing.AllocsPerRun(3, func() { dst = Append(dst[:0], v) }); n > 20 {
		t.Errorf("\n got %v allocations of printing\nwant few", n)
	}
}

// TestStringsDoNotHoldTheText looks at a string that was read from a large text.
func TestStringsDoNotHoldTheText(t *testing.T) {
	src := `("abc" "x" => def ` + strings.Repeat("1 ", 5000) + `)`
	v := mustRead(t, src)
	l := v.List()
	for _, s := range []string{l.At(0).Text().String(), l.Name(1), l.At(1).Ref().Text()} {
		if i := strings.Index(src, s); unsafe.StringData(src[i:]) == unsafe.StringData(s) {
			t.Errorf("%s is part of the text", s)
		}
	}
}

func TestListsRememberTheirPlace(t *testing.T) {
	opt := withNames
	opt.Source = 7
	values, _, err := ReadAll("x", "\ufeff(a (b <#1>) <@1>)\n  (c)", opt)
	if err != nil {
		t.Fatal(err)
	}
	check := func(l *value.List, want uint32) {
		t.Helper()
		if source, offset := l.Source(); source != 7 || offset != want {
			t.Errorf("\n got %d %d\nwant 7 %d", source, offset, want)
		}
	}
	outer := values[0].List()
	check(outer, 3)
	check(outer.At(1).List(), 6)
	check(outer.At(2).List(), 6)
	check(outer.Copy(), 3)
	check(value.NewTemplate(outer.Value()).Instance(func(*value.List) {}, nil).List(), 3)
	check(values[1].List(), 23)
}
