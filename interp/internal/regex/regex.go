// Package regex compiles and matches the regular expressions of the language: the syntax of
// spec/regex.md over texts that may hold bytes that are not UTF-8.
//
// A pattern without look-around, back reference, atomic group and possessive quantifier is matched in time
// linear in the text; the others backtrack under a limit of steps. All positions are byte offsets between
// two characters, where a byte that is not part of valid UTF-8 is a character of its own.
//
// The files parse*.go make nodes (node.go) of a pattern, compile_linear.go and compile_backtrack.go make
// programs of nodes. The linear ones run in memo.go or, where its memory does not suffice, in lockstep.go,
// the others in backtrack.go; search.go chooses.
package regex

import "sync"

// DefaultSteps is the limit of steps when Options.Steps is 0.
const DefaultSteps = 10_000_000

// Options are the limits of one call. The zero value is valid.
type Options struct {
	// Tick, if not nil, is called about every 100 microseconds of work. Its error ends the call at once
	// and is returned as it is.
	Tick func() error
	// Steps limits the backtracking of the whole call: 0 means DefaultSteps, below 0 there is no limit.
	// One step is a pending alternative taken up, or some 16 instructions. Going beyond it is a
	// *StepLimitError. Patterns of linear time have no such limit.
	Steps int64
	// Reserve, if not nil, is called before n bytes of a result are allocated. Its error ends the call at
	// once and is returned as it is.
	Reserve func(n int64) error
	// Longest, if above 0, limits the bytes of a text that is made. Going beyond it is a *LengthError.
	Longest int64
}

// A Regexp is a compiled pattern. It is immutable and safe for concurrent use.
type Regexp struct {
	pattern string
	groups  []string
	numbers map[string]int32
	pre     prefilter
	plain   bool         // the pattern is the literal of pre and nothing else, no groups either
	linear  *program     // nil if plain, or if back is set
	back    *backProgram // nil if matched in linear time
	pool    sync.Pool    // of *search
}

// Compile parses a pattern; an error is a *SyntaxError.
func Compile(pattern string) (*Regexp, error) {
	n, p, err := parse(pattern)
	if err != nil {
		return nil, err
	}
	re := &Regexp{pattern: pattern, groups: p.groups, numbers: p.numbers, pre: newPrefilter(n)}
	if _, whole := n.literalPrefix(); whole && re.pre.literal != "" && len(p.groups) == 1 {
		re.plain = true
		return re, nil
	}
	if !n.backtracks() {
		re.linear = compileLinear(n)
	}
	if re.linear == nil {
		re.back = compileBack(n, len(p.groups))
	}
	return re, nil
}

// String is the pattern.
func (re *Regexp) String() string { return re.pattern }

// GroupNames returns the names of the groups by number, "" where there is none; number 0 is the whole
// match. The caller must not change the slice.
func (re *Regexp) GroupNames() []string { return re.groups }

// Byte returns the byte that re matches and nothing else, if it is of that kind.
func (re *Regexp) Byte() (b byte, ok bool) {
	if !re.plain || len(re.pre.literal) != 1 {
		return 0, false
	}
	return re.pre.literal[0], true
}

// Linear tells whether matching takes time linear in the text.
func (re *Regexp) Linear() bool { return re.back == nil }

// weight estimates the memory of re in bytes.
func (re *Regexp) weight() int64 {
	w := int64(1024 + 2*len(re.pattern))
	if re.linear != nil {
		w += re.linear.weight()
	}
	if re.back != nil {
		w += re.back.weight()
	}
	return w
}

// Find returns the first match that begins at byte offset from or later: for each group the offsets of its
// begin and end, -1 for a group that took no part; nil if there is no match. An offset inside
// a code point counts as its end. What stands before from is seen by anchors and look-behind.
func (re *Regexp) Find(s string, from int, opt Options) ([]int, error) {
	from = max(from, 0)
	for !isBoundary(s, from) {
		from++
	}
	x := re.newSearch(s, opt)
	found, err := x.find(from)
	if err != nil || !found {
		x.release()
		return nil, err
	}
	loc := append([]int(nil), x.caps...)
	x.release()
	return loc, nil
}

// MatchWhole tells whether the pattern can match all of s.
func (re *Regexp) MatchWhole(s string, opt Options) (bool, error) {
	if re.plain {
		return s == re.pre.literal, nil
	}
	x := re.newSearch(s, opt)
	ok, err := x.matchWhole()
	x.release()
	return ok, err
}
