package core

import (
	"encoding/hex"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// randomTable holds the hard function of chance.
var randomTable = []eval.Builtin{
	{
		Name: "random", Plain: random,
		Help: eval.Help{
			Signature: "(random [n])",
			Summary:   "Gives a random number.",
			Args:      []eval.HelpArg{{"n", "number", "the bound, 0 or more"}},
			Result:    "a double from 0 up to but not including 1; with n a whole number from 0 up to but not including n, 0 for 0",
			Errors:    []string{"IllegalArgumentException if n is negative or no number", "ArithmeticException if n is outside 64 bits"},
			Related:   []string{"uuid"},
			Examples: []eval.HelpExample{
				{"(do (set r (random)) (and (>= r 0) (< r 1)))", "true"},
				{"(do (set r (random 6)) (and (>= r 0) (< r 6)))", "true"},
				{"(random 1)", "0"},
				{"(random 0)", "0"},
			},
		},
	},
}

// uuidTable holds the addition of chance.
var uuidTable = []eval.Builtin{
	{
		Name: "uuid", Plain: uuid,
		Help: eval.Help{
			Signature: "(uuid)",
			Summary:   "Makes an identifier that nobody else has: a random UUID, version 4.",
			Result:    "its text of 36 characters, in lower case",
			Related:   []string{"random"},
			Examples: []eval.HelpExample{
				{"(length (uuid))", "36"},
				{"(= (uuid) (uuid))", "false"},
			},
		},
	},
}

func random(f *eval.Frame, l *value.List) value.Value {
	r := f.Session().Registry()
	if l.Len() < 2 {
		return value.Double(float64(r.Random()>>11) / (1 << 53))
	}
	n := wholeArg(f, l, 1)
	switch {
	case n < 0:
		eval.Throw(eval.IllegalArgument, "random: got %d, want 0 or more", n)
	case n == 0:
		return value.Int(0)
	}
	bound := uint64(n)
	unfair := -bound % bound // so many of the lowest numbers would be too frequent
	for {
		if bits := r.Random(); bits >= unfair {
			return value.WholeOf(int64(bits%bound), value.Wide(n))
		}
	}
}

func uuid(f *eval.Frame, _ *value.List) value.Value {
	var b [16]byte
	f.Session().Registry().RandomBytes(b[:])
	b[6] = b[6]&0x0f | 0x40 // version 4
	b[8] = b[8]&0x3f | 0x80 // the variant of RFC 9562
	digits := hex.EncodeToString(b[:])
	return value.String(digits[:8] + "-" + digits[8:12] + "-" + digits[12:16] + "-" + digits[16:20] + "-" + digits[20:])
}
