package lineedit

import (
	"strconv"
	"strings"
)

// defaultWidth is the width of terminals that do not tell theirs.
const defaultWidth = 80

// A screen shows the line that is edited. Its methods need the lock of the editor.
type screen struct {
	term   Terminal
	shown  bool
	cursor place // where the cursor is while the line is shown
}

// draw shows prompt and line, and lines below, in place of what was shown before.
func (s *screen) draw(v view) {
	width, _ := s.term.Size()
	if width < 1 {
		width = defaultWidth
	}
	l := layout{width: width}
	l.out.WriteString(s.toStart())
	l.putPrompt(v.prompt, v.promptStyle)
	cursor := l.putLine(v.line, v.styles, v.pos)
	l.putBelow(v.below)
	if up := l.at.row - cursor.row; up > 0 {
		l.out.WriteString("\x1b[" + strconv.Itoa(up) + "A")
	}
	l.out.WriteByte('\r')
	if cursor.col > 0 {
		l.out.WriteString("\x1b[" + strconv.Itoa(cursor.col) + "C")
	}
	s.cursor, s.shown = cursor, true
	s.write(l.out.String())
}

// A view is what the screen is to show.
type view struct {
	prompt, promptStyle string
	line                []rune
	styles              []string
	pos                 int
	below               []string
}

// toStart returns what moves the cursor to where the prompt begins and erases all behind.
func (s *screen) toStart() string {
	if !s.shown {
		return ""
	}
	up := ""
	if s.cursor.row > 0 {
		up = "\x1b[" + strconv.Itoa(s.cursor.row) + "A"
	}
	return up + "\r\x1b[J"
}

// finish shows the line for the last time; the cursor is then at its end.
func (s *screen) finish(v view) {
	v.pos, v.below = len(v.line), nil
	s.draw(v)
	s.shown, s.cursor = false, place{}
}

// clear empties the screen.
func (s *screen) clear() {
	s.shown, s.cursor = false, place{}
	s.write("\x1b[H\x1b[2J")
}

func (s *screen) bell() { s.write("\a") }

// above writes output where the line stands; the line has to be drawn again below. Text
// that does not end a row gets one.
func (s *screen) above(p []byte) {
	text := s.toStart() + strings.ReplaceAll(strings.ReplaceAll(string(p), "\r\n", "\n"), "\n", "\r\n")
	if !strings.HasSuffix(text, "\n") {
		text += "\r\n"
	}
	s.shown, s.cursor = false, place{}
	s.write(text)
}

// write passes text to the terminal. Errors show at the next reading.
func (s *screen) write(text string) {
	if text != "" {
		_, _ = s.term.Write([]byte(text))
	}
}
