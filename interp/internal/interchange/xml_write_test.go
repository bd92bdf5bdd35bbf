package interchange

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

func TestAppendXML(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"element", `("a")`, `<a></a>`},
		{"named tag", `("tag" => "a" 1)`, `<a></a>`},
		{"attributes", `("a" "x" => 1 "y" => "z" "w" => 2.50)`, `<a x="1" y="z" w="2.5"></a>`},
		{"other values as attributes", `("a" "n" => null "b" => true "r" => x/0 "l" => (1 "q"))`,
			`<a n="null" b="true" r="x/0" l="(1 &quot;q&quot;)"></a>`},
		{"text", `("a" "*" => "text")`, `<a>text</a>`},
		{"number as text", `("a" "*" => 5)`, `<a>5</a>`},
		{"no children", `("a" "*" => ())`, `<a></a>`},
		{"children", `("a" "*" => (("b") ("c" "*" => "t")))`, `<a><b></b><c>t</c></a>`},
		{"literals", `("a" "*" => ("x" 1 null true))`, `<a>x 1 null true</a>`},
		{"literals and elements", `("a" "*" => ("x" ("b") "y" "z" ("c") ("d") 1))`, `<a>x<b></b>y z<c></c><d></d>1</a>`},
		{"literals in one element and the next", `("a" "*" => (("b" "*" => "x") ("b" "*" => "y") "z"))`, `<a><b>x</b><b>y</b>z</a>`},
		{"named children", `("a" "*" => ("k" => ("b") "m" => "t"))`, `<a><b></b>t</a>`},
		{"children before attributes", `("a" "*" => "t" "x" => 1)`, `<a x="1">t</a>`},
		{"skipped", `("a" 1 (2) "x" => 3 "9" => 4 "" => 5 "_y" => 6 "-" => 7 "é" => 8)`, `<a x="3" é="8"></a>`},
		{"empty list", `()`, ``},
		{"empty child", `("a" "*" => ("x" () "y"))`, `<a>x y</a>`},
		{"entities in text", `("a" "*" => "<&>\"'")`, `<a>&lt;&amp;&gt;"'</a>`},
		{"entities in attributes", `("a" "x" => "<&>\"'")`, `<a x="&lt;&amp;&gt;&quot;'"></a>`},
		{"beyond ASCII", `("é" "*" => "日😀")`, `<é>日😀</é>`},
		{"shared", `("a" "*" => ((<#1> "b" "*" => "x") <@1> <@1>))`, `<a><b>x</b><b>x</b><b>x</b></a>`},
		{"shared in an attribute", `("a" "x" => ((<#1> 1) <@1>))`, `<a x="((&lt;#1&gt; 1) &lt;@1&gt;)"></a>`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := AppendXML(nil, read(t, tt.src).List(), WriteOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			for d := xml.NewDecoder(strings.NewReader(string(got))); ; {
				if _, err := d.Token(); err != nil {
					if !errors.Is(err, io.EOF) {
						t.Errorf("this is no XML: %v", err)
					}
					break
				}
			}
		})
	}
}

func TestAppendXMLErrors(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"number as tag", `(1 2)`, "got integer as tag, want string"},
		{"list as tag", `("a" "*" => ((("b"))))`, "element */0: got list as tag, want string"},
		{"reference as tag", `(a)`, "got reference as tag, want string"},
		{"blank in a tag", `("a b")`, "got a tag that is no name of XML, want letters, digits, . - _ and :"},
		{"empty tag", `("")`, "got a tag that is no name of XML, want letters, digits, . - _ and :"},
		{"end of a tag in a tag", `("a" "*" => ("t" ("b>")))`, "element */1: got a tag that is no name of XML, want letters, digits, . - _ and :"},
		{"blank in an attribute", `("a" "x y" => 1)`, "element \"x y\": got an attribute that is no name of XML, want letters, digits, . - _ and :"},
		{"cyclic children", `(<#1> "a" "*" => (<@1>))`, "the list is cyclic: it contains itself at */0"},
		{"its own children", `("a" "*" => (<#1> ("b" "*" => <@1>)))`, "the list is cyclic: it contains itself at */0/*"},
		{"cyclic attribute", `("a" "x" => (<#1> <@1>))`, "the list is cyclic: it contains itself at x/0"},
		{"in an attribute of itself", `(<#1> "a" "x" => ((1) (<@1>)))`, "the list is cyclic: it contains itself at x/1/0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := AppendXML(nil, read(t, tt.src).List(), WriteOptions{})
			if err == nil || err.Error() != tt.want {
				t.Errorf("got  %s, error %v\nwant %s", got, err, tt.want)
			}
		})
	}
}

func TestInvalidTextInXML(t *testing.T) {
	element := func(name string, v value.Value) *value.List {
		l := value.NewList(0)
		l.Push(value.String("a"))
		l.Put(name, v)
		return l
	}
	for _, tt := range []struct {
		name, replaced string
		l              *value.List
		want           InvalidTextError
	}{
		{"text", "<a>x\uFFFD</a>", element("*", value.String("x\xff")), InvalidTextError{Byte: 0xff, Position: 1, Path: "*"}},
		{"attribute", "<a k=\"\uFFFD\"></a>", element("k", value.String("\xff")), InvalidTextError{Byte: 0xff, Path: "k"}},
		{"name", "<a k\uFFFD=\"1\"></a>", element("k\xff", value.Int(1)), InvalidTextError{Byte: 0xff, Position: 1, Path: "k\xff", Name: true}},
		{"tag", "<b\uFFFD></b\uFFFD>", value.ListOf([]value.Value{value.String("b\xff")}), InvalidTextError{Byte: 0xff, Position: 1, Path: "0"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := AppendXML(nil, tt.l, WriteOptions{})
			var wrong *InvalidTextError
			if !errors.As(err, &wrong) || *wrong != tt.want {
				t.Errorf("got  %v\nwant %v", err, &tt.want)
			}
			got, err := AppendXML(nil, tt.l, WriteOptions{Replace: true})
			if err != nil || string(got) != tt.replaced {
				t.Errorf("replaced\n got %s, error %v\nwant %s", got, err, tt.replaced)
			}
		})
	}
}
