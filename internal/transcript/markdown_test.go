package transcript

import "testing"

func TestParseMarkdown(t *testing.T) {
	text := "# A document\n\n> a quotation\n\n```bpl\n# a title\n> (set x 1)\n1\n\n# more of it\n> x\n1\n```\n\n" +
		"```bpl\n(do\n  (print 1))\n```\n\n```go\n> no transcript\n```\n\n````bpl\n> (+ 1\n.    2)\n3\n````\n"
	f, err := ParseMarkdown("sample.md", text, false)
	if err != nil {
		t.Fatal(err)
	}
	type found struct {
		title string
		line  int
		pairs int
	}
	var got []found
	for _, c := range f.Cases {
		got = append(got, found{c.Title, c.Line, len(c.Pairs)})
	}
	want := []found{{"a title", 6, 2}, {"line 25", 25, 1}}
	if len(got) != len(want) || got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got  %v\nwant %v", got, want)
	}
}

func TestUpdateOfMarkdownLeavesTheRestAlone(t *testing.T) {
	before := "text\n```bpl\n> (list 1)\n```\n> 1\n"
	f, err := ParseMarkdown("sample.md", before, true)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRunner(t).Run(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	got, err := f.Update(r)
	if want := "text\n```bpl\n> (list 1)\n(1)\n```\n> 1\n"; err != nil || got != want {
		t.Errorf("got  %q, %v\nwant %q", got, err, want)
	}
}
