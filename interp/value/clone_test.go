package value

import "testing"

func TestCloneKeepsSharingAndCycles(t *testing.T) {
	s := list(1)
	root := list(s, s, list(s))
	root.Push(root.Value())
	c := root.Value().Clone().List()
	if c == root || c.At(0).List() == s {
		t.Fatal("clone returned an original list")
	}
	if got, want := c.At(1).List(), c.At(0).List(); got != want {
		t.Errorf("shared element\n got %p\nwant %p", got, want)
	}
	if got, want := c.At(2).List().At(0).List(), c.At(0).List(); got != want {
		t.Errorf("shared element below\n got %p\nwant %p", got, want)
	}
	if got := c.At(3).List(); got != c {
		t.Errorf("cycle\n got %p\nwant %p", got, c)
	}
	c.At(0).List().Push(Int(2))
	if got := s.Len(); got != 1 {
		t.Errorf("size of the original after a change of the copy\n got %d\nwant 1", got)
	}
}

func TestCloneSharesNamesVisibly(t *testing.T) {
	a := list("x=>", 1)
	root := list(a, a.Copy(), list("x=>", 1), list(1))
	c := root.Value().Clone().List()
	for i, other := range []int{1, 0, -1, -1} {
		l := c.At(i).List()
		if got, want := sharesVisibly(l, root.At(i).List()), i != 3; got != want {
			t.Errorf("element %d with its original\n got %v\nwant %v", i, got, want)
		}
		for j := range 4 {
			if j == i {
				continue
			}
			if got, want := sharesVisibly(l, c.At(j).List()), j == other; got != want {
				t.Errorf("copies %d and %d\n got %v\nwant %v", i, j, got, want)
			}
		}
	}
}

func TestCloneReturnsOtherValuesThemselves(t *testing.T) {
	f := Foreign("h", 1)
	for _, v := range []Value{Null(), Bool(true), Int(1), Long(1), Double(1), String("a"), NewRef("a").Value(), f} {
		if got := v.Clone(); !got.Identical(v) {
			t.Errorf("got %s\nwant %s", show(got), show(v))
		}
	}
	if got := list(f).Value().Clone().List().At(0); !got.Identical(f) {
		t.Errorf("foreign value in a list\n got %s\nwant the same handle", show(got))
	}
}

func TestCloneOfDeepAndWideLists(t *testing.T) {
	for name, v := range map[string]Value{
		"deep":   nest(1_000_000, String("x")),
		"shared": fan(1000, Int(1)),
		"ring":   ring(100_000, constant(Int(1))),
		"wide":   NewList(1_000_000).Value(),
	} {
		t.Run(name, func(t *testing.T) {
			elements := 0
			c := Clone(v, func(n int) { elements += n })
			if got := c.Strict(v); got {
				t.Errorf("same object\n got %v\nwant false", got)
			}
			if got := c.Equal(v); !got {
				t.Errorf("equal\n got %v\nwant true", got)
			}
			if got, want := elements, 2*900; got < want {
				t.Errorf("elements told to the tick\n got %d\nwant at least %d", got, want)
			}
		})
	}
}

func sharesVisibly(a, b *List) bool {
	return a.Names() != nil && a.Names() == b.Names() && a.Names().Visible()
}
