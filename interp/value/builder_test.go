package value

import (
	"bytes"
	"strconv"
	"testing"
)

func TestListBuilderMakesListsOfItsShape(t *testing.T) {
	shape := NewShape("topic", "", "offset", "value")
	for _, announced := range []int{0, 1, 1000} {
		b := NewListBuilder(shape, announced, 10*announced)
		var lists []*List
		for i := range 300 {
			b.Bytes([]byte("orders"))
			b.Null()
			b.Long(int64(i))
			if i%2 == 0 {
				b.Bytes(bytes.Repeat([]byte{'x'}, i*20))
			}
			lists = append(lists, b.List())
		}
		for i, l := range lists {
			offset, _ := l.Get("offset")
			if n, _ := offset.AsInt(); n != int64(i) || l.Len() != 4 || l.Name(0) != "topic" || l.Name(1) != "" {
				t.Fatalf("list %d of %d announced\ngot  offset %d, %d elements, names %q %q", i, announced, n, l.Len(), l.Name(0), l.Name(1))
			}
			text, ok := l.At(3).AsString()
			if ok != (i%2 == 0) || ok && len(text) != i*20 || !ok && !l.At(3).IsNull() {
				t.Fatalf("list %d\ngot  %d bytes (a string: %v)", i, len(text), ok)
			}
		}
	}
}

func TestListBuilderListsDoNotShareRoom(t *testing.T) {
	b := NewListBuilder(NewShape("a"), 3, 0)
	b.Int(1)
	first := b.List()
	second := b.List()
	b.Int(3)
	b.Int(4)
	third := b.List()
	first.Push(Int(9))
	first.Put("b", Int(10))
	if !second.At(0).IsNull() || second.Len() != 1 {
		t.Fatalf("got  %d elements in the second list\nwant one null", second.Len())
	}
	if third.Len() != 2 || third.Name(1) != "" || third.Name(0) != "a" {
		t.Fatalf("got  %d elements, names %q %q", third.Len(), third.Name(0), third.Name(1))
	}
	if _, ok := third.Get("b"); ok {
		t.Fatal("a name given to one list appeared in another")
	}
}

func BenchmarkListBuilder(b *testing.B) {
	shape := NewShape("topic", "partition", "offset", "timestamp", "key", "value")
	key, val := []byte("customer-17"), []byte(`{"order": 4711, "total": 99.5}`)
	b.ReportAllocs()
	builder := NewListBuilder(shape, b.N, b.N*40)
	for i := 0; b.Loop(); i++ {
		builder.Value(Null())
		builder.Int(3)
		builder.Long(int64(i))
		builder.Long(1700000000000)
		builder.Bytes(key)
		builder.Bytes(val)
		builder.List()
	}
}

func TestListBuilderAllocatesByChunk(t *testing.T) {
	shape := NewShape("a", "b", "c", "d")
	text := []byte("some text")
	allocs := testing.AllocsPerRun(10, func() {
		b := NewListBuilder(shape, 1000, 9000)
		for range 1000 {
			b.Bytes(text)
			b.Int(1)
			b.Double(2)
			b.Null()
			b.List()
		}
	})
	if allocs > 1000/10 {
		t.Fatalf("got  %s allocations for 1000 lists\nwant below 100", strconv.FormatFloat(allocs, 'f', 0, 64))
	}
}
