package interchange

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp/value"
)

// records returns JSON of n records.
func records(n int) string {
	var b strings.Builder
	b.WriteString("[")
	for i := range n {
		if i > 0 {
			b.WriteString(",")
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"record number %d","price":%d.25,"tags":["a","b\n"],"active":true}`, i, i, i)
	}
	b.WriteString("]")
	return b.String()
}

func BenchmarkReadJSON(b *testing.B) {
	src := records(1000)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadJSON(src, ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkAppendJSON(b *testing.B) {
	src := records(1000)
	v, err := ReadJSON(src, ReadOptions{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		if dst, err = AppendJSON(dst[:0], v, WriteOptions{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReadXML(b *testing.B) {
	src := "<all>" + strings.Repeat(`<item id="1" name="x &amp; y"><price>2.50</price>some text here</item>`, 1000) + "</all>"
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	var v value.Value
	for b.Loop() {
		var err error
		if v, err = ReadXML(src, ReadOptions{}); err != nil {
			b.Fatal(err)
		}
	}
	_ = v
}
