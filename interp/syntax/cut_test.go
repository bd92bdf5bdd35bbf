package syntax

import (
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

func TestCut(t *testing.T) {
	circle := value.NewList(0)
	circle.Push(value.Int(1))
	circle.Push(circle.Value())
	large := value.NewList(1_000_000)
	tests := []struct {
		name string
		v    value.Value
		max  int
		want string
	}{
		{"short", mustRead(t, `(1 "a" => "b" (c))`), 20, `(1 "a" => "b" (c))`},
		{"list", mustRead(t, `(1 2 3 4 5 6 7 8 9)`), 8, `(1 2 3 4 … 5 more)`},
		{"nested", mustRead(t, `((1 2 3 4 5) 6 7)`), 6, `((1 2 … 3 more) … 2 more)`},
		{"string", value.String("0123456789abcdef"), 12, `"0123456789ab… 4 more"`},
		{"characters", value.String("ééééééééé"), 11, `"ééééé… 4 more"`},
		{"name", mustRead(t, `("0123456789abcdef" => 1 2)`), 8, `("0123456789… 6 more" => 1 … 1 more)`},
		{"reference", value.NewRef("0123456789abcdef").Value(), 12, `0123456789ab… 4 more`},
		{"circle", circle.Value(), 80, `(<#1> 1 <@1>)`},
		{"large", large.Value(), 15, `(null null null … 999997 more)`},
		{"number", value.Double(0.1), 1, `0.1`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := Cut(test.v, test.max); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestCutDeep(t *testing.T) {
	v := mustRead(t, strings.Repeat("(1 ", 100_000)+strings.Repeat(")", 100_000))
	if got := Cut(v, 10_000); len(got) > 1000 || !strings.Contains(got, "… 2 more") {
		t.Errorf("got %s", got)
	}
}
