package main

import (
	"os"
	"testing"
)

// TestReferenceIsUpToDate asserts that spec/functions.md is what the help of the functions
// says.
func TestReferenceIsUpToDate(t *testing.T) {
	file, err := os.ReadFile("../../spec/functions.md")
	if err != nil {
		t.Fatal(err)
	}
	if got := bpl(t, "", "doc", "--md"); got.out != string(file) || got.code != 0 {
		t.Error("spec/functions.md differs from the help of the functions; bring it up to date:\n\n" +
			"\tgo run ./cmd/bpl doc --md > spec/functions.md")
	}
}
