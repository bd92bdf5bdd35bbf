package repl

import (
	"errors"
	"strings"
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

func TestLostError(t *testing.T) {
	placed := &interp.Exception{Type: "Bad", Message: "first\nsecond", HasMessage: true, Pos: interp.Pos{File: "a.bpl", Line: 3, Column: 7}}
	for _, tc := range []struct {
		name     string
		executor int
		err      error
		want     string
	}{
		{"an executor", 2, errors.New("no"), "executor 2 ended: no"},
		{"one that could not begin", -1, errors.New("no"), "an executor could not begin: no"},
		{"an exception with its place", 1, placed, "executor 1 ended: Bad: first second (a.bpl:3:7)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := LostError(tc.executor, tc.err); got != tc.want {
				t.Errorf("got  %s\nwant %s", got, tc.want)
			}
		})
	}
}

func TestOneLine(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		most       int
		want       string
	}{
		{"line ends and tabs", " a\n\tb ", 10, "a b"},
		{"as long as may be", "abc", 3, "abc"},
		{"longer", "abcd", 3, "abc…"},
		{"cut within a character", "aé", 2, "a…"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := OneLine(tc.text, tc.most); got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
		})
	}
	if got := OneLine(strings.Repeat("x", 1000), messageBytes); len(got) > messageBytes+len("…") {
		t.Errorf("%d bytes, want at most %d", len(got), messageBytes+len("…"))
	}
}
