package interp_test

import (
	"strings"
	"testing"
)

// While the arguments of a call are evaluated the same call may be reached again and be of
// another function, with other parameters.
func TestCallWithinItsArguments(t *testing.T) {
	const program = `(set three (function (x y z) (list x y z))) (set none (function () "none"))
		(set caller (function (n) (g (inner n) n)))
		(set inner (function (n) (when (= n 1) (set g FUNCTION) (caller 0) (set g three)) n))
		(set g three)
		(list (caller 2) (caller 3) (caller 4))
		(caller 1)
		(list (caller 5) (caller 1) (caller 6))`
	for name, function := range map[string]string{
		"no parameters":   "none",
		"more parameters": "(function (a b c d e f g h) b)",
		"the rest":        "(function args (size args))",
		"no function":     "null",
	} {
		t.Run(name, func(t *testing.T) {
			compiled, walked := newPair(t)
			checkProgram(t, compiled, walked, strings.ReplaceAll(program, "FUNCTION", function))
		})
	}
}
