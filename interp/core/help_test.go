package core_test

import (
	"testing"

	"github.com/bpl-lang/bpl/interp"
)

// A host's function may come with nothing but a summary; its help has no empty sections.
func TestHelpWithoutResult(t *testing.T) {
	ring := interp.Func("ring", func(times int) {}, interp.Help{Summary: "rings the bell"})
	s := newSession(t, interp.With(interp.Lib("bell", ring)))
	expect(t, s, "(help ring)", `"(ring integer)\n  rings the bell\n"`)
}
