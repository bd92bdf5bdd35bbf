package syntax

// A layout writes the tokens of a text over several lines. It knows nothing but the text:
// lists by their parentheses, names by the operator. A list that fits on the rest of the
// line stays on it; of others certain elements begin lines, see mode. In source text every
// line end between the elements of a list stays, so that a text that was laid out comes
// out the same again.
//
// All lists are measured first, in one pass, which keeps the time linear.
type layout struct {
	scanner
	width    int
	deepest  int  // indentation at most
	source   bool // line ends in the text mean something
	maxLines int  // lines to write, 0 for any number; the text was cut, "… n more" is one token
	gauge    gauge

	blocks []block
	next   int // block of the next opening parenthesis
	levels []level

	dst    []byte
	column int
	indent int // of the line that is being written
	lines  int // line ends written
}

// A block is one list of the text as it was measured.
type block struct {
	end    int  // offset behind its closing parenthesis
	width  int  // columns if it is written on one line
	inner  int  // number of lists inside
	broken bool // the text has line ends between its elements, or in a list in it
	last   bool // it is the last element of its list
}

// The indentation is bounded by half the width, so that deeply nested lists do not make
// lines of blanks, and in addition by these.
const (
	leastIndent   = 8
	deepestIndent = 40
)

func newLayout(text string, width int, meter Meter) *layout {
	width = max(width, 1)
	return &layout{
		scanner: scanner{src: text},
		width:   width,
		deepest: max(min(width/2, deepestIndent), leastIndent),
		gauge:   gauge{meter: meter},
	}
}

// token returns the next token. In a text that was cut, the mark of what is missing is
// one token.
func (l *layout) token() token {
	t := l.scanner.next()
	if l.maxLines > 0 && l.src[t.start:t.end] == moreMark {
		l.scanner.next()
		t.end = l.scanner.next().end
	}
	return t
}

// put writes a text without line ends.
func (l *layout) put(s string) {
	l.dst = append(l.dst, s...)
	l.column += Columns(s)
}

// line begins a line.
func (l *layout) line(indent int) {
	l.dst = append(l.dst, '\n')
	l.lines++
	l.indent = min(indent, l.deepest)
	l.column = 0
	l.pad(l.indent)
}

const blanks = "                                        "

// pad writes n blanks.
func (l *layout) pad(n int) {
	for ; n > 0; n -= min(n, len(blanks)) {
		l.dst = append(l.dst, blanks[:min(n, len(blanks))]...)
		l.column += min(n, len(blanks))
	}
}

// flat writes the list that begins at offset start on one line.
func (l *layout) flat(start int, b *block) {
	l.next += 1 + b.inner
	if !l.source { // a printed text has the right blanks
		l.dst = append(l.dst, l.src[start:b.end]...)
		l.column += b.width
		l.pos = b.end
		return
	}
	l.pos = start
	for before := tokenOpen; l.pos < b.end; {
		t := l.token()
		if before != tokenOpen && t.kind != tokenClose {
			l.dst = append(l.dst, ' ')
		}
		l.dst = append(l.dst, l.src[t.start:t.end]...)
		before = t.kind
	}
	l.column += b.width
}
