package syntax

import (
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

func TestPrint(t *testing.T) {
	list := func(vs ...value.Value) value.Value { return value.ListOf(vs).Value() }
	ref := func(name string) value.Value { return value.NewRef(name).Value() }
	path := func(steps ...any) value.Value {
		var s []value.Step
		for _, step := range steps {
			switch step := step.(type) {
			case string:
				s = append(s, value.Step{Name: value.NewText(step)})
			case int:
				s = append(s, value.Step{Index: int32(step)})
			}
		}
		return NewPath(s).Value()
	}
	shared := value.NewList(0)
	tests := []struct {
		name string
		v    value.Value
		want string
	}{
		{"null", value.Null(), "null"},
		{"escapes", value.String("\n\r\t\\\"\b\f\x01'é\xff"), "\"\\n\\r\\t\\\\\\\"\b\f\x01'é\xff\""},
		{"smallest long", value.Long(-1 << 63), "-9223372036854775808"},
		{"long that fits 32 bits", value.Long(5), "5"},
		{"shared empty list", list(shared.Value(), shared.Value()), "((<#1>) <@1>)"},
		{"foreign", value.Foreign("producer", nil), "<foreign:producer>"},
		{"foreign of many words", value.Foreign(`a b"c/(d) e`, nil), "<foreign:a_b_c__d__e>"},
		{"bare reference", ref("abc"), "abc"},
		{"reference like a number", ref("12"), `/"12"`},
		{"reference like a signed number", ref("-1"), `/-1`},
		{"reference like a literal", ref("true"), `/true`},
		{"reference like infinity", ref("-Infinity"), `/-Infinity`},
		{"reference like a tag", ref("<#1>"), `/<#1>`},
		{"reference not quite like a tag", ref("<#>"), `<#>`},
		{"reference like an operator", ref("=>x"), `/"=>x"`},
		{"reference with an operator inside", ref("x=>"), `x=>`},
		{"reference with a slash", ref("a/b"), `/"a/b"`},
		{"reference of slashes", ref("//"), `//`},
		{"reference that is a slash", ref("/"), `/"/"`},
		{"empty reference", ref(""), `/""`},
		{"reference with a blank", ref("odd name"), `/"odd name"`},
		{"reference with a no-break space", ref("a\u00a0b"), "/\"a\u00a0b\""},
		{"reference with a wide blank", ref("a\u3000b"), "a\u3000b"},
		{"reference with a byte-order mark", ref("\ufeffa"), "\ufeffa"},
		{"path", path("a", 0, "b c"), `a/0/"b c"`},
		{"path of one step", path("a"), `/a`},
		{"path with a tab", path("a", "b\tc"), `a/"b\tc"`},
		{"path with a quoted first step", path("1a", "b"), `/"1a"/b`},
		{"path with an empty step", path("a", ""), `a/""`},
		{"path with a quote", path("a", `"`), `a/"\""`},
		{"path with an operator in front", path("=>", "=>"), `/"=>"/=>`},
		{"path with literals", path("true", "null"), `true/null`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Print(test.v); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
			if test.v.Kind() != value.KindForeign {
				checkRoundTrip(t, test.v)
			} else if v := mustRead(t, test.want); v.Ref() == nil || v.Ref().Hard() {
				t.Errorf("%s is no soft reference", test.want)
			}
		})
	}
}

func TestPrinterKnowsHardNames(t *testing.T) {
	p := Printer{Lookup: hardNames}
	for _, test := range []struct {
		ref  *value.Ref
		want string
	}{
		{value.NewRef("set"), "/set"}, {value.NewRef("setx"), "setx"}, {value.NewHardRef(fakeFunction("set")), "set"},
	} {
		got, _ := p.Append(nil, test.ref.Value())
		if string(got) != test.want {
			t.Errorf("\n got %s\nwant %s", got, test.want)
		}
		if r, err := ParseReference(string(got), hardNames); err != nil || !r.Equal(test.ref) {
			t.Errorf("%s reads back as another reference: %v", got, err)
		}
	}
}

func TestText(t *testing.T) {
	l := value.ListOf([]value.Value{value.String("a\n")}).Value()
	for _, test := range []struct {
		v    value.Value
		want string
	}{
		{value.String("a\n\""), "a\n\""}, {l, `("a\n")`}, {value.Null(), "null"}, {value.Double(2), "2"},
	} {
		if got := Text(test.v); got != test.want {
			t.Errorf("\n got %q\nwant %q", got, test.want)
		}
	}
}

// TestVisibleNames prints clones before and after their name tables part.
func TestVisibleNames(t *testing.T) {
	records := mustRead(t, `(("x" => 1 "y" => 2) ("x" => 3 "y" => 4))`)
	if got := Print(records); strings.Contains(got, "<#") {
		t.Errorf("the table that equal records share shows: %s", got)
	}
	a := records.List().At(0).List()
	b := a.Copy()
	pair := value.ListOf([]value.Value{a.Value(), b.Value(), b.Value()}).Value()
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"clone", func() {}, `((<#1> "x" => 1 "y" => 2) (<#2:1> "x" => 1 "y" => 2) <@2>)`},
		{"value", func() { b.SetAt(0, value.Int(9)) }, `((<#1> "x" => 1 "y" => 2) (<#2:1> "x" => 9 "y" => 2) <@2>)`},
		{"nothing appended", func() { b.Append() }, `((<#1> "x" => 1 "y" => 2) (<#2:1> "x" => 9 "y" => 2) <@2>)`},
		{"shape", func() { b.Push(value.Null()); b.Pop() }, `(("x" => 1 "y" => 2) (<#1> "x" => 9 "y" => 2) <@1>)`},
	}
	for _, step := range steps {
		step.do()
		if got := Print(pair); got != step.want {
			t.Errorf("%s\n got %s\nwant %s", step.name, got, step.want)
		}
		checkRoundTrip(t, pair)
	}
}
