package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// samples are texts of the kinds that are read most: programs, records, numbers, nested
// lists.
func samples() map[string]string {
	var code, records, numbers strings.Builder
	code.WriteString("(do")
	records.WriteString("(")
	numbers.WriteString("(")
	for i := range 2000 {
		fmt.Fprintf(&code, "\n  (set f%d (function (n) (if (< n 2) n (+ (f%d (- n 1)) p/rows/%d (concat \"a\\tb\" name)))))", i, i, i)
		fmt.Fprintf(&records, "(\"id\" => %d \"name\" => \"customer %d\" \"city\" => \"Paris\" \"total\" => %d.25 \"tags\" => (\"a\" \"b\"))\n", i, i, i)
		fmt.Fprintf(&numbers, "%d %d.5 -%de-3 ", i, i, i)
	}
	code.WriteString(")")
	records.WriteString(")")
	numbers.WriteString(")")
	return map[string]string{
		"code": code.String(), "records": records.String(), "numbers": numbers.String(),
		"nested": strings.Repeat("(", 50000) + strings.Repeat(")", 50000),
	}
}

func BenchmarkRead(b *testing.B) {
	for name, src := range samples() {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(src, withNames); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkPrint(b *testing.B) {
	for name, src := range samples() {
		b.Run(name, func(b *testing.B) {
			v, err := Read(src, withNames)
			if err != nil {
				b.Fatal(err)
			}
			var dst []byte
			b.ReportAllocs()
			for b.Loop() {
				dst = Append(dst[:0], v)
			}
			b.SetBytes(int64(len(dst)))
		})
	}
}

func BenchmarkPrintRecord(b *testing.B) {
	v, _ := Read(`("id" => 1 "name" => "customer" "total" => 1.25)`, withNames)
	var dst []byte
	b.ReportAllocs()
	for b.Loop() {
		dst = Append(dst[:0], v)
	}
}
