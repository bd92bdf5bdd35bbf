package value_test

import (
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/value"
)

// characters returns the code points of s, each as the bytes that it consists of.
func characters(s string) []string {
	var all []string
	for len(s) > 0 {
		_, n := utf8.DecodeRuneInString(s)
		all = append(all, s[:n])
		s = s[n:]
	}
	return all
}

// randomText returns a text with code points of all lengths and bytes that are not UTF-8.
func randomText(r *rand.Rand, pieces int) string {
	kinds := []string{"a", "é", "日", "😀", "\x80", "\xff", "\xc3", "\xe6\x97", "\xf0\x9f\x98", "\xed\xa0\x80", "xyz"}
	var b strings.Builder
	for range pieces {
		b.WriteString(kinds[r.IntN(len(kinds))])
	}
	return b.String()
}

func TestTextAgainstCharacters(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, pieces := range []int{0, 1, 5, 100, 400, 3000} {
		for range 20 {
			s := randomText(r, pieces)
			want := characters(s)
			text := value.NewText(s)
			if got := text.Len(); got != len(want) {
				t.Fatalf("Len of %q\n got %d\nwant %d", s, got, len(want))
			}
			for range 20 {
				from := r.IntN(len(want) + 1)
				to := from + r.IntN(len(want)-from+1)
				part := strings.Join(want[from:to], "")
				if got := text.Slice(from, to); got != part {
					t.Fatalf("Slice %d to %d of %q\n got %q\nwant %q", from, to, s, got, part)
				}
				sub := value.NewText(s).Sub(from, to, nil)
				if sub.String() != part || sub.Len() != to-from {
					t.Fatalf("Sub %d to %d of %q\n got %q of length %d\nwant %q", from, to, s, sub, sub.Len(), part)
				}
				if got := text.Position(text.Offset(from)); got != from {
					t.Fatalf("Position of the offset of %d in %q\n got %d", from, s, got)
				}
			}
		}
	}
}

func TestBoundary(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		s := randomText(r, 20)
		want := map[int]bool{0: true}
		at := 0
		for _, c := range characters(s) {
			at += len(c)
			want[at] = true
		}
		for i := range len(s) + 1 {
			if got := value.Boundary(s, i); got != want[i] {
				t.Fatalf("offset %d of %q\n got %v\nwant %v", i, s, got, want[i])
			}
		}
	}
}

func TestPieceEnd(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		s := randomText(r, 20)
		for size := 1; size <= len(s)+1; size++ {
			end := value.PieceEnd(s, size)
			if end <= 0 && s != "" || end > size || end < min(size, len(s))-3 {
				t.Fatalf("piece of %d bytes of %q\n got %d", size, s, end)
			}
			if size > 3 && !value.Boundary(s, end) {
				t.Fatalf("piece of %d bytes of %q ends at %d, inside a code point", size, s, end)
			}
		}
	}
}

func TestConcat(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	text, want := value.NewText(""), ""
	for i := range 500 {
		piece := randomText(r, r.IntN(4))
		if i%3 == 0 {
			text.Len() // so that the count carries over
		}
		if i%7 == 0 {
			_ = text.Concat("another way") // takes the spare capacity
		}
		text, want = text.Concat(piece), want+piece
		if text.String() != want {
			t.Fatalf("after piece %d\n got %q\nwant %q", i, text, want)
		}
		if got := text.Len(); got != utf8.RuneCountInString(want) {
			t.Fatalf("length after piece %d\n got %d\nwant %d", i, got, utf8.RuneCountInString(want))
		}
	}
}

func TestConcatCostsTheSpareCapacityOnce(t *testing.T) {
	text := value.NewText(strings.Repeat("x", 1000))
	total := 0
	for range 100_000 {
		total += text.ConcatCost(1)
		text = text.Concat("y")
	}
	if most := 100 * text.Len(); total > most {
		t.Errorf("bytes for 100,000 appended one by one\n got %d\nwant at most %d", total, most)
	}
}

func TestCountTicks(t *testing.T) {
	s := strings.Repeat("aé\xff日", 100_000)
	for _, tt := range []struct {
		name string
		run  func(*value.Text, value.Tick)
	}{
		{"count", func(text *value.Text, tick value.Tick) { text.Count(tick) }},
		{"offset", func(text *value.Text, tick value.Tick) { text.OffsetTick(200_000, tick) }},
		{"position", func(text *value.Text, tick value.Tick) { text.PositionTick(200_000, tick) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ticks := 0
			text := value.NewText(s)
			tt.run(text, func(int) { ticks++ })
			if ticks < 10 {
				t.Errorf("ticks\n got %d\nwant 10 or more", ticks)
			}
			if got, want := text.Len(), 400_000; got != want {
				t.Errorf("length\n got %d\nwant %d", got, want)
			}
			ticks = 0
			tt.run(text, func(int) { ticks++ })
			if ticks != 0 {
				t.Errorf("ticks the second time\n got %d\nwant 0", ticks)
			}
		})
	}
}

// Sessions share the texts of a program, so several goroutines may look at one and extend
// it at a time.
func TestTextIsSafeForConcurrentUse(t *testing.T) {
	text := value.NewText(strings.Repeat("aé日", 1000)).Concat("x").Concat("y") // has spare capacity
	want := text.String()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 200 {
				longer := text.Concat(strings.Repeat(string(rune('a'+i)), j+1))
				if got := longer.String(); got != want+strings.Repeat(string(rune('a'+i)), j+1) {
					t.Errorf("text of goroutine %d has the end %q", i, got[len(want):])
				}
				if got := text.Slice(2999, 3002); got != "日xy" {
					t.Errorf("slice\n got %q\nwant %q", got, "日xy")
				}
				text.Position(text.Offset(1500))
			}
		})
	}
	group.Wait()
}
