package syntax

import "fmt"

// The exception types of errors in text.
const (
	ParseException   = "ParseException"
	InvalidReference = "InvalidReference"
)

// An Error says what is wrong with a text, as an exception of the language says it, and
// where.
type Error struct {
	Type string // ParseException or InvalidReference
	Msg  string
	Pos  Pos
	// Incomplete tells that the text ends too early: more text could make it right.
	Incomplete bool
	// Open is the number of lists that are open where the text ends, if it is Incomplete.
	Open int
}

// Error gives the place, if it is known, and what is wrong.
func (e *Error) Error() string {
	if e.Pos.Line == 0 {
		return e.Msg
	}
	return e.Pos.String() + ": " + e.Msg
}

// A DepthError tells that lists are nested more deeply in a text than is allowed.
type DepthError struct {
	Max int
	Pos Pos // of the parenthesis that is one too many
}

// Error gives the place and the bound.
func (e *DepthError) Error() string {
	return fmt.Sprintf("%s: lists are nested more than %d levels deep", e.Pos, e.Max)
}
