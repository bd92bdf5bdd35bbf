package regex

import (
	"regexp"
	"strings"
	"testing"
)

// benchmarks are searches that both this package and package regexp can do.
var benchmarks = []struct {
	name, pattern, text string
	whole               bool
}{
	{"literal", `kafka`, "the cluster runs kafka and more", false},
	{"digits", `\d+`, "order 12345 of customer 9", false},
	{"words", `(\w+) (\w+)`, "john smith", false},
	{"date whole", `\d{4}-\d{2}-\d{2}`, "2024-05-06", true},
	{"identifier whole", `[a-z][a-z0-9-]*`, "some-topic-name-1", true},
	{"alternatives", `error|warning|fatal`, "2024-05-06 12:00:00 INFO all is well, nothing to see, no warning", false},
	{"many alternatives", `\b(?:` + strings.Join(words(500), "|") + `)\b`, strings.Repeat("some words without the sought ones ", 100), false},
	{"ignore case", `(?i)error`, "2024-05-06 12:00:00 INFO all is well, nothing to see, ERROR", false},
	{"lazy", `<(.*?)>`, "some text <tag> and <other>", false},
	{"mail", `[\w.+-]+@[\w-]+\.[\w.-]+`, "please write to john.smith+news@mail.example.com today", false},
	{"fail long", `[a-z]+!`, strings.Repeat("some words without the mark ", 2000), false},
	{"fail dot star", `x.*y`, strings.Repeat("some x words without the mark\n", 2000), false},
	{"unicode", `\p{L}+`, "12 été 34", false},
	{"nested plus", `(a+)+\z`, strings.Repeat("a", 300000) + "b", false},
	{"long span", `(?s)a.*b`, "a" + strings.Repeat("éxyz", 100000) + "b", false},
}

// words makes n different words.
func words(n int) []string {
	list := make([]string, n)
	for i := range list {
		list[i] = string([]byte{'a' + byte(i%26), 'a' + byte(i/26), 'q', 'x', 'a' + byte(i%7)})
	}
	return list
}

func BenchmarkFind(b *testing.B) {
	for _, bm := range benchmarks {
		re, err := Compile(bm.pattern)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(bm.name+"/own", func(b *testing.B) {
			for b.Loop() {
				if bm.whole {
					re.MatchWhole(bm.text, Options{})
				} else {
					re.Find(bm.text, 0, Options{})
				}
			}
		})
		p := bm.pattern
		if bm.whole {
			p = `\A(?:` + p + `)\z`
		}
		std := regexp.MustCompile(p)
		b.Run(bm.name+"/std", func(b *testing.B) {
			for b.Loop() {
				if bm.whole {
					std.MatchString(bm.text)
				} else {
					std.FindStringSubmatchIndex(bm.text)
				}
			}
		})
	}
}

func BenchmarkReplaceAll(b *testing.B) {
	text := strings.Repeat("order 12345 of customer 9, ", 1000)
	re, err := Compile(`\d+`)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			re.ReplaceAll(text, "#", Options{})
		}
	})
	std := regexp.MustCompile(`\d+`)
	b.Run("std", func(b *testing.B) {
		for b.Loop() {
			std.ReplaceAllString(text, "#")
		}
	})
}

func BenchmarkCompile(b *testing.B) {
	const pattern = `(\w+)-(\d{2,4})|[a-z]+@[\w.]+`
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			Compile(pattern)
		}
	})
	b.Run("std", func(b *testing.B) {
		for b.Loop() {
			regexp.Compile(pattern)
		}
	})
}

func BenchmarkSplitCharacters(b *testing.B) {
	text := strings.Repeat("x", 10_000)
	re, err := Compile("")
	if err != nil {
		b.Fatal(err)
	}
	b.Run("own", func(b *testing.B) {
		for b.Loop() {
			re.Split(text, Options{})
		}
	})
	std := regexp.MustCompile("")
	b.Run("std", func(b *testing.B) {
		for b.Loop() {
			std.Split(text, -1)
		}
	})
}
