package eval

import (
	"cmp"
	"fmt"
	"math"
)

// Limits bound one evaluation and everything that it spawned. A zero field means the
// default, Unlimited lifts one (but not Depth). Exceeding a limit ends the evaluation
// with a LimitError that no script catches; exceeding Depth throws StackOverflowError.
type Limits struct {
	Steps                                        int64 // function entries, loop turns, and 1,000 elements that a built-in handles
	Depth                                        int   // active user-function calls of one executor
	Bytes, Allocated, Output, StringLen, ListLen int64
	Spawned, ReadDepth                           int
	RegexSteps                                   int64
}

// Unlimited lifts a limit.
const Unlimited = -1

// The defaults of an interpreter that a host makes.
const (
	defaultDepth      = 100_000
	defaultDepth32    = 20_000 // see byWordSize
	defaultBytes      = 256 << 20
	defaultStringLen  = 1 << 30
	defaultListLen    = 1 << 27
	defaultSpawned    = 1_000
	defaultReadDepth  = 1_000_000
	defaultRegexSteps = 10_000_000

	// MaxPad is how many nulls one put may add behind the end of a list.
	MaxPad = 1 << 24
	// nestedPerDepth is how many nested evaluations there may be for each user-function
	// call that Depth allows.
	nestedPerDepth = 10
)

// Check refuses numbers that mean nothing, those below Unlimited.
func (l Limits) Check() error {
	for _, field := range []struct {
		name string
		n    int64
	}{
		{"Steps", l.Steps}, {"Depth", int64(l.Depth)}, {"Bytes", l.Bytes}, {"Allocated", l.Allocated}, {"Output", l.Output},
		{"StringLen", l.StringLen}, {"ListLen", l.ListLen}, {"Spawned", int64(l.Spawned)}, {"ReadDepth", int64(l.ReadDepth)},
		{"RegexSteps", l.RegexSteps},
	} {
		if field.n < Unlimited {
			return fmt.Errorf("%s: got %d, want a number above 0, 0 for the default, or Unlimited", field.name, field.n)
		}
	}
	return nil
}

// WithDefaults replaces zero fields by the defaults, and Unlimited by the largest number.
func (l Limits) WithDefaults() Limits {
	depth := byWordSize(defaultDepth, defaultDepth32)
	l.Depth = orDefault(l.Depth, depth)
	if l.Depth == math.MaxInt {
		l.Depth = depth
	}
	l.Steps = orDefault(l.Steps, math.MaxInt64)
	l.Bytes = orDefault(l.Bytes, defaultBytes)
	l.Allocated = orDefault(l.Allocated, math.MaxInt64)
	l.Output = orDefault(l.Output, math.MaxInt64)
	l.StringLen = orDefault(l.StringLen, defaultStringLen)
	l.ListLen = orDefault(l.ListLen, defaultListLen)
	l.Spawned = orDefault(l.Spawned, defaultSpawned)
	l.ReadDepth = orDefault(l.ReadDepth, defaultReadDepth)
	l.RegexSteps = orDefault(l.RegexSteps, defaultRegexSteps)
	return l
}

func orDefault[T int | int64](n, standard T) T {
	switch {
	case n == 0:
		return standard
	case n < 0:
		return T(maxOf(n))
	}
	return n
}

func maxOf[T int | int64](n T) int64 {
	if _, ok := any(n).(int); ok {
		return math.MaxInt
	}
	return math.MaxInt64
}

// marked returns complete limits with Unlimited again where there is no limit.
func (l Limits) marked() Limits {
	for _, n := range []*int64{&l.Steps, &l.Bytes, &l.Allocated, &l.Output, &l.StringLen, &l.ListLen, &l.RegexSteps} {
		if *n == math.MaxInt64 {
			*n = Unlimited
		}
	}
	for _, n := range []*int{&l.Spawned, &l.ReadDepth} {
		if *n == math.MaxInt {
			*n = Unlimited
		}
	}
	return l
}

// Or returns l with its zero fields taken from other.
func (l Limits) Or(other Limits) Limits {
	return Limits{
		Steps:      cmp.Or(l.Steps, other.Steps),
		Depth:      cmp.Or(l.Depth, other.Depth),
		Bytes:      cmp.Or(l.Bytes, other.Bytes),
		Allocated:  cmp.Or(l.Allocated, other.Allocated),
		Output:     cmp.Or(l.Output, other.Output),
		StringLen:  cmp.Or(l.StringLen, other.StringLen),
		ListLen:    cmp.Or(l.ListLen, other.ListLen),
		Spawned:    cmp.Or(l.Spawned, other.Spawned),
		ReadDepth:  cmp.Or(l.ReadDepth, other.ReadDepth),
		RegexSteps: cmp.Or(l.RegexSteps, other.RegexSteps),
	}
}

// Within returns limits of which none is above that of outer. Both have their defaults.
func (l Limits) Within(outer Limits) Limits {
	l.Steps = min(l.Steps, outer.Steps)
	l.Depth = min(l.Depth, outer.Depth)
	l.Bytes = min(l.Bytes, outer.Bytes)
	l.Allocated = min(l.Allocated, outer.Allocated)
	l.Output = min(l.Output, outer.Output)
	l.StringLen = min(l.StringLen, outer.StringLen)
	l.ListLen = min(l.ListLen, outer.ListLen)
	l.Spawned = min(l.Spawned, outer.Spawned)
	l.ReadDepth = min(l.ReadDepth, outer.ReadDepth)
	l.RegexSteps = min(l.RegexSteps, outer.RegexSteps)
	return l
}
