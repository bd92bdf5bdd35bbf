package lineedit

import (
	"io"
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp/syntax"
)

// handle does what a key asks for; done tells that the line is complete.
func (e *Editor) handle(k key) (done bool, err error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.input.pasting {
		return e.pasted(k)
	}
	e.below = nil
	if e.search != nil {
		if goOn := e.searchKey(k); goOn {
			return false, nil
		}
	}
	switch k.code {
	case keyEnter:
		return true, nil
	case keyInterrupt:
		return true, ErrInterrupt
	case keyEOF:
		if len(e.buf.line) == 0 {
			return true, io.EOF
		}
		e.buf.edit(k)
	case keyTab:
		e.complete()
	case keyUp:
		e.recall(e.history.older)
	case keyDown:
		e.recall(e.history.newer)
	case keySearch, keySearchForward:
		e.search = newSearch(e.buf.line)
	case keyClear:
		e.screen.clear()
	case keyPasteBegin:
		e.input.pasting = true
	default:
		e.buf.edit(k)
	}
	return false, nil
}

// pasted takes a key as text that is pasted: a line end ends the line, whatever else is no
// text counts for nothing.
func (e *Editor) pasted(k key) (done bool, err error) {
	switch k.code {
	case keyPasteEnd:
		e.input.pasting = false
	case keyEnter:
		return true, nil
	case keyInterrupt: // a paste without an end
		e.input.pasting = false
		return true, ErrInterrupt
	case keyTab:
		e.buf.insert([]rune{' '})
	case keyRune:
		e.buf.insert([]rune{k.r})
	}
	return false, nil
}

// recall shows another entry of the history.
func (e *Editor) recall(move func(current []rune) ([]rune, bool)) {
	if line, ok := move(e.buf.line); ok {
		e.buf.set(line)
		return
	}
	e.screen.bell()
}

// complete extends the text before the cursor as far as all candidates agree, and lists
// them where they do not.
func (e *Editor) complete() {
	if e.opt.Complete == nil {
		return
	}
	c := e.opt.Complete(e.buf.line, e.buf.pos)
	if c.Start < 0 || c.Start > e.buf.pos || len(c.Candidates) == 0 {
		if c.Hint != "" {
			e.below = []string{c.Hint}
		} else {
			e.screen.bell()
		}
		return
	}
	common := []rune(commonPrefix(c.Candidates))
	typed := e.buf.line[c.Start:e.buf.pos]
	grown := len(common) > len(typed)
	if grown || len(c.Candidates) == 1 {
		e.buf.remove(c.Start, e.buf.pos)
		e.buf.insert(common)
	}
	if len(c.Candidates) > 1 && !grown {
		width, rows := e.term.Size()
		e.below = inColumns(c.Candidates, width, rows-3)
	}
	if c.Hint != "" {
		e.below = append(e.below, c.Hint)
	}
}

func commonPrefix(words []string) string {
	prefix := []rune(words[0])
	for _, word := range words[1:] {
		r := []rune(word)
		n := 0
		for n < len(prefix) && n < len(r) && prefix[n] == r[n] {
			n++
		}
		prefix = prefix[:n]
	}
	return string(prefix)
}

// inColumns lays words out in columns, in at most that many rows.
func inColumns(words []string, width, rows int) []string {
	if width < 1 {
		width = defaultWidth
	}
	rows = max(rows, 1)
	widest := 0
	for _, w := range words {
		widest = max(widest, syntax.Columns(w))
	}
	perRow := max(1, (width-1)/(widest+2))
	var lines []string
	for len(words) > 0 {
		if len(lines) == rows-1 && len(words) > perRow {
			return append(lines, "… "+strconv.Itoa(len(words))+" more")
		}
		n := min(perRow, len(words))
		var b strings.Builder
		for _, w := range words[:n] {
			b.WriteString(w + strings.Repeat(" ", widest+2-syntax.Columns(w)))
		}
		lines = append(lines, strings.TrimRight(b.String(), " "))
		words = words[n:]
	}
	return lines
}
