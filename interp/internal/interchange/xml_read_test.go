package interchange

import (
	"errors"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/syntax"
)

func TestReadXML(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"empty text", "", `("document")`},
		{"blank text", " \n\t", `("document")`},
		{"element", "<a></a>", `("document" "*" => (("a")))`},
		{"closed at once", "<a/>", `("document" "*" => (("a")))`},
		{"closed at once with blank", "<a />", `("document" "*" => (("a")))`},
		{"text", "<a>text</a>", `("document" "*" => (("a" "*" => "text")))`},
		{"children", "<a><b>1</b><b>2</b></a>", `("document" "*" => (("a" "*" => (("b" "*" => "1") ("b" "*" => "2")))))`},
		{"one child", "<a><b/></a>", `("document" "*" => (("a" "*" => (("b")))))`},
		{"text and children", "<a>x<b/>y</a>", `("document" "*" => (("a" "*" => ("x" ("b") "y"))))`},
		{"several elements", "<a/> <b/>", `("document" "*" => (("a") ("b")))`},
		{"attributes", `<a x="1" y='2'/>`, `("document" "*" => (("a" "x" => "1" "y" => "2")))`},
		{"attributes and children", `<a x="1"><b/></a>`, `("document" "*" => (("a" "x" => "1" "*" => (("b")))))`},
		{"blanks in tags", "<a \n x = \"1\"\t></a \n>", `("document" "*" => (("a" "x" => "1")))`},
		{"quotes in attributes", `<a x="'" y='"' z=">"/>`, `("document" "*" => (("a" "x" => "'" "y" => "\"" "z" => ">")))`},
		{"blanks in attributes", "<a x=\" 1  2\n\"/>", `("document" "*" => (("a" "x" => " 1  2\n")))`},
		{"empty attribute", `<a x=""/>`, `("document" "*" => (("a" "x" => "")))`},
		{"names", `<ns:a-b.c_1 _x="1" :y="2" é="3"/>`, `("document" "*" => (("ns:a-b.c_1" "_x" => "1" ":y" => "2" "é" => "3")))`},
		{"declaration", `<?xml version="1.0" encoding='UTF-8'?><a/>`, `("document" "version" => "1.0" "encoding" => "UTF-8" "*" => (("a")))`},
		{"declaration behind blanks", " <?xml version=\"1.0\"?>", `("document" "version" => "1.0")`},
		{"byte-order mark", "\uFEFF<?xml version=\"1.0\"?><a/>", `("document" "version" => "1.0" "*" => (("a")))`},
		{"instruction", `<?xml-style href="x"?><a><?php > ?></a><?end?>`, `("document" "*" => (("a")))`},
		{"comments", "<!-- <b> & --><a>x<!---->y<!-- -- --></a><!-- end -->", `("document" "*" => (("a" "*" => "xy")))`},
		{"CDATA", "<a><![CDATA[<x> & ]] ]]></a>", `("document" "*" => (("a" "*" => "<x> & ]] ")))`},
		{"CDATA between text", "<a> x <![CDATA[ y ]]> z </a>", `("document" "*" => (("a" "*" => "x  y  z ")))`},
		{"CDATA of blanks", "<a><![CDATA[  ]]></a>", `("document" "*" => (("a" "*" => "  ")))`},
		{"empty CDATA", "<a><![CDATA[]]></a>", `("document" "*" => (("a")))`},
		{"document type", "<!DOCTYPE a [<!ENTITY x \"]>\"><!-- ' ]> --><!ELEMENT a (#PCDATA)>]><a/>", `("document" "*" => (("a")))`},
		{"document type with quotes", "<!DOCTYPE a PUBLIC '>' \">\"><a/>", `("document" "*" => (("a")))`},
		{"blanks", "<a>  x \n\t y  </a>", `("document" "*" => (("a" "*" => "x y ")))`},
		{"blanks only", "<a> <b/> \n </a>", `("document" "*" => (("a" "*" => (("b")))))`},
		{"blanks around children", "<a> x <b/> y </a>", `("document" "*" => (("a" "*" => ("x " ("b") "y "))))`},
		{"blanks around a comment", "<a>x <!-- --> y</a>", `("document" "*" => (("a" "*" => "x y")))`},
		{"no-break space", "<a>\u00a0x</a>", "(\"document\" \"*\" => ((\"a\" \"*\" => \"\u00a0x\")))"},
		{"entities", "<a>&lt;&gt;&amp;&quot;&apos;</a>", `("document" "*" => (("a" "*" => "<>&\"'")))`},
		{"entities in attributes", `<a x="1&lt;2&amp;&quot;"/>`, `("document" "*" => (("a" "x" => "1<2&\"")))`},
		{"code points", "<a>&#65;&#x41;&#x1F600;&#233;</a>", `("document" "*" => (("a" "*" => "AA😀é")))`},
		{"code points without #", "<a>&65;&x41;</a>", `("document" "*" => (("a" "*" => "AA")))`},
		{"blanks as code points", "<a>&#32; &#32;&#10;</a>", `("document" "*" => (("a" "*" => "   \n")))`},
		{"greater than", "<a>x > y ]]></a>", `("document" "*" => (("a" "*" => "x > y ]]>")))`},
		{"bytes that are no UTF-8", "<a x=\"\xff\">\xc3</a>", "(\"document\" \"*\" => ((\"a\" \"x\" => \"\xff\" \"*\" => \"\xc3\")))"},
		{"tag of the children", `<document x="1"/>`, `("document" "*" => (("document" "x" => "1")))`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := ReadXML(tt.src, ReadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := v.String(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestReadXMLErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"other end", "<a></b>", "Tag mismatch: b"},
		{"crossed", "<a><b></a></b>", "Tag mismatch: a"},
		{"end without beginning", "</a>", "Tag mismatch: a"},
		{"one end too many", "<a/></a>", "Tag mismatch: a"},
		{"end in other case", "<a></A>", "Tag mismatch: A"},
		{"no tag", "<>", "Tag name expected"},
		{"blank before the tag", "< a/>", "Tag name expected"},
		{"digit", "<1/>", "Tag name expected"},
		{"no tag at the end", "<a></>", "Tag name expected"},
		{"just begun", "<", "Tag name expected"},
		{"just begun to end", "<a></", "Tag name expected"},
		{"instruction without name", "<?", "Tag name expected"},
		{"not closed", "<a>", "Element a is not closed at 1:4"},
		{"child not closed", "<a><b></b>", "Element a is not closed at 1:11"},
		{"text", "hello", "Unexpected text outside of elements at 1:1"},
		{"text behind", "<a/>\nx", "Unexpected text outside of elements at 2:1"},
		{"entity outside", "&amp;", "Unexpected text outside of elements at 1:1"},
		{"CDATA outside", "<![CDATA[x]]>", "Unexpected text outside of elements at 1:1"},
		{"tag not closed", "<a", "Unexpected end of the text in a tag at 1:3"},
		{"tag not closed behind attribute", "<a x='1'", "Unexpected end of the text in a tag at 1:9"},
		{"end tag not closed", "<a></a", "Unexpected text in an end tag, want > at 1:7"},
		{"attribute at the end", "<a></a x='1'>", "Unexpected text in an end tag, want > at 1:8"},
		{"attribute without value", "<a x>", "Missing value of attribute x at 1:5"},
		{"attribute without quotes", "<a x=1>", "Missing quotes around the value of attribute x at 1:6"},
		{"attribute not closed", "<a x='1>", "The value of attribute x is not closed at 1:7"},
		{"repeated attribute", "<a x='1' x='2'/>", "Repeated attribute x at 1:10"},
		{"attributes without blank", "<a x='1'y='2'/>", "Missing blank before attribute y at 1:9"},
		{"less than in attribute", "<a x='<'/>", "Unexpected < in the value of attribute x, write &lt; at 1:7"},
		{"star as attribute", "<a *='1'/>", "Unexpected character in a tag, want an attribute or > at 1:4"},
		{"slash in a tag", "<a / >", "Unexpected character in a tag, want an attribute or > at 1:4"},
		{"comment not closed", "<a><!-- ", "The comment is not closed at 1:4"},
		{"CDATA not closed", "<a><![CDATA[ ]]", "The CDATA section is not closed at 1:4"},
		{"instruction not closed", "<?php ", "The processing instruction is not closed at 1:1"},
		{"declaration not closed", "<?xml version='1.0'", "Unexpected end of the text in a tag at 1:20"},
		{"declaration with other end", "<?xml version='1.0'>", "Unexpected character in a tag, want an attribute or ?> at 1:20"},
		{"declaration late", "<a/><?xml version='1.0'?>", "Unexpected declaration, want it only at the beginning at 1:5"},
		{"declaration twice", "<?xml version='1.0'?><?xml version='1.0'?>", "Unexpected declaration, want it only at the beginning at 1:22"},
		{"document type not closed", "<!DOCTYPE a [>", "The document type is not closed at 1:1"},
		{"quotes not closed", "<!DOCTYPE a '", "The quotes in the document type are not closed at 1:13"},
		{"document type inside", "<a><!DOCTYPE a></a>", "Unexpected document type in an element at 1:4"},
		{"other declaration", "<!ELEMENT a>", "Unknown declaration at 1:1"},
		{"unknown entity", "<a>&nbsp;</a>", "Unknown entity: nbsp at 1:4"},
		{"entity in other case", "<a>&AMP;</a>", "Unknown entity: AMP at 1:4"},
		{"lone ampersand", "<a>a & b</a>", "Unexpected &, write &amp; for the character itself at 1:6"},
		{"entity beyond the text", "<a>&amp</a>;", "Unexpected &, write &amp; for the character itself at 1:4"},
		{"lone ampersand in attribute", "<a x='&'/>;", "Unexpected &, write &amp; for the character itself at 1:7"},
		{"no digits", "<a>&#;</a>", "Unknown entity: # at 1:4"},
		{"empty entity", "<a>&;</a>", "Unknown entity:  at 1:4"},
		{"code point 0", "<a>&#0;</a>", "Unknown entity: #0 at 1:4"},
		{"surrogate", "<a>&#xD800;</a>", "Unknown entity: #xD800 at 1:4"},
		{"beyond Unicode", "<a>&#x110000;</a>", "Unknown entity: #x110000 at 1:4"},
		{"far beyond Unicode", "<a>&#99999999999999999999;</a>", "Unknown entity: #99999999999999999999 at 1:4"},
		{"capital X", "<a>&#X41;</a>", "Unknown entity: #X41 at 1:4"},
		{"two signs", "<a>&##65;</a>", "Unknown entity: ##65 at 1:4"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			v, err := ReadXML(tt.src, ReadOptions{})
			var wrong *SyntaxError
			if !errors.As(err, &wrong) {
				t.Fatalf("got  %v, error %v\nwant a SyntaxError", v, err)
			}
			if wrong.Msg != tt.want {
				t.Errorf("got  %s\nwant %s", wrong.Msg, tt.want)
			}
		})
	}
}

func TestReadXMLDepth(t *testing.T) {
	const depth = 500_000
	src := strings.Repeat("<a>", depth) + strings.Repeat("</a>", depth)
	v, err := ReadXML(src, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	l, _ := v.List().Get(childrenName)
	written, err := AppendXML(nil, l.List().At(0).List(), WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if string(written) != src {
		t.Error("what was read is not written again")
	}
	var deep *syntax.DepthError
	if _, err := ReadXML(src, ReadOptions{Depth: depth - 1}); !errors.As(err, &deep) || deep.Max != depth-1 {
		t.Errorf("one level too deep\n got %v\nwant a DepthError of %d", err, depth-1)
	}
}

func FuzzReadXML(f *testing.F) {
	for _, src := range []string{
		`<?xml version="1.0"?><!DOCTYPE a [ ]><a x="1&lt;" y='2'>t &amp; <b/> <![CDATA[<]]><!-- c --></a>`,
		"<a>\xff&#x41;</a>", "<a", "</a>", "<a x='&65;'/>", "<?p ?>", "<!DOCTYPE '",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		v, err := ReadXML(src, ReadOptions{Depth: 1000})
		if err != nil {
			var wrong *SyntaxError
			var deep *syntax.DepthError
			if !errors.As(err, &wrong) && !errors.As(err, &deep) {
				t.Fatalf("%q: got %v, want a SyntaxError or DepthError", src, err)
			}
			return
		}
		written, err := AppendXML(nil, v.List(), WriteOptions{Replace: true})
		if err != nil {
			var wrong *TagError
			if !errors.As(err, &wrong) {
				t.Fatalf("%q: %v", src, err)
			}
			return
		}
		again, err := ReadXML(string(written), ReadOptions{})
		if err != nil {
			t.Fatalf("%q became %q: %v", src, written, err)
		}
		if rewritten := strings.TrimSuffix(again.String(), ")))"); !strings.HasPrefix(rewritten, `("document" "*" => (("document"`) {
			t.Fatalf("%q became %q and that %s", src, written, again)
		}
	})
}
