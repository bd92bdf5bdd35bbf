package value

import (
	"math"
	"math/rand/v2"
	"testing"
)

// nest returns leaf inside n lists.
func nest(n int, leaf Value) Value {
	for range n {
		leaf = ListOf([]Value{leaf}).Value()
	}
	return leaf
}

// ring returns a list that contains itself after n lists, each with one leaf before.
func ring(n int, leaf func(i int) Value) Value {
	lists := make([]*List, n)
	for i := range lists {
		lists[i] = NewList(2)
		lists[i].SetAt(0, leaf(i))
	}
	for i, l := range lists {
		l.SetAt(1, lists[(i+1)%n].Value())
	}
	return lists[0].Value()
}

// fan returns a list whose tree has 2^n leaves.
func fan(n int, leaf Value) Value {
	for range n {
		leaf = ListOf([]Value{leaf, leaf}).Value()
	}
	return leaf
}

func constant(v Value) func(int) Value { return func(int) Value { return v } }

func TestEqualityOfDeepSharedAndCyclicLists(t *testing.T) {
	wide := func(last Value) Value {
		l := NewList(0)
		for i := range 100_000 {
			l.Push(list("id=>", i, "at=>", list(i, "x")).Value())
		}
		l.Push(last)
		return l.Value()
	}
	front := func(n int, leaf Value) Value { // ((((… leaf) 0) 0) 0)
		for range n {
			leaf = ListOf([]Value{leaf, Int(0)}).Value()
		}
		return leaf
	}
	tests := []struct {
		name string
		a, b Value
		want bool
	}{
		{"deep", nest(1_000_000, Int(1)), nest(1_000_000, Double(1)), true},
		{"deep, other leaf", nest(1_000_000, Int(1)), nest(1_000_000, Int(2)), false},
		{"deep, other depth", nest(1_000_000, Int(1)), nest(999_999, Int(1)), false},
		{"deep in front", front(1_000_000, Int(1)), front(1_000_000, Int(1)), true},
		{"deep in front, other leaf", front(1_000_000, Int(1)), front(1_000_000, Int(2)), false},
		{"shared", fan(60, Int(1)), fan(60, Int(1)), true},
		{"shared, other leaf", fan(60, Int(1)), fan(60, Int(2)), false},
		{"shared and a cycle", fan(60, Int(1)), ring(60, constant(Int(1))), false},
		{"self", ring(1, constant(Int(1))), ring(1, constant(Int(1))), true},
		{"the same endless tree", ring(2, constant(Int(1))), ring(3, constant(Int(1))), true},
		{"large rings", ring(99_991, constant(Int(1))), ring(100_003, constant(Int(1))), true},
		{"large rings, other leaf", ring(9_973, constant(Int(1))), ring(10_007, func(i int) Value {
			return Int(int32(1 + i/10_006))
		}), false},
		{"wide", wide(Null()), wide(Null()), true},
		{"wide, other end", wide(Null()), wide(Bool(true)), false},
		{"deep and a cycle", nest(100_000, Int(1)), selfHolding(), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := tt.a.Same(tt.b); got != tt.want {
				t.Errorf("=\n got %v\nwant %v", got, tt.want)
			}
			if got := tt.b.Equal(tt.a); got != tt.want {
				t.Errorf("== turned around\n got %v\nwant %v", got, tt.want)
			}
		})
	}
}

// selfHolding returns the list that is its own only element.
func selfHolding() Value {
	l := NewList(1)
	l.SetAt(0, l.Value())
	return l.Value()
}

func TestNamesInCyclesCount(t *testing.T) {
	make := func(name string) Value {
		l := NewList(0)
		l.Put(name, l.Value())
		return l.Value()
	}
	if got := make("a").Equal(make("a")); !got {
		t.Errorf("equal names\n got %v\nwant true", got)
	}
	if got := make("a").Equal(make("b")); got {
		t.Errorf("other names\n got %v\nwant false", got)
	}
	if got := make("a").Same(make("b")); !got {
		t.Errorf("other names by =\n got %v\nwant true", got)
	}
}

// The whole 0 equals 0.0 and -0.0, which differ. Where these meet around large cycles a
// list may be = to two others that are not = to each other.
func TestZerosAreNotTransitive(t *testing.T) {
	plus, whole, minus := Double(0), Int(0), Double(math.Copysign(0, -1))
	const n = 1000
	a := ring(n, constant(plus)).List()
	b := ring(n, constant(whole)).List()
	c := ring(n, constant(minus)).List()
	tests := []struct {
		name string
		v, w Value
		want bool
	}{
		{"0.0 and 0", a.Value(), b.Value(), true},
		{"0 and -0.0", b.Value(), c.Value(), true},
		{"0.0 and -0.0", a.Value(), c.Value(), false},
		{"pairs that do not meet", list(a, b).Value(), list(b, c).Value(), true},
		{"pairs that meet", list(a, b, a).Value(), list(b, c, c).Value(), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for range 20 { // turns are random
				if got := tt.v.Same(tt.w); got != tt.want {
					t.Fatalf("got %v\nwant %v", got, tt.want)
				}
			}
		})
	}
}

// Random graphs of lists, against the largest bisimulation computed by refinement.
func TestEqualityOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	leaves := []Value{Int(0), Double(0), Double(math.Copysign(0, -1)), Int(1), Double(1), String("x")}
	for range 300 {
		n := 2 + r.IntN(30)
		lists := make([]*List, n)
		for i := range lists {
			lists[i] = NewList(1 + r.IntN(2))
		}
		for _, l := range lists {
			for i := range l.Len() {
				if r.IntN(5) > 0 {
					l.SetAt(i, lists[r.IntN(n)].Value())
				} else {
					l.SetAt(i, leaves[r.IntN(len(leaves))])
				}
			}
		}
		want := bisimilar(lists)
		for i, a := range lists {
			for j, b := range lists {
				// left 0: the classes from the first pair on
				c := comparison{left: r.IntN(3)}
				got := a == b || c.walk(a, b)
				if got && c.united && c.zeros.plus && c.zeros.minus {
					got = a.Value().Same(b.Value())
				}
				if got != want[i][j] {
					t.Fatalf("lists %d and %d of %d\n got %v\nwant %v", i, j, n, got, want[i][j])
				}
			}
		}
	}
}

// bisimilar starts with all pairs equal and strikes out what is not until nothing changes.
func bisimilar(lists []*List) [][]bool {
	at := map[*List]int{}
	equal := make([][]bool, len(lists))
	for i, l := range lists {
		at[l] = i
		equal[i] = make([]bool, len(lists))
		for j := range equal[i] {
			equal[i][j] = true
		}
	}
	for changed := true; changed; {
		changed = false
		for i, a := range lists {
			for j, b := range lists {
				if i == j || !equal[i][j] {
					continue
				}
				ok := a.Len() == b.Len()
				for k := 0; ok && k < a.Len(); k++ {
					v, w := a.At(k), b.At(k)
					if v.IsList() && w.IsList() {
						ok = equal[at[v.List()]][at[w.List()]]
					} else {
						ok = sameLeaf(v, w)
					}
				}
				if !ok {
					equal[i][j], changed = false, true
				}
			}
		}
	}
	return equal
}

func TestLongComparisonsTick(t *testing.T) {
	stop := func(elements int) { panic("stop") }
	tests := map[string][2]Value{
		"flat":   {NewList(5000).Value(), NewList(5000).Value()},
		"deep":   {nest(5000, Int(1)), nest(5000, Int(1))},
		"cyclic": {ring(3001, constant(Int(1))), ring(3002, constant(Int(1)))},
	}
	for name, pair := range tests {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if got := recover(); got != "stop" {
					t.Errorf("recovered\n got %v\nwant stop", got)
				}
			}()
			Equal(pair[0], pair[1], stop)
		})
	}
}
