package lineedit

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// A place is a row and a column of the screen, from 0, counted from where the prompt
// begins.
type place struct{ row, col int }

// A layout writes text to a screen of some columns and knows where it stands. It breaks
// rows itself: what terminals do at the right margin differs.
type layout struct {
	width int
	out   strings.Builder
	at    place
	style string // of the text that follows
}

// put writes a character in a style (of the sequence ESC [ STYLE m; "" for none).
func (l *layout) put(r rune, style string) {
	l.setStyle(style)
	n := syntax.Columns(string(r))
	if n > 0 && l.at.col+n > l.width && l.at.col > 0 {
		l.newRow()
	}
	l.out.WriteRune(r)
	l.at.col += n
}

func (l *layout) setStyle(style string) {
	if style == l.style {
		return
	}
	if l.style != "" {
		l.out.WriteString("\x1b[m")
	}
	if style != "" {
		l.out.WriteString("\x1b[" + style + "m")
	}
	l.style = style
}

func (l *layout) newRow() {
	l.out.WriteString("\r\n")
	l.at = place{l.at.row + 1, 0}
}

// here is where the next character will stand, so where a cursor belongs: behind a full
// row that is the next one.
func (l *layout) here() place {
	if l.at.col >= l.width {
		return place{l.at.row + 1, 0}
	}
	return l.at
}

// putPrompt writes a prompt.
func (l *layout) putPrompt(prompt, style string) {
	for _, r := range prompt {
		l.put(r, style)
	}
}

// putLine writes the line in the styles of its characters and returns the place of the
// cursor.
func (l *layout) putLine(line []rune, styles []string, pos int) place {
	var cursor place
	for i, r := range line {
		style := ""
		if i < len(styles) {
			style = styles[i]
		}
		if i == pos {
			l.makeRoom(r)
			cursor = l.here()
		}
		l.put(r, style)
	}
	if pos >= len(line) {
		cursor = l.here()
		if cursor.row > l.at.row { // so that the row exists
			l.newRow()
		}
	}
	l.setStyle("")
	return cursor
}

// makeRoom goes to the next row if the character does not fit into this one.
func (l *layout) makeRoom(r rune) {
	if n := syntax.Columns(string(r)); n > 0 && l.at.col+n > l.width && l.at.col > 0 {
		l.newRow()
	}
}

// putBelow writes lines below, each cut to the width.
func (l *layout) putBelow(lines []string) {
	for _, line := range lines {
		l.newRow()
		for _, r := range line {
			if l.at.col+syntax.Columns(string(r)) >= l.width {
				break
			}
			l.put(r, "2")
		}
	}
	l.setStyle("")
}
