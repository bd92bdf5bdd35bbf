package regex

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// A SyntaxError says what is wrong in a pattern and where.
type SyntaxError struct {
	Pattern  string // the whole pattern
	Message  string // what was found and what to write instead
	Position int    // index of the culprit in Pattern, in characters, from 0
}

// Error gives the pattern, what is wrong with it and where.
func (e *SyntaxError) Error() string {
	return fmt.Sprintf("regular expression %s: %s at position %d", quoteShort(e.Pattern), e.Message, e.Position)
}

// A StepLimitError says that a match was given up because it backtracked too much.
type StepLimitError struct {
	Steps   int64 // the limit of steps, 0 if it was not the steps that ran out
	Pending int   // the limit of pending alternatives, 0 if it was not they
}

// Error names what ran out.
func (e *StepLimitError) Error() string {
	if e.Pending > 0 {
		return fmt.Sprintf("regular expression: more than %d alternatives pending", e.Pending)
	}
	return fmt.Sprintf("regular expression: more than %d steps", e.Steps)
}

// A LengthError says that a text would become longer than allowed.
type LengthError struct {
	Longest int64 // the limit in bytes
}

// Error names the limit.
func (e *LengthError) Error() string {
	return fmt.Sprintf("regular expression: a result of more than %d bytes", e.Longest)
}

// A ReplacementError reports a replacement text that is not well formed or names an unknown group.
type ReplacementError struct {
	Message string
	// UnknownNumber is set when the syntax is right but no group has this number.
	UnknownNumber bool
}

// Error says what is wrong.
func (e *ReplacementError) Error() string { return "replacement: " + e.Message }

// quoteShort quotes s, shortened if it is long.
func quoteShort(s string) string {
	const longest = 80
	if utf8.RuneCountInString(s) <= longest {
		return strconv.Quote(s)
	}
	end := 0
	for range longest {
		end += sizeAt(s, end)
	}
	return strconv.Quote(s[:end]) + "…"
}
