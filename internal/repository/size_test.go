package repository

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	largestFile  = 20 << 10 // bytes of one Go file: one idea
	largeMedian  = 6 << 10  // bytes; the median of all Go files is below
	medianCounts = 10       // from so many files on a median means something
)

func TestFileSizes(t *testing.T) { check(t, sizeFindings) }

func sizeFindings(files []file) []string {
	var findings []string
	var sizes []int
	for _, f := range files {
		if !strings.HasSuffix(f.path, ".go") {
			continue
		}
		sizes = append(sizes, len(f.text))
		if len(f.text) > largestFile {
			findings = append(findings, fmt.Sprintf("%s has %d bytes, more than %d: split it by idea", f.path, len(f.text), largestFile))
		}
	}
	slices.Sort(sizes)
	if n := len(sizes); n >= medianCounts && sizes[n/2] >= largeMedian {
		findings = append(findings, fmt.Sprintf("the median of the Go files, among them %s, is %d bytes; it must be below %d",
			files[0].path, sizes[n/2], largeMedian))
	}
	return findings
}

func TestSizeRule(t *testing.T) {
	text := func(size int) string { return "package a\n" + strings.Repeat("\n", size-len("package a\n")) }
	many := func(size int) (files []file) {
		for range medianCounts {
			files = append(files, sample(t, "a/b.go", text(size)))
		}
		return files
	}
	tests := []struct {
		name  string
		files []file
		want  int
	}{
		{"largest", []file{sample(t, "a/b.go", text(largestFile))}, 0},
		{"too large", []file{sample(t, "a/b.go", text(largestFile+1))}, 1},
		{"a large file that is no Go", []file{sample(t, "a/b.txt", text(largestFile+1))}, 0},
		{"median below", many(largeMedian - 1), 0},
		{"median at the bound", many(largeMedian), 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { expect(t, sizeFindings, tt.want, tt.files...) })
	}
}
