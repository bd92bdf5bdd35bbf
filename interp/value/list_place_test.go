package value

import "testing"

// A place must be given up by every change that may move the element, and by none of the
// others.
func TestPlaces(t *testing.T) {
	tests := []struct {
		name   string
		change func(l *List)
		stays  bool
	}{
		{"replace", func(l *List) { l.SetAt(0, Int(9)) }, true},
		{"replace another", func(l *List) { l.SetAt(1, Int(9)) }, true},
		{"add within the capacity", func(l *List) { l.Push(Int(9)) }, true},
		{"add beyond the capacity", func(l *List) {
			for range 100 {
				l.Push(Int(9))
			}
		}, false},
		{"insert", func(l *List) { l.Insert(0, Int(9)) }, false},
		{"remove", func(l *List) { l.Remove(1) }, false},
		{"rename", func(l *List) { l.SetName(1, NewText("z")) }, false},
		{"reverse", (*List).Reverse, false},
		{"clear", (*List).Clear, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			l := NewListCap(8)
			l.Put("a", Int(1))
			l.Put("b", Int(2))
			at, valid := l.Place(0)
			test.change(l)
			if valid.Valid() != test.stays {
				t.Fatalf("valid\n got %v\nwant %v", valid.Valid(), test.stays)
			}
			if test.stays && !at.Identical(l.At(0)) {
				t.Errorf("the place does not hold the element")
			}
		})
	}
}

func TestQuiet(t *testing.T) {
	l := NewListCap(4)
	l.Put("a", Int(1))
	l.Put("b", Int(2))
	l.MakeAux()
	w := l.Watch(1)
	if !l.Aux().Quiet(0) || l.Aux().Quiet(1) {
		t.Error("the watched element alone is not quiet")
	}
	l.SetAt(1, Int(3))
	if w.Valid() || !l.Aux().Quiet(1) {
		t.Error("a replaced element is still watched")
	}
}
