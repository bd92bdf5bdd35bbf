package interchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// read returns the value that a text of the language stands for.
func read(t *testing.T, src string) value.Value {
	t.Helper()
	v, err := syntax.Read(src, syntax.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestAppendJSON(t *testing.T) {
	for _, tt := range []struct{ name, src, want string }{
		{"array", `(1 2 3)`, `[1,2,3]`},
		{"empty", `()`, `[]`},
		{"object", `("a" => 1 "b" => (2 ("c" => ())))`, `{"a":1,"b":[2,{"c":[]}]}`},
		{"some names", `("a" => 1 2)`, `[1,2]`},
		{"empty name", `("" => 1)`, `{"":1}`},
		{"escapes in names", `("a\"\n" => 1)`, `{"a\"\n":1}`},
		{"words", `(true false null)`, `[true,false,null]`},
		{"reference", `(x a/0 /"odd name")`, `[null,null,null]`},
		{"integers", `(0 -5 9007199254740993)`, `[0,-5,9007199254740993]`},
		{"doubles", `(1.5 2.0 -0.0 3e9 0.001)`, `[1.5,2,0,3000000000,0.001]`},
		{"exponents", `(1e21 1.5e-7 1e-7 1.25e300 9007199254740994.0)`, `[1e21,1.5e-7,1e-7,1.25e300,9.007199254740994e15]`},
		{"special numbers", `(NaN Infinity -Infinity)`, `[null,null,null]`},
		{"escapes", `("\"\\\b\f\n\r\t/" "\u0001\u001f\u007f")`, `["\"\\\b\f\n\r\t/","\u0001\u001f` + "\x7f" + `"]`},
		{"beyond ASCII", `("é日😀\u2028")`, "[\"é日😀\u2028\"]"},
		{"shared list", `((<#1> 1) <@1>)`, `[[1],[1]]`},
		{"shared names", `((<#1> "a" => 1) (<#2:1> 2))`, `[{"a":1},{"a":2}]`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, err := AppendJSON([]byte("x"), read(t, tt.src), WriteOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if string(got) != "x"+tt.want {
				t.Errorf("got  %s\nwant x%s", got, tt.want)
			}
			if !json.Valid(got[1:]) {
				t.Error("this is no JSON")
			}
		})
	}
}

func TestAppendJSONOfOtherValues(t *testing.T) {
	for want, v := range map[string]value.Value{
		`null`:      value.Foreign("handle", 1),
		`"a\"b"`:    value.String(`a"b`),
		`5`:         value.Long(5),
		`1e308`:     value.Double(1e308),
		`4.9e-324`:  value.Double(math.SmallestNonzeroFloat64),
		`9999999.5`: value.Double(9999999.5),
		`false`:     value.Bool(false),
	} {
		got, err := AppendJSON(nil, v, WriteOptions{})
		if err != nil || string(got) != want {
			t.Errorf("%v\n got %s, error %v\nwant %s", v, got, err, want)
		}
	}
}

func TestInvalidText(t *testing.T) {
	list := func(elements ...string) value.Value {
		l := value.NewList(0)
		for _, s := range elements {
			l.Push(value.String(s))
		}
		return l.Value()
	}
	named := value.NewList(0)
	named.Put("ok", list("a", "日\xff"))
	inName := value.NewList(0)
	inName.Put("a\xffb", value.Int(1))
	long := strings.Repeat("é", 100_000) + "\xe6\x97" + strings.Repeat("x", 100_000)
	for _, tt := range []struct {
		name     string
		v        value.Value
		want     InvalidTextError
		replaced string
	}{
		{"in a list", list("ok", "a\x80b"), InvalidTextError{Byte: 0x80, Position: 1, Path: "1"}, "[\"ok\",\"a\uFFFDb\"]"},
		{"deeper", named.Value(), InvalidTextError{Byte: 0xff, Position: 1, Path: "ok/1"}, "{\"ok\":[\"a\",\"日\uFFFD\"]}"},
		{"in a name", inName.Value(), InvalidTextError{Byte: 0xff, Position: 1, Path: "a\xffb", Name: true}, "{\"a\uFFFDb\":1}"},
		{"alone", value.String("\xed\xa0\x80"), InvalidTextError{Byte: 0xed, Position: 0}, "\"\uFFFD\uFFFD\uFFFD\""},
		{"far behind", value.String(long), InvalidTextError{Byte: 0xe6, Position: 100_000},
			`"` + strings.ReplaceAll(long, "\xe6\x97", "\uFFFD\uFFFD") + `"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := AppendJSON(nil, tt.v, WriteOptions{})
			var wrong *InvalidTextError
			if !errors.As(err, &wrong) || *wrong != tt.want {
				t.Errorf("got  %v\nwant %v", err, &tt.want)
			}
			got, err := AppendJSON(nil, tt.v, WriteOptions{Replace: true})
			if err != nil || string(got) != tt.replaced {
				t.Errorf("replaced\n got %.100s, error %v\nwant %.100s", got, err, tt.replaced)
			}
		})
	}
}

func TestCycles(t *testing.T) {
	for _, tt := range []struct{ name, src, path string }{
		{"directly", `(<#1> 1 <@1>)`, "1"},
		{"below", `(<#1> "a" => (2 (3 <@1>)))`, "a/1/1"},
		{"inside", `(0 (<#1> <@1>))`, "1/0"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := AppendJSON(nil, read(t, tt.src), WriteOptions{})
			var cycle *CycleError
			if !errors.As(err, &cycle) || cycle.Path != tt.path {
				t.Errorf("got  %v\nwant a CycleError at %s", err, tt.path)
			}
		})
	}
}

// A circle of many lists is found, and a list that occurs again without a circle is none.
func TestLongCycle(t *testing.T) {
	const size = 1000
	first := value.NewList(0)
	leaf := value.ListOf([]value.Value{value.Int(1)}).Value()
	last := first
	for range size - 1 {
		next := value.NewList(0)
		last.Append(leaf, next.Value(), leaf)
		last = next
	}
	if _, err := AppendJSON(nil, first.Value(), WriteOptions{}); err != nil {
		t.Fatalf("without a circle: %v", err)
	}
	last.Push(first.Value())
	_, err := AppendJSON(nil, first.Value(), WriteOptions{})
	var cycle *CycleError
	if !errors.As(err, &cycle) {
		t.Fatalf("got  %v\nwant a CycleError", err)
	}
	if want := fmt.Sprintf("1/1/1/1/1/1/1/1/… (%d more)", size-mostSteps); cycle.Path != want {
		t.Errorf("path\n got %s\nwant %s", cycle.Path, want)
	}
}
