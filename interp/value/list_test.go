package value

import "testing"

func TestShareNames(t *testing.T) {
	owner := list("a=>", 1, 2, "c=>", 3)
	tests := []struct {
		name     string
		l, owner *List
		want     *List
		shared   bool
	}{
		{"padded", list(7), owner, list("a=>", 7, nil, "c=>", nil), true},
		{"cut", list(7, 8, 9, 10), owner, list("a=>", 7, 8, "c=>", 9), true},
		{"own names go", list("x=>", 7, "y=>", 8, "z=>", 9), owner, list("a=>", 7, 8, "c=>", 9), true},
		{"owner without names", list("x=>", 7, 8, 9), list(1), list(7, 8, 9), false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.l.ShareNames(tt.owner)
			if !tt.l.Value().Equal(tt.want.Value()) {
				t.Errorf("got %s\nwant %s", show(tt.l.Value()), show(tt.want.Value()))
			}
			if got := sharesVisibly(tt.l, tt.owner); got != tt.shared {
				t.Errorf("visible sharing\n got %v\nwant %v", got, tt.shared)
			}
		})
	}
}

// What ends the visible sharing of a clone, and what does not (spec/language.md, Sharing).
func TestWhatEndsVisibleSharing(t *testing.T) {
	tests := []struct {
		name   string
		change func(l *List)
		shared bool
	}{
		{"nothing", func(l *List) {}, true},
		{"another value", func(l *List) { l.SetAt(0, Int(9)) }, true},
		{"another value by name", func(l *List) { l.Put("b", Int(9)) }, true},
		{"reverse", (*List).Reverse, true},
		{"appending nothing", func(l *List) { l.Append() }, true},
		{"padding to its size", func(l *List) { l.Pad(l.Len()) }, true},
		{"cutting to its size", func(l *List) { l.Truncate(l.Len()) }, true},
		{"push", func(l *List) { l.Push(Null()) }, false},
		{"push and pop", func(l *List) { l.Push(Null()); l.Pop() }, false},
		{"append", func(l *List) { l.Append(Int(1)) }, false},
		{"a new name", func(l *List) { l.Put("z", Int(1)) }, false},
		{"the same name", func(l *List) { l.SetName(0, NewText("a")) }, false},
		{"no name where none was", func(l *List) { l.SetName(2, nil) }, false},
		{"insert at the end", func(l *List) { l.Insert(l.Len(), Null()) }, false},
		{"remove at the end", func(l *List) { l.Remove(l.Len() - 1) }, false},
		{"clear", (*List).Clear, false},
	}
	for _, tt := range tests {
		for _, which := range []string{"the clone", "the original"} {
			t.Run(tt.name+" of "+which, func(t *testing.T) {
				l := list("a=>", 1, "b=>", 2, 3)
				c := l.Copy()
				if which == "the clone" {
					tt.change(c)
				} else {
					tt.change(l)
				}
				if got := sharesVisibly(l, c); got != tt.shared {
					t.Errorf("visible sharing\n got %v\nwant %v", got, tt.shared)
				}
			})
		}
	}
}

func TestChangesMakeCodeStale(t *testing.T) {
	changes := map[string]func(l *List){
		"SetAt":      func(l *List) { l.SetAt(0, Null()) },
		"Push":       func(l *List) { l.Push(Null()) },
		"Append":     func(l *List) { l.Append(Null()) },
		"Pad":        func(l *List) { l.Pad(5) },
		"Put":        func(l *List) { l.Put("a", Null()) },
		"Put new":    func(l *List) { l.Put("z", Null()) },
		"Insert":     func(l *List) { l.Insert(0, Null()) },
		"Remove":     func(l *List) { l.Remove(0) },
		"Pop":        func(l *List) { l.Pop() },
		"Clear":      (*List).Clear,
		"Truncate":   func(l *List) { l.Truncate(1) },
		"Reverse":    (*List).Reverse,
		"SetName":    func(l *List) { l.SetName(0, NewText("x")) },
		"AppendFrom": func(l *List) { l.AppendFrom(list("a=>", 1), 0) },
		"ShareNames": func(l *List) { l.ShareNames(list(1)) },
	}
	for name, change := range changes {
		t.Run(name, func(t *testing.T) {
			l := list("a=>", 1, 2)
			var v Validity
			l.DependOn(&v)
			change(l)
			if v.Valid() {
				t.Errorf("code after the change is valid")
			}
		})
	}
}

func TestShapes(t *testing.T) {
	s := NewShape("a", "", "b", "a")
	one, other := ListOfShape(s, MakeSlice(4)), ListOfShape(s, MakeSlice(4))
	if got, want := one.Value(), list("a=>", nil, nil, "b=>", nil, nil).Value(); !got.Equal(want) {
		t.Errorf("got %s\nwant %s", show(got), show(want))
	}
	if one.Names() != other.Names() || sharesVisibly(one, other) {
		t.Error("lists of one shape share their names, but not visibly")
	}
	one.Put("c", Null())
	if got := other.Find("c"); got != -1 {
		t.Errorf("a name of another list\n got %d\nwant -1", got)
	}
	if got, want := ListOfShape(s, MakeSlice(1)).Value(), list("a=>", nil).Value(); !got.Equal(want) {
		t.Errorf("fewer elements\n got %s\nwant %s", show(got), show(want))
	}
	if got := ListOfShape(NewShape("", "x"), MakeSlice(1)).Named(); got {
		t.Errorf("only unnamed elements left: named\n got %v\nwant false", got)
	}
}
