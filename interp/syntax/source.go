package syntax

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"unicode/utf8"
)

// A Pos is a place in a source text. Lines and columns count from 1, columns in code
// points, offsets from 0 in bytes. The zero Pos is no place.
type Pos struct {
	File                 string
	Line, Column, Offset int
}

// String returns the place as file:line:column, without a name as line:column; the file
// alone if the place in it is unknown.
func (p Pos) String() string {
	switch {
	case p.Line == 0:
		return p.File
	case p.File == "":
		return fmt.Sprintf("%d:%d", p.Line, p.Column)
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// A Source is a text with its name, which knows its lines. It is immutable and safe for
// concurrent use.
type Source struct {
	name, text string
	once       sync.Once
	lines      []int // offset of the first byte of each line
}

// NewSource returns the source of that name (of a file, its path) and text.
func NewSource(name, text string) *Source { return &Source{name: name, text: text} }

// Name returns the name.
func (s *Source) Name() string { return s.name }

// Text returns the text.
func (s *Source) Text() string { return s.text }

func (s *Source) index() {
	s.lines = append(s.lines, 0)
	for i := 0; ; {
		n := strings.IndexByte(s.text[i:], '\n')
		if n < 0 {
			return
		}
		i += n + 1
		s.lines = append(s.lines, i)
	}
}

// Pos returns the place of a byte offset. A byte-order mark at the beginning of the text
// takes no column.
func (s *Source) Pos(offset int) Pos {
	s.once.Do(s.index)
	offset = min(max(offset, 0), len(s.text))
	line := sort.SearchInts(s.lines, offset+1)
	from := s.lines[line-1]
	if line == 1 {
		from = min(s.begin(), offset)
	}
	return Pos{File: s.name, Line: line, Column: 1 + utf8.RuneCountInString(s.text[from:offset]), Offset: offset}
}

// Line returns the text of a line, counted from 1, without its line end (LF or CR LF) and
// without a byte-order mark; "" if there is no such line.
func (s *Source) Line(n int) string {
	s.once.Do(s.index)
	if n < 1 || n > len(s.lines) {
		return ""
	}
	from, to := s.lines[n-1], len(s.text)
	if n < len(s.lines) {
		to = s.lines[n] - 1
	}
	if n == 1 {
		from = min(s.begin(), to)
	}
	return strings.TrimSuffix(s.text[from:to], "\r")
}

// begin is the offset behind the byte-order mark.
func (s *Source) begin() int {
	if strings.HasPrefix(s.text, bom) {
		return len(bom)
	}
	return 0
}

// skipHead returns the offset of what follows a byte-order mark and a #! line.
func (s *Source) skipHead() int {
	i := s.begin()
	if strings.HasPrefix(s.text[i:], "#!") {
		n := strings.IndexByte(s.text[i:], '\n')
		if n < 0 {
			return len(s.text)
		}
		i += n
	}
	return i
}
