package syntax

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

// FuzzRead checks that what was read prints as a text that reads as the same: printing
// again gives the same text.
func FuzzRead(f *testing.F) {
	for _, seed := range []string{
		"", "(1 2.5 -0.0 \"a\\tb\" c d/0/\"e f\" /x // true null)", "(a => 1 \"b\" => (2) 3)",
		"(<#1> \"x\" => (<#:1> \"x\" => null) <@1>)", "((<#1> 1) (<#1:1> 2) <@1>)", "(<#é> <@é>)",
		"/\"=>\"/b", "p/\"a\\u0041\"", "\xff\xc2\xa0a", "0x-1f", "1e400", "(=>=)", "<foreign:x>",
		"(\"a\" => 1 5 \"a\" => 3 => 4)", "((<#1> 1 2) (<#:1> a => 3) (<#2:1>) (<#:2>))",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v, err := Read(src, withNames)
		if err != nil {
			var e *Error
			if !errors.As(err, &e) {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		checkRoundTrip(t, v)
	})
}

func checkRoundTrip(t *testing.T, v value.Value) {
	t.Helper()
	first := Print(v)
	w, err := Read(first, withNames)
	if err != nil {
		t.Fatalf("%q does not read back: %v", first, err)
	}
	if second := Print(w); second != first {
		t.Fatalf("printing is no fixed point\n got %q\nwant %q", second, first)
	}
	if v.Kind() != w.Kind() && !v.IsNumber() {
		t.Fatalf("%q\n got %v\nwant %v", first, w.Kind(), v.Kind())
	}
	if r := v.Ref(); r != nil && !r.Equal(w.Ref()) {
		t.Fatalf("%q reads back as another reference", first)
	}
}

// TestRandomValues prints random graphs of lists, shared, circular, with shared and
// changed name tables and with odd references, and reads them back.
func TestRandomValues(t *testing.T) {
	for seed := range uint64(3000) {
		g := generator{rand.New(rand.NewPCG(seed, 1)), nil}
		v := g.list(4)
		for range g.IntN(4) {
			g.lists[g.IntN(len(g.lists))].Push(g.lists[g.IntN(len(g.lists))].Value())
		}
		checkRoundTrip(t, v.Value())
		checkSame(t, v)
		if t.Failed() {
			t.Fatalf("seed %d: %s", seed, Print(v.Value()))
		}
	}
}

// checkSame compares the shape of a graph of lists with that of its copy through text.
func checkSame(t *testing.T, v *value.List) {
	t.Helper()
	read, err := Read(Print(v.Value()), withNames)
	if err != nil {
		t.Fatal(err)
	}
	match := map[*value.List]*value.List{v: read.List()}
	todo := []*value.List{v}
	for len(todo) > 0 {
		a := todo[len(todo)-1]
		b := match[a]
		todo = todo[:len(todo)-1]
		if a.Len() != b.Len() {
			t.Fatalf("sizes %d and %d", a.Len(), b.Len())
		}
		for i := range a.Len() {
			if a.Name(i) != b.Name(i) || (a.NameText(i) == nil) != (b.NameText(i) == nil) {
				t.Fatalf("names %q and %q", a.Name(i), b.Name(i))
			}
			inner := a.At(i).List()
			if inner == nil {
				if Print(a.At(i)) != Print(b.At(i)) {
					t.Fatalf("%s and %s", Print(a.At(i)), Print(b.At(i)))
				}
				continue
			}
			other := b.At(i).List()
			if known, ok := match[inner]; ok {
				if known != other {
					t.Fatal("sharing differs")
				}
				continue
			}
			match[inner] = other
			todo = append(todo, inner)
		}
	}
}

type generator struct {
	*rand.Rand
	lists []*value.List
}

func (g *generator) list(depth int) *value.List {
	if len(g.lists) > 0 && g.IntN(4) == 0 {
		l := g.lists[g.IntN(len(g.lists))]
		switch g.IntN(3) {
		case 0:
			return l
		case 1:
			l = l.Copy()
			g.lists = append(g.lists, l)
			return l
		}
		l = l.Copy()
		if l.Len() > 0 {
			l.SetName(g.IntN(l.Len()), value.NewText(g.name()))
		}
		g.lists = append(g.lists, l)
		return l
	}
	l := value.NewList(0)
	g.lists = append(g.lists, l)
	for range g.IntN(5) {
		v := g.atom()
		if depth > 0 && g.IntN(2) == 0 {
			v = g.list(depth - 1).Value()
		}
		if g.IntN(2) == 0 {
			l.Put(g.name(), v)
		} else {
			l.Push(v)
		}
	}
	return l
}

func (g *generator) name() string {
	names := []string{
		"a", "b", "", "a b", "1", "-1", "+1x", ".5", "true", "null", "NaN", "Infinity", "=>", "=>x", "a=>", "/", "//",
		"a/b", "<#1>", "<@1>", "<#>", "\"", "\\", "a\tb", "é", "\u00a0", "\ufeff", "\xff", "\xc2", "(", ")", "x\n", "日本", "+", "set",
	}
	return names[g.IntN(len(names))]
}

func (g *generator) atom() value.Value {
	switch g.IntN(9) {
	case 0:
		return value.Int(int32(g.Uint32()))
	case 1:
		return value.Long(int64(g.Uint64()))
	case 2:
		return value.Double(math.Float64frombits(g.Uint64()))
	case 3:
		return value.Bool(g.IntN(2) == 0)
	case 4:
		return value.Null()
	case 5:
		return value.String(g.name() + g.name())
	case 6:
		name := g.name()
		if _, hard := hardNames(name); hard || name == "/" {
			name = "x"
		}
		return value.NewRef(name).Value()
	case 7:
		f, _ := hardNames("set")
		return value.NewHardRef(f).Value()
	}
	steps := []value.Step{{Name: value.NewText(g.name())}}
	for range g.IntN(3) {
		if g.IntN(2) == 0 {
			steps = append(steps, value.Step{Index: g.Int32()})
		} else {
			steps = append(steps, value.Step{Name: value.NewText(g.name())})
		}
	}
	return NewPath(steps).Value()
}

// TestRandomDoubles reads back what was printed, bit by bit but for -0.0, which prints as
// the integer 0, and the payload of NaN.
func TestRandomDoubles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	for range 200_000 {
		f := math.Float64frombits(r.Uint64())
		text := Print(value.Double(f))
		v, err := Read(text, Options{})
		got, ok := v.AsDouble()
		if err != nil || !ok || got != f && !(math.IsNaN(got) && math.IsNaN(f)) {
			t.Fatalf("%x %s\n got %v %v\nwant %v", math.Float64bits(f), text, got, err, f)
		}
	}
}

// TestPrefixes cuts texts behind every token: what is left is complete or Incomplete.
func TestPrefixes(t *testing.T) {
	texts := []string{
		`(set f (function (n) (if (< n 2) "a\"b" (+ p/0/"a b" (f (- n 1)))))) (f 3)`,
		"(1 \"x\" => (2 => 3) <#1> <@1> (### \"comment\")) // /x \u00a0 5",
		`("a"=>1"b"=>"c")("d")`,
	}
	for file := range samples() {
		if file != "nested" {
			texts = append(texts, samples()[file][:3000])
		}
	}
	for _, src := range texts {
		s := scanner{src: src}
		depth := 0
		for {
			tok := s.next()
			if tok.kind == tokenEnd || tok.kind == tokenInvalid {
				break
			}
			switch tok.kind {
			case tokenOpen:
				depth++
			case tokenClose:
				depth--
			}
			_, _, err := ReadAll("", src[:tok.end], withNames)
			var e *Error
			if depth == 0 && err != nil || depth > 0 && !(errors.As(err, &e) && e.Incomplete && e.Open == depth) {
				t.Fatalf("%q\n got %v\nat depth %d", src[:tok.end], err, depth)
			}
		}
	}
}

func TestIncomplete(t *testing.T) {
	tests := []struct {
		src  string
		want bool
	}{
		{`(`, true}, {`(1 "a" =>`, true}, {`"abc`, true}, {`("abc`, true}, {`"abc\`, true}, {`"\u12`, true}, {`"\ud83d`, true},
		{`"\ud83d\ud`, true}, {`p/"ab`, true}, {`p/a/"ab\`, true}, {`p/"a"/"b`, true},
		{`"ab\q`, false}, {`"\u1g`, false}, {`"\ud83dx`, false}, {"\"abc\n", false}, {"(\"abc\n", false}, {`p/ab"c`, false}, {`ab"c`, false},
		{`p/1x/"a`, false}, {`)`, false}, {`1x`, false}, {`(1) )`, false}, {`<#1>`, false}, {`(=> `, false}, {`(<@1>`, false}, {`0/a`, false},
	}
	for _, test := range tests {
		_, _, err := ReadAll("", test.src, withNames)
		var e *Error
		if !errors.As(err, &e) || e.Incomplete != test.want {
			t.Errorf("%s: %v\n got %v\nwant %v", test.src, err, e != nil && e.Incomplete, test.want)
		}
	}
}

func TestMillionLevels(t *testing.T) {
	const n = DefaultDepth
	src := strings.Repeat("(", n) + strings.Repeat(")", n)
	v, err := Read(src, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if Print(v) != src {
		t.Error("prints differently")
	}
	_, err = Read("("+src+")", Options{})
	var depth *DepthError
	if !errors.As(err, &depth) || depth.Max != n {
		t.Errorf("one level more: got %v", err)
	}
	_, err = Read(src[:n], Options{})
	var e *Error
	if !errors.As(err, &e) || !e.Incomplete {
		t.Errorf("without the second half: got %v", err)
	}
}

// A long string is printed piece by piece, and its printing can be ended.
func TestLongString(t *testing.T) {
	s := strings.Repeat("a\"\\\né😀\xff", 100_000)
	for _, v := range []value.Value{value.String(s), value.ListOf([]value.Value{value.String(s), value.Int(1)}).Value()} {
		again, err := Read(Print(v), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !value.Equal(v, again, nil) {
			t.Error("a long string does not read back")
		}
		stop := errors.New("stop")
		ticks := 0
		p := Printer{Meter: Meter{Tick: func(int) error {
			if ticks++; ticks > 2 {
				return stop
			}
			return nil
		}}}
		if _, err := p.Append(nil, v); err != stop {
			t.Errorf("printing that is ended\n got %v\nwant %v", err, stop)
		}
	}
}
