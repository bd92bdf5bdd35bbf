package interchange

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// A SyntaxError says what is wrong with a text, in the words of the language's
// ParseException, and where.
type SyntaxError struct {
	Msg string
	Pos syntax.Pos
}

// Error returns the message.
func (e *SyntaxError) Error() string { return e.Msg }

// malformed is an error whose message is fixed.
func malformed(src string, offset int, msg string) error {
	return &SyntaxError{Msg: msg, Pos: place(src, offset)}
}

// malformedAt is an error whose message ends with the place.
func malformedAt(src string, offset int, format string, args ...any) error {
	pos := place(src, offset)
	return &SyntaxError{Msg: fmt.Sprintf(format, args...) + " at " + pos.String(), Pos: pos}
}

func place(src string, offset int) syntax.Pos { return syntax.NewSource("", src).Pos(offset) }

// An InvalidTextError says that a string is not valid UTF-8.
type InvalidTextError struct {
	Byte     byte
	Position int    // of the byte, in characters from the beginning of the string
	Path     string // of names and indices to the string, "" for the value itself
	Name     bool   // whether it is in the name of that element
}

// Error describes the byte and its place.
func (e *InvalidTextError) Error() string {
	what := "the string"
	switch {
	case e.Name:
		what = "the name of element " + e.Path
	case e.Path != "":
		what = "element " + e.Path
	}
	return fmt.Sprintf(`byte 0x%02x at position %d of %s is not valid UTF-8; "invalid" => "replace" writes U+FFFD for it`,
		e.Byte, e.Position, what)
}

// A CycleError says that a list contains itself.
type CycleError struct {
	Path string // to where the list occurs again
}

// Error names the place.
func (e *CycleError) Error() string {
	return "the list is cyclic: it contains itself at " + e.Path
}

// A TagError says that a list cannot be an element of XML.
type TagError struct {
	Path string // to the list, "" for the value itself
	Want string // what is wrong with it
}

// Error describes the list.
func (e *TagError) Error() string {
	if e.Path == "" {
		return e.Want
	}
	return "element " + e.Path + ": " + e.Want
}

// mostSteps is how many steps of a path an error shows.
const mostSteps = 8

// pathTo describes the way from the outermost list to the element that is being written,
// as the printer writes paths: names and indices with slashes between.
func pathTo(places []listPlace) string {
	var b strings.Builder
	for i, p := range places {
		if i == mostSteps {
			fmt.Fprintf(&b, "/… (%d more)", len(places)-i)
			break
		}
		if i > 0 {
			b.WriteByte('/')
		}
		writeStep(&b, p.list, p.next-1)
	}
	return b.String()
}

func writeStep(b *strings.Builder, l *value.List, i int) {
	const most = 40
	if i < 0 || i >= l.Len() || l.NameText(i) == nil {
		b.WriteString(strconv.Itoa(max(i, 0)))
		return
	}
	name := l.Name(i)
	if len(name) > most {
		name = name[:value.PieceEnd(name, most)] + "…"
	}
	if strings.ContainsAny(name, " /\"()") || name == "" || '0' <= name[0] && name[0] <= '9' {
		name = strconv.Quote(name)
	}
	b.WriteString(name)
}
