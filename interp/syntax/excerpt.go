package syntax

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// excerptWidth is how many columns of a long line an excerpt shows on each side.
const excerptWidth = 60

// Excerpt returns the line of a position and under it a caret at its column, each with a
// margin that holds the number of the line; "" if the text has no such line. Tabs stay, wide
// characters count as two columns, control characters are shown as a point, and of a long
// line only the surroundings are shown. style, which may be nil, is called for the margins
// (with "margin") and the caret ("caret") and returns them with the marks of a terminal.
func (s *Source) Excerpt(p Pos, style func(part, text string) string) string {
	if style == nil {
		style = func(_, text string) string { return text }
	}
	line := s.Line(p.Line)
	if line == "" && p.Column != 1 || p.Line < 1 {
		return ""
	}
	before, after := s.maskedLine(p)
	shown, indent := visible(before, excerptWidth, true)
	rest, _ := visible(after, excerptWidth, false)
	number := strconv.Itoa(p.Line)
	blank := strings.Repeat(" ", len(number))
	return style("margin", number+" | ") + shown + rest + "\n" +
		style("margin", blank+" | ") + indent + style("caret", "^") + "\n"
}

// splitColumn cuts a line behind its first n code points.
func splitColumn(line string, n int) (before, after string) {
	i := 0
	for ; n > 0 && i < len(line); n-- {
		_, w := utf8.DecodeRuneInString(line[i:])
		i += w
	}
	return line[:i], line[i:]
}

// visible returns a piece of a line as it can be shown, at most most columns of it (the
// last ones if fromEnd is set), and blanks of the same width.
func visible(s string, most int, fromEnd bool) (shown, indent string) {
	runes := []rune(strings.ToValidUTF8(s, "\uFFFD"))
	cut := false
	if fromEnd {
		columns, i := 0, len(runes)
		for i > 0 && columns+runeColumns(runes[i-1]) <= most {
			i--
			columns += runeColumns(runes[i])
		}
		cut, runes = i > 0, runes[i:]
	} else {
		columns, i := 0, 0
		for i < len(runes) && columns+runeColumns(runes[i]) <= most {
			columns += runeColumns(runes[i])
			i++
		}
		cut, runes = i < len(runes), runes[:i]
	}
	var text, blanks strings.Builder
	if cut && fromEnd {
		text.WriteString("… ")
		blanks.WriteString("  ")
	}
	for _, r := range runes {
		switch {
		case r == '\t':
			text.WriteRune(r)
			blanks.WriteRune(r)
			continue
		case unicode.IsControl(r) || r == '\u2028' || r == '\u2029':
			r = '·'
		}
		text.WriteRune(r)
		blanks.WriteString("  "[:runeColumns(r)])
	}
	if cut && !fromEnd {
		text.WriteString(" …")
	}
	return text.String(), blanks.String()
}
