package value

import (
	"strings"
	"testing"
)

func TestCensus(t *testing.T) {
	long := String(strings.Repeat("x", 1000))
	inner := ListOf([]Value{Double(1), Double(2)})
	cycle := NewList(0)
	cycle.Push(cycle.Value())
	deep := NewList(0)
	for range 100_000 {
		deep = ListOf([]Value{deep.Value()})
	}
	tests := []struct {
		name string
		v    Value
		want int64
	}{
		{"a number", Double(1), 0},
		{"null", Null(), 0},
		{"a short text", String("abc"), 3},
		{"a long text", long, 1000},
		{"a list", inner.Value(), ListBytes + 2*ElementBytes},
		{"a list in two places", ListOf([]Value{inner.Value(), inner.Value()}).Value(), 2*ListBytes + 4*ElementBytes},
		{"a long text in two places", ListOf([]Value{long, long}).Value(), ListBytes + 2*ElementBytes + 1000},
		{"a list in itself", cycle.Value(), ListBytes + ElementBytes},
		{"deeply nested lists", deep.Value(), 100_001*ListBytes + 100_000*ElementBytes},
	}
	for _, tc := range tests {
		t.Run(tc.name, func(t *testing.T) {
			c := NewCensus(1 << 40)
			c.Add(tc.v)
			c.Add(tc.v) // adds nothing but short texts
			want := tc.want
			if s, ok := tc.v.AsString(); ok && len(s) <= shortText {
				want *= 2
			}
			if got := c.Bytes(); got != want {
				t.Errorf("bytes\n got %d\nwant %d", got, want)
			}
		})
	}
}

func TestCensusEndsWhenItHasFoundEnough(t *testing.T) {
	l := NewList(0)
	for range 1000 {
		l.Push(String(strings.Repeat("y", 100)))
	}
	c := NewCensus(ListBytes + 1000*ElementBytes + 500)
	c.Add(l.Value())
	if got, want := c.Bytes(), ListBytes+1000*ElementBytes+500; got != want || !c.Done() {
		t.Errorf("bytes\n got %d, done %t\nwant %d, done true", got, c.Done(), want)
	}
}
