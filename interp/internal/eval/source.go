package eval

import (
	"sort"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/value"
)

// keptSources is how many source texts a session remembers for the places in errors; the
// oldest give way.
const keptSources = 256

// sources are the texts that lists were read from, by their number modulo keptSources.
type sources struct {
	next  uint16
	texts [keptSources]*source
}

type source struct {
	number uint16
	name   string
	text   string
	lines  []int // offsets at which lines begin; made when first needed
}

// AddSource remembers a source text and returns its number, which the reader writes into
// the lists it makes.
func (s *Session) AddSource(name, text string) uint16 {
	s.sources.next++
	if s.sources.next == 0 { // 0 means unknown
		s.sources.next = 1
	}
	n := s.sources.next
	s.sources.texts[n%keptSources] = &source{number: n, name: name, text: text}
	return n
}

// Position returns where l was read, the zero Pos if that is not known.
func (s *Session) Position(l *value.List) Pos {
	if l == nil {
		return Pos{}
	}
	number, offset := l.Source()
	src := s.sources.texts[number%keptSources]
	if number == 0 || src == nil || src.number != number || int(offset) > len(src.text) {
		return Pos{}
	}
	return src.position(int(offset))
}

// SourceLine returns the text of the line of a position, and whether it is known.
func (s *Session) SourceLine(p Pos) (string, bool) {
	for _, src := range s.sources.texts {
		if src == nil || src.name != p.File || p.Line == 0 {
			continue
		}
		src.split()
		if p.Line > len(src.lines) || src.position(p.Offset) != p {
			continue
		}
		end := len(src.text)
		if p.Line < len(src.lines) {
			end = src.lines[p.Line] - 1
		}
		line := src.text[src.lines[p.Line-1]:end]
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line = line[:n-1]
		}
		return line, true
	}
	return "", false
}

func (src *source) split() {
	if src.lines != nil {
		return
	}
	src.lines = []int{0}
	for i := 0; i < len(src.text); i++ {
		if src.text[i] == '\n' {
			src.lines = append(src.lines, i+1)
		}
	}
}

// byteOrderMark at the beginning of a text takes no column.
const byteOrderMark = "\uFEFF"

func (src *source) position(offset int) Pos {
	src.split()
	line := sort.SearchInts(src.lines, offset+1) - 1
	start := src.lines[line]
	if line == 0 && len(src.text) >= len(byteOrderMark) && src.text[:len(byteOrderMark)] == byteOrderMark {
		start = min(len(byteOrderMark), offset)
	}
	return Pos{
		File:   src.name,
		Line:   line + 1,
		Column: utf8.RuneCountInString(src.text[start:offset]) + 1,
		Offset: offset,
	}
}
