package value

import (
	"math"
	"testing"
)

// ladder holds numbers in ascending order; those on one rung compare as equal.
var ladder = [][]Value{
	{Double(math.Inf(-1))},
	{Double(-1e300)},
	{Double(-1 << 63), Long(math.MinInt64)},
	{Long(-1<<63 + 1)},
	{Double(-1<<53 - 2)},
	{Long(-1<<53 - 1)},
	{Long(-1 << 53), Double(-1 << 53)},
	{Int(math.MinInt32), Long(math.MinInt32), Double(math.MinInt32)},
	{Double(-1.5)},
	{Int(-1), Long(-1), Double(-1)},
	{Double(-5e-324)},
	{Double(math.Copysign(0, -1))},
	{Int(0), Long(0), Double(0)},
	{Double(5e-324)},
	{Double(0.5)},
	{Int(1), Long(1), Double(1)},
	{Double(math.Nextafter(1, 2))},
	{Int(math.MaxInt32), Long(math.MaxInt32), Double(math.MaxInt32)},
	{Double(4294967295.5)},
	{Long(4294967296), Double(4294967296)},
	{Long(1 << 53), Double(1 << 53)},
	{Long(1<<53 + 1)},
	{Double(1<<53 + 2), Long(1<<53 + 2)},
	{Long(math.MaxInt64 - 1)},
	{Long(math.MaxInt64)},
	{Double(1 << 63)},
	{Double(math.Inf(1))},
	{Double(math.NaN()), Double(math.Float64frombits(0xfff8000000000001))},
}

func TestNumberOrder(t *testing.T) {
	for i, rung := range ladder {
		for j, other := range ladder {
			want := 0
			if i < j {
				want = -1
			} else if i > j {
				want = 1
			}
			for _, v := range rung {
				for _, w := range other {
					if got := Compare(v, w); got != want {
						t.Errorf("Compare(%s, %s)\n got %d\nwant %d", show(v), show(w), got, want)
					}
				}
			}
		}
	}
}

// Numbers are the same where they are on one rung, with one exception: the whole zeros
// are also the same as -0.0, which is below them.
func TestNumberEqualityFollowsOrder(t *testing.T) {
	for i, rung := range ladder {
		for j, other := range ladder {
			for _, v := range rung {
				for _, w := range other {
					want := i == j
					if !v.Truth() && !w.Truth() && !(v.IsDouble() && w.IsDouble()) {
						want = true
					}
					if got := v.Same(w); got != want {
						t.Errorf("Same(%s, %s)\n got %v\nwant %v", show(v), show(w), got, want)
					}
					if got := v.Equal(w); got != want {
						t.Errorf("Equal(%s, %s)\n got %v\nwant %v", show(v), show(w), got, want)
					}
					want = i == j && v.Kind() == w.Kind()
					if got := v.Strict(w); got != want {
						t.Errorf("Strict(%s, %s)\n got %v\nwant %v", show(v), show(w), got, want)
					}
				}
			}
		}
	}
}

func TestOrderOfOtherValues(t *testing.T) {
	a, b := NewRef("a").Value(), NewRef("b").Value()
	plus := NewHardRef(builtin{name: "+"}).Value()
	path := NewPath([]Step{{Name: NewText("a")}, {Index: 1}}, "a/1").Value()
	tests := []struct {
		name string
		v, w Value
		want int
	}{
		{"strings", String("apple"), String("pear"), -1},
		{"equal strings", String("x"), String("x"), 0},
		{"prefix", String("ab"), String("a"), 1},
		{"letter case", String("Z"), String("a"), -1},
		{"code points, not UTF-16", String("～"), String("😀"), -1},
		{"raw bytes", String("\x80"), String("\xff"), -1},
		{"references", a, b, -1},
		{"hard and soft", plus, a, -1},
		{"path", path, a, 1},
		{"path and name", path, b, -1},
		{"null and number", Null(), Int(1), 0},
		{"nulls", Null(), Null(), 0},
		{"booleans", Bool(false), Bool(true), 0},
		{"number and string", Int(1), String("0"), 0},
		{"string and reference", String("b"), a, 0},
		{"lists", ListOf([]Value{Int(1)}).Value(), NewList(0).Value(), 0},
		{"foreign", Foreign("a", 1), Foreign("b", 2), 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Compare(tt.v, tt.w); got != tt.want {
				t.Errorf("got %d\nwant %d", got, tt.want)
			}
			if got := Compare(tt.w, tt.v); got != -tt.want {
				t.Errorf("turned around\n got %d\nwant %d", got, -tt.want)
			}
		})
	}
}
