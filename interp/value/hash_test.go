package value

import (
	"math"
	"testing"
)

func TestEqualValuesHashAlike(t *testing.T) {
	h := NewHasher()
	minus := Double(math.Copysign(0, -1))
	pairs := map[string][2]Value{
		"numbers":        {Int(1), Double(1)},
		"longs":          {Long(1 << 53), Double(1 << 53)},
		"zeros":          {Int(0), minus},
		"NaN":            {Double(math.NaN()), Double(math.Float64frombits(0xfff8000000000001))},
		"strings":        {String("ab"), Bytes([]byte("ab"))},
		"references":     {NewRef("sum").Value(), NewHardRef(builtin{name: "sum", overridable: true}).Value()},
		"lists":          {list(1, "a", list(nil)).Value(), list(1.0, "a", list(nil)).Value()},
		"names":          {list("x=>", 1).Value(), list(1).Value()},
		"shared":         {fan(40, Int(1)).List().Copy().Value(), fan(40, Double(1))},
		"endless trees":  {ring(2, constant(Int(1))), ring(3, constant(Int(1)))},
		"deep":           {nest(100_000, Int(1)), nest(100_000, Int(1))},
		"a foreign one":  {Null(), Null()},
		"empty and more": {list(list(), 1).Value(), list(list(), 1).Value()},
	}
	for name, p := range pairs {
		t.Run(name, func(t *testing.T) {
			if !p[0].Same(p[1]) {
				t.Fatal("the pair is not =")
			}
			if got, want := h.Hash(p[0]), h.Hash(p[1]); got != want {
				t.Errorf("got %x\nwant %x", got, want)
			}
		})
	}
}

func TestDifferentValuesHashApart(t *testing.T) {
	h := NewHasher()
	seen := map[uint64]Value{}
	for _, v := range []Value{
		Null(), Bool(false), Bool(true), Int(0), Int(1), Double(0.5), Double(math.NaN()), Double(math.Inf(1)),
		String(""), String("a"), String("ab"), NewRef("a").Value(), list().Value(), list(1).Value(),
		list(list()).Value(), list(list(), list()).Value(), list("a", "b").Value(), list("ab", "").Value(),
		list(list(1), 2).Value(), list(list(1, 2)).Value(), list(1, list(2)).Value(),
	} {
		sum := h.Hash(v)
		if other, ok := seen[sum]; ok {
			t.Errorf("%s and %s\n got the same hash\nwant two", show(other), show(v))
		}
		seen[sum] = v
	}
}
