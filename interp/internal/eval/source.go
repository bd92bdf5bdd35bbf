package eval

import (
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// keptSources is how many source texts a session remembers for the places in errors; the
// oldest give way.
const keptSources = 256

// sources are the texts that lists were read from, by their number modulo keptSources.
type sources struct {
	next  uint16
	texts [keptSources]source
}

type source struct {
	number uint16
	text   *syntax.Source
}

// AddSource remembers a source text and returns its number, which the reader writes into
// the lists it makes.
func (s *Session) AddSource(text *syntax.Source) uint16 {
	s.sources.next++
	if s.sources.next == 0 { // 0 means unknown
		s.sources.next = 1
	}
	n := s.sources.next
	s.sources.texts[n%keptSources] = source{number: n, text: text}
	return n
}

// SourceNumber returns the number of a source text, which is remembered if it is not yet.
func (s *Session) SourceNumber(text *syntax.Source) uint16 {
	for i := range s.sources.texts {
		if src := &s.sources.texts[i]; src.text == text {
			return src.number
		}
	}
	return s.AddSource(text)
}

// place returns the text that l was read from and the offset in it, nil if that is not
// known.
func (s *Session) place(l *value.List) (*syntax.Source, int) {
	if l == nil {
		return nil, 0
	}
	number, offset := l.Source()
	src := s.sources.texts[number%keptSources]
	if number == 0 || src.number != number || int64(offset) > int64(len(src.text.Text())) {
		return nil, 0
	}
	return src.text, int(offset)
}

// Position returns where l was read, the zero Pos if that is not known.
func (s *Session) Position(l *value.List) Pos {
	src, offset := s.place(l)
	if src == nil {
		return Pos{}
	}
	return src.Pos(offset)
}
