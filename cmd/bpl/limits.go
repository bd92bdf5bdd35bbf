package main

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// A limit is one field of interp.Limits by the name that messages and --limit use.
type limit struct {
	name, meaning string
	bytes         bool // it counts bytes
	get           func(l *interp.Limits) int64
	set           func(l *interp.Limits, n int64)
}

// limits are all of them, in the order in which they are listed.
func limits() []limit {
	long := func(name, meaning string, bytes bool, field func(l *interp.Limits) *int64) limit {
		return limit{name, meaning, bytes,
			func(l *interp.Limits) int64 { return *field(l) },
			func(l *interp.Limits, n int64) { *field(l) = n }}
	}
	count := func(name, meaning string, field func(l *interp.Limits) *int) limit {
		return limit{name, meaning, false,
			func(l *interp.Limits) int64 { return int64(*field(l)) },
			func(l *interp.Limits, n int64) { *field(l) = int(min(n, math.MaxInt)) }}
	}
	return []limit{
		long("steps", "function calls, loop turns, and thousands of elements that functions handle", false,
			func(l *interp.Limits) *int64 { return &l.Steps }),
		count("depth", "nested calls of an executor; beyond it StackOverflowError, which scripts can catch",
			func(l *interp.Limits) *int { return &l.Depth }),
		long("bytes", "memory that is kept alive", true, func(l *interp.Limits) *int64 { return &l.Bytes }),
		long("allocated", "memory that was ever taken", true, func(l *interp.Limits) *int64 { return &l.Allocated }),
		long("output", "bytes written to the standard streams", true, func(l *interp.Limits) *int64 { return &l.Output }),
		long("string-len", "bytes of one string", true, func(l *interp.Limits) *int64 { return &l.StringLen }),
		long("list-len", "elements of one list", false, func(l *interp.Limits) *int64 { return &l.ListLen }),
		count("spawned", "executors and timers that live at the same time", func(l *interp.Limits) *int { return &l.Spawned }),
		count("read-depth", "nested parentheses in a text", func(l *interp.Limits) *int { return &l.ReadDepth }),
		long("regex-steps", "steps of one match of a backtracking regular expression", false,
			func(l *interp.Limits) *int64 { return &l.RegexSteps }),
	}
}

// commandLimits are the limits of the command where none are given: as those of New, but
// without a bound of memory.
func commandLimits() interp.Limits { return interp.Limits{Bytes: interp.Unlimited} }

// deepest is how many nested calls may be allowed: more could exhaust the stack of Go,
// which no program survives.
const deepest = 5

// parseLimits applies the values of --limit to the limits of the command.
func parseLimits(given []string) (interp.Limits, error) {
	l := commandLimits()
	all := limits()
	for _, g := range given {
		name, text, ok := strings.Cut(g, "=")
		if !ok {
			return l, misuse("--limit %s: want NAME=N", g)
		}
		i := slices.IndexFunc(all, func(l limit) bool { return limitKey(l.name) == limitKey(name) })
		if i < 0 {
			var names []string
			for _, known := range all {
				names = append(names, known.name)
			}
			hint := didYouMean("", name, names)
			if hint == "" {
				hint = "; there are " + strings.Join(names, ", ")
			}
			return l, misuse("--limit: there is no limit %q%s", name, hint)
		}
		n, err := all[i].parse(text)
		if err != nil {
			return l, err
		}
		all[i].set(&l, n)
	}
	return l, nil
}

// limitKey makes one of the spellings of a limit's name: string-len is also known as
// StringLen, the field of the Go type.
func limitKey(name string) string { return strings.ToLower(strings.ReplaceAll(name, "-", "")) }

// parse reads the number of a limit.
func (l limit) parse(text string) (int64, error) {
	if text == "unlimited" && l.name != "depth" {
		return interp.Unlimited, nil
	}
	digits, unit := text, int64(1)
	if l.bytes {
		for i, suffix := range []string{"KiB", "MiB", "GiB"} {
			if d, ok := strings.CutSuffix(text, suffix); ok {
				digits, unit = d, 1<<(10*(i+1))
			}
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64/unit {
		want := `a whole number from 1 on or "unlimited"`
		switch {
		case l.bytes:
			want = `a number of bytes such as 1000000 or 64MiB, or "unlimited"`
		case l.name == "depth":
			want = "a whole number from 1 on"
		}
		return 0, misuse("--limit %s: got %q, want %s", l.name, text, want)
	}
	standard := interp.Limits{}.WithDefaults()
	if most := int64(standard.Depth) * deepest; l.name == "depth" && n > most {
		return 0, misuse("--limit depth: got %d, want at most %d", n, most)
	}
	return n * unit, nil
}

// show writes a limit as it is given.
func (l limit) show(n int64) string {
	if n == math.MaxInt64 || n == math.MaxInt && l.name == "spawned" || n < 0 {
		return "unlimited"
	}
	return strconv.FormatInt(n, 10)
}
