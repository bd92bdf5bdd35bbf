package value

import (
	"fmt"
	"testing"
)

func TestCopyOf(t *testing.T) {
	for n := range 10 {
		elems := MakeSlice(n)
		for i := range elems {
			elems[i] = Int(int32(i))
		}
		l := CopyOf(elems)
		for i := range elems {
			elems[i] = Null() // l has its own
		}
		if l.Len() != n || l.Value().Kind() != KindList || l.Named() {
			t.Fatalf("%d elements: wrong list", n)
		}
		l.Push(Int(int32(n)))
		l.Insert(0, Int(-1))
		for i := range n + 2 {
			if got, _ := l.At(i).AsInt(); got != int64(i-1) {
				t.Errorf("%d elements, element %d\n got %d\nwant %d", n, i, got, i-1)
			}
		}
	}
}

func TestNameAll(t *testing.T) {
	for _, n := range []int{3, 20} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			l := NewList(0)
			l.Fill(MakeSlice(n))
			names := make([]*Text, n-1)
			for i := 1; i < n-1; i++ {
				names[i] = NewText(fmt.Sprint("n", i))
			}
			l.NameAll(names)
			if l.Name(0) != "" || l.Name(n-1) != "" || l.Find(fmt.Sprint("n", n-2)) != n-2 || l.AllNamed() {
				t.Error("wrong names")
			}
			l.Put("n1", Int(1))
			l.Put("last", Int(2))
			if l.Len() != n+1 || l.Name(n) != "last" || l.Find("n1") != 1 {
				t.Error("wrong names after put")
			}
		})
	}
	l := NewList(2)
	l.NameAll(make([]*Text, 2))
	if l.Named() {
		t.Error("a table without names is none")
	}
}

func TestNameByShape(t *testing.T) {
	shape := NewShape("a", "", "b")
	l, m := CopyOf(MakeSlice(3)), CopyOf(MakeSlice(3))
	l.NameByShape(shape)
	m.NameByShape(shape)
	l.Put("c", Int(1))
	if l.Find("b") != 2 || l.Find("c") != 3 || m.Find("b") != 2 || m.Find("c") != -1 {
		t.Error("lists of one shape are not independent")
	}
	if m.Names().Visible() {
		t.Error("the sharing is visible")
	}
}
