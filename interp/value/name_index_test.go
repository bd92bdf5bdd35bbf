package value

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestManyNames has names enough for some to have the same hash, and takes them out in any
// order.
func TestManyNames(t *testing.T) {
	const n = 200_000
	l := NewList(0)
	for i := range n {
		l.Put(fmt.Sprint("name ", i), Int(int32(i)))
	}
	check := func(i int, there bool) {
		t.Helper()
		v, ok := l.Get(fmt.Sprint("name ", i))
		if ok != there || there && !v.Equal(Int(int32(i))) {
			t.Fatalf("name %d\n got %v, %v\nwant there: %v", i, v, ok, there)
		}
	}
	order := rand.New(rand.NewPCG(1, 2)).Perm(n)
	for _, i := range order {
		check(i, true)
	}
	if l.Find("name") >= 0 || l.Find("") >= 0 {
		t.Error("a name that is not there was found")
	}
	gone := map[int]bool{}
	for _, i := range order[:n/2] {
		l.SetName(l.Find(fmt.Sprint("name ", i)), nil)
		gone[i] = true
	}
	for i := range n {
		check(i, !gone[i])
	}
	for i := range gone { // come back elsewhere, where removed entries were
		l.Put(fmt.Sprint("name ", i), Int(int32(i)))
	}
	for i := range n {
		check(i, true)
	}
}

func TestNamesInOrder(t *testing.T) {
	l := NewList(0)
	for i := range 100 {
		l.Put(fmt.Sprint(i), Int(int32(i)))
	}
	for _, i := range []int{0, 1, 2, 50, 51, 99, 0, 98, 99, 99, 3} {
		if got := l.Find(fmt.Sprint(i)); got != i {
			t.Errorf("position of %d\n got %d", i, got)
		}
		if i == 51 { // what was found last moves
			l.Insert(10, Null())
			if got := l.Find("52"); got != 53 {
				t.Errorf("position of 52 after an insertion\n got %d\nwant 53", got)
			}
			l.Remove(10)
		}
	}
}

func TestIndexOfEqualHashes(t *testing.T) {
	x := newNameIndex(0)
	for i := range 100 {
		x.add(uint32(i%50), i)
	}
	if x.remove(7) {
		t.Error("one of two entries of a hash was removed, perhaps the wrong one")
	}
	if !x.remove(1000) {
		t.Error("removing what is not there: got false, want nothing to do")
	}
	x = newNameIndex(0)
	for i := range 100 {
		x.add(uint32(i)<<8, i) // all begin at the same place
	}
	for i := range 100 {
		if !x.remove(uint32(i) << 8) {
			t.Fatalf("removing entry %d: got false", i)
		}
	}
	if size := len(x.entries); x.used > size/4*3 {
		t.Errorf("used entries\n got %d of %d\nwant at most three quarters", x.used, size)
	}
	for i := range 10_000 {
		x.add(uint32(i), i)
		if !x.remove(uint32(i)) {
			t.Fatalf("removing entry %d: got false", i)
		}
	}
	if size := len(x.entries); size > 1024 {
		t.Errorf("size after entries came and went\n got %d\nwant a small one", size)
	}
}
