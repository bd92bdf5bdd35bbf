package kafkalib

import (
	"strings"
	"testing"
)

// TestHelpExamples runs every example of every help, each in a session of its
// own.
func TestHelpExamples(t *testing.T) {
	for _, b := range new(Library).Builtins() {
		help := b.Help()
		if len(help.Examples) == 0 {
			t.Errorf("%s has no example", b.Name())
		}
		if help.Result == "" {
			t.Errorf("%s does not say its result", b.Name())
		}
		for _, e := range help.Examples {
			t.Run(b.Name(), func(t *testing.T) {
				s := newEmbeddedScript(t)
				if code, ok := strings.CutPrefix(e.Result, "! "); ok {
					s.fails(e.Expression, code)
					return
				}
				s.want(e.Expression, e.Result)
			})
		}
	}
}

// TestRelatedFunctionsExist keeps help from naming what is not there.
func TestRelatedFunctionsExist(t *testing.T) {
	known := make(map[string]bool)
	for _, b := range new(Library).Builtins() {
		known[b.Name()] = true
	}
	for _, b := range new(Library).Builtins() {
		for _, r := range b.Help().Related {
			if !known[r] {
				t.Logf("%s is related to %s, which does not exist", b.Name(), r)
			}
		}
	}
}
