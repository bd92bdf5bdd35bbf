package syntax

import "strings"

// FormatWidth is the number of columns that Format writes to.
const FormatWidth = 100

// FormatOptions say how source text is laid out.
type FormatOptions struct {
	Name  string // of the source, for errors
	Width int    // columns of a line, 0 for FormatWidth
	Meter Meter
}

// Format returns source text in the layout that the project's tools agree on: one blank
// between elements, lists that are too long for a line broken, indentation by depth,
// values of names aligned, at most one empty line in a row. The line ends between the
// elements of a list stay where they are, so that authors decide how dense a text is;
// those beside parentheses go. A #! line and a byte-order mark stay.
//
// What the reader sees does not change, and formatting again changes nothing. A text that
// cannot be read is an *Error.
func Format(src string, opt FormatOptions) (string, error) {
	if _, _, err := ReadAll(opt.Name, src, Options{Depth: -1, Meter: opt.Meter}); err != nil {
		return "", err
	}
	if opt.Width <= 0 {
		opt.Width = FormatWidth
	}
	l := newLayout(src, opt.Width, opt.Meter)
	l.source = true
	l.pos = NewSource("", src).skipHead()
	if err := l.measure(); err != nil {
		return "", err
	}
	l.dst = append(l.dst, strings.TrimRight(src[:l.pos], "\r")...)
	begun := len(l.dst) > 0 && string(l.dst) != bom
	for {
		gap := l.pos
		t := l.token()
		if t.kind == tokenEnd {
			break
		}
		if begun {
			if lineEnds(src[gap:t.start]) > 1 {
				l.dst = append(l.dst, '\n')
			}
			l.line(0)
		} else if headLike(src[t.start:], len(l.dst) == 0) {
			l.dst = append(l.dst, '\n')
		}
		begun = true
		l.indent, l.column = 0, 0
		if err := l.expression(t); err != nil {
			return "", err
		}
	}
	if begun {
		l.dst = append(l.dst, '\n')
	}
	return bytesAsString(l.dst), l.gauge.flush()
}

// headLike reports whether the first expression, at the very beginning of a file, would be
// taken for a #! line or, if none is there, a byte-order mark.
func headLike(s string, noMark bool) bool {
	return strings.HasPrefix(s, "#!") || noMark && strings.HasPrefix(s, bom)
}

// Compact returns source text without line ends: one blank stands for each, and for the
// blanks around it, or nothing beside the inside of a parenthesis. It reads as before. A
// text that is no source, since a string in it has a line end, gets blanks there too.
func Compact(src string) string {
	var b strings.Builder
	s := scanner{src: src}
	before := tokenEnd
	for {
		gap := s.pos
		t := s.next()
		between := src[gap:t.start]
		if strings.ContainsAny(between, "\r\n") {
			between = " "
			if before == tokenOpen || before == tokenEnd || t.kind == tokenClose || t.kind == tokenEnd {
				between = ""
			}
		}
		b.WriteString(between)
		switch t.kind {
		case tokenEnd:
			return b.String()
		case tokenInvalid:
			b.WriteString(strings.Join(strings.FieldsFunc(src[t.start:], func(r rune) bool { return r == '\r' || r == '\n' }), " "))
			return b.String()
		}
		b.WriteString(src[t.start:t.end])
		before = t.kind
	}
}
