package syntax

import (
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

func TestSpans(t *testing.T) {
	src := "\ufeff#!x\n(set p/\"a b\" \"x\"  => (1 é => 2.5 \"x\" => 3 4 \"é\" => (5)))\r\n  7 \"s\""
	opt := withNames
	opt.Spans = true
	values, spans, err := ReadAll("f", src, opt)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	text := func(s Span) string { return src[s.Start:s.End] }
	for i := range values {
		got = append(got, text(spans.Expression(i)))
	}
	var visit func(l *value.List)
	visit = func(l *value.List) {
		elements, ok := spans.Elements(l)
		if !ok || len(elements) != l.Len() {
			t.Fatalf("no spans of %s", Print(l.Value()))
		}
		for i, e := range elements {
			s := text(e.Value)
			if e.Named {
				s = text(e.Name) + "=" + s
			}
			got = append(got, s)
			if inner := l.At(i).List(); inner != nil {
				visit(inner)
			}
		}
	}
	visit(values[0].List())
	want := []string{
		`(set p/"a b" "x"  => (1 é => 2.5 "x" => 3 4 "é" => (5)))`, "7", `"s"`,
		"set", `p/"a b"`, `"x"=(1 é => 2.5 "x" => 3 4 "é" => (5))`, "1", `"é"=(5)`, "5", `"x"=3`, "4",
	}
	if strings.Join(got, "|") != strings.Join(want, "|") {
		t.Errorf("\n got %q\nwant %q", got, want)
	}
	if spans.Len() != 3 || spans.Source().Name() != "f" || spans.Source().Text() != src {
		t.Error("wrong source")
	}
	if _, ok := spans.Elements(value.NewList(0)); ok {
		t.Error("spans of a foreign list")
	}
}

func TestSourceLines(t *testing.T) {
	s := NewSource("f", "\ufeffab\r\n\n日本x\ny")
	tests := []struct {
		offset int
		want   string
		line   string
	}{
		{0, "f:1:1", "ab"}, {3, "f:1:1", "ab"}, {4, "f:1:2", "ab"}, {7, "f:2:1", ""}, {8, "f:3:1", "日本x"}, {14, "f:3:3", "日本x"},
		{16, "f:4:1", "y"}, {17, "f:4:2", "y"}, {99, "f:4:2", "y"}, {-1, "f:1:1", "ab"},
	}
	for _, test := range tests {
		p := s.Pos(test.offset)
		if p.String() != test.want || s.Line(p.Line) != test.line {
			t.Errorf("offset %d\n got %v %q\nwant %s %q", test.offset, p, s.Line(p.Line), test.want, test.line)
		}
	}
	if s.Line(0) != "" || s.Line(5) != "" {
		t.Error("lines outside the text")
	}
}
