package value

import (
	"math"
	"testing"
)

func TestEqualityOfLeaves(t *testing.T) {
	soft := NewRef("sum").Value()
	hard := NewHardRef(builtin{name: "sum", overridable: true}).Value()
	plusSoft := NewRef("+").Value()
	plus := NewHardRef(builtin{name: "+"}).Value()
	oneStep := NewPath([]Step{{Name: NewText("a")}}, "/a").Value()
	path := NewPath([]Step{{Name: NewText("a")}, {Name: NewText("b")}}, "a/b").Value()
	handle := Foreign("h", 1)
	tests := []struct {
		name string
		v, w Value
		want bool
	}{
		{"nulls", Null(), Null(), true},
		{"null and 0", Null(), Int(0), false},
		{"null and false", Null(), Bool(false), false},
		{"null and ()", Null(), NewList(0).Value(), false},
		{"booleans", Bool(true), Bool(true), true},
		{"true and false", Bool(true), Bool(false), false},
		{"true and 1", Bool(true), Int(1), false},
		{"strings", String("a"), String("a"), true},
		{"letter case", String("a"), String("A"), false},
		{"composed letters", String("é"), String("e\u0301"), false},
		{"string and number", String("1"), Int(1), false},
		{"references", NewRef("a").Value(), NewRef("a").Value(), true},
		{"reference and path of one step", NewRef("a").Value(), oneStep, true},
		{"reference named like a path", NewRef("a/b").Value(), path, false},
		{"paths", path, NewPath(path.Ref().Path(), "a/b").Value(), true},
		{"soft and hard, overridable", soft, hard, true},
		{"soft and hard", plusSoft, plus, false},
		{"reference and string", NewRef("a").Value(), String("a"), false},
		{"foreign", handle, handle, true},
		{"foreign of equal contents", handle, Foreign("h", 1), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for name, equal := range map[string]func(v, w Value) bool{
				"=":   Value.Same,
				"==":  Value.Equal,
				"===": Value.Strict,
			} {
				if got := equal(tt.v, tt.w); got != tt.want {
					t.Errorf("%s\n got %v\nwant %v", name, got, tt.want)
				}
				if got := equal(tt.w, tt.v); got != tt.want {
					t.Errorf("%s turned around\n got %v\nwant %v", name, got, tt.want)
				}
			}
		})
	}
}

func TestEqualityOfSmallLists(t *testing.T) {
	nan, minus := math.NaN(), math.Copysign(0, -1)
	shared := list(1)
	lost := list("x=>", 1)
	lost.Remove(0)
	unnamed := list("k=>", 5)
	unnamed.SetName(0, nil)
	tests := []struct {
		name        string
		a, b        *List
		same, equal bool
	}{
		{"empty", list(), list(), true, true},
		{"subtypes", list(1, int64(2), 3.0), list(1.0, 2, int64(3)), true, true},
		{"sizes", list(1), list(1, 2), false, false},
		{"values", list(1, 2), list(1, 3), false, false},
		{"nested", list(1, list(2, list("x"))), list(1, list(2, list("x"))), true, true},
		{"nested values", list(1, list(2, list("x"))), list(1, list(2, list("y"))), false, false},
		{"nested sizes", list(list()), list(list(1)), false, false},
		{"list and leaf", list(list()), list(nil), false, false},
		{"names", list("a=>", 1), list("b=>", 1), true, false},
		{"name and none", list("a=>", 1), list(1), true, false},
		{"a later name and none", list(1, 2), list(1, "a=>", 2), true, false},
		{"equal names", list("a=>", 1, 2), list("a=>", 1, 2), true, true},
		{"order of names", list("a=>", 1, "b=>", 1), list("b=>", 1, "a=>", 1), true, false},
		{"nested names", list(list("a=>", 1)), list(list(1)), true, false},
		{"NaN", list(nan), list(nan), true, true},
		{"zeros", list(0.0), list(minus), false, false},
		{"zero and -0.0", list(0), list(minus), true, true},
		{"sharing", list(shared, shared), list(list(1), list(1)), true, true},
		{"a list that lost its names", lost, list(), true, true},
		{"a list whose names were taken away", unnamed, list(5), true, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := tt.a.Value(), tt.b.Value()
			if got := a.Same(b); got != tt.same {
				t.Errorf("=\n got %v\nwant %v", got, tt.same)
			}
			if got := b.Same(a); got != tt.same {
				t.Errorf("= turned around\n got %v\nwant %v", got, tt.same)
			}
			if got := a.Equal(b); got != tt.equal {
				t.Errorf("==\n got %v\nwant %v", got, tt.equal)
			}
			if got := b.Equal(a); got != tt.equal {
				t.Errorf("== turned around\n got %v\nwant %v", got, tt.equal)
			}
			if got := a.Strict(b); got {
				t.Errorf("=== of different objects\n got %v\nwant false", got)
			}
			if got := a.Strict(a) && a.Same(a) && a.Equal(a); !got {
				t.Errorf("a list equals itself\n got %v\nwant true", got)
			}
		})
	}
}

func TestSmallComparisonsDoNotAllocate(t *testing.T) {
	a := list("id=>", 1, "tags=>", list("x", "y"), "at=>", list(list(1, 2.5))).Value()
	b := list("id=>", 1, "tags=>", list("x", "y"), "at=>", list(list(1, 2.5))).Value()
	got := testing.AllocsPerRun(100, func() {
		if !a.Equal(b) || !a.Same(b) || a.Strict(b) {
			t.Fatal("wrong result")
		}
	})
	if got != 0 {
		t.Errorf("allocations\n got %v\nwant 0", got)
	}
}
