package transcript

import (
	"fmt"
	"strings"
)

// A File is a transcript that was read.
type File struct {
	Name  string
	Cases []*Case
	lines []string
}

// Only returns the file with one of its cases.
func (f *File) Only(c *Case) *File { return &File{Name: f.Name, Cases: []*Case{c}, lines: f.lines} }

// A Case is run in a session of its own.
type Case struct {
	Title string
	Line  int    // of the title, from 1
	Load  string // path of the global scope, relative to the transcript; "" for an empty one
	Pairs []*Pair
}

// A Pair is an expression with its result.
type Pair struct {
	Line   int // of the "> "
	Source string
	Want   string
	result int // index of the line of the result; -1 if there is none
	end    int // index of the line after the expression
}

// An Error says what is wrong with the form of a transcript.
type Error struct {
	File string
	Line int
	Msg  string
}

// Error gives place and message.
func (e *Error) Error() string { return fmt.Sprintf("%s:%d: %s", e.File, e.Line, e.Msg) }

// Parse reads a transcript. With open, expressions without a result are allowed, which
// Update then fills in.
func Parse(name, text string, open bool) (*File, error) {
	p := parser{file: &File{Name: name, lines: strings.Split(text, "\n")}, open: open}
	return p.parse()
}

// ParseMarkdown reads the transcripts in a Markdown text: its fenced blocks of the
// language "bpl" or "transcript" that have a line beginning with "> ". Each block is one case, whatever empty
// lines it has, and is named after its first line if that is a title, else after its place.
// Other blocks are left alone.
func ParseMarkdown(name, text string, open bool) (*File, error) {
	p := parser{file: &File{Name: name, lines: strings.Split(text, "\n")}, open: open}
	p.hidden = hiddenLines(p.file.lines)
	return p.parse()
}

func (p *parser) parse() (*File, error) {
	for p.at < len(p.file.lines) {
		if err := p.line(); err != nil {
			return nil, err
		}
	}
	if p.in != nil && len(p.in.Pairs) == 0 {
		return nil, p.fail(p.in.Line, "the case has no expression")
	}
	return p.file, nil
}

type parser struct {
	file   *File
	open   bool
	hidden []bool // lines that are no transcript; nil: none
	at     int
	in     *Case // nil between cases
}

// isHidden reports whether a line is no part of a transcript. It ends a case as an empty
// one does.
func (p *parser) isHidden(line int) bool { return p.hidden != nil && p.hidden[line] }

func (p *parser) fail(line int, format string, args ...any) error {
	return &Error{File: p.file.Name, Line: line, Msg: fmt.Sprintf(format, args...)}
}

// line reads what begins at the current line.
func (p *parser) line() error {
	l := p.file.lines[p.at]
	number := p.at + 1
	switch {
	case l == "" && p.hidden != nil && !p.isHidden(p.at):
		p.at++ // a block of a document is one case
	case l == "" || p.isHidden(p.at):
		if p.in != nil && len(p.in.Pairs) == 0 {
			return p.fail(p.in.Line, "the case has no expression")
		}
		p.in = nil
		p.at++
	case strings.HasPrefix(l, "# ") || l == "#":
		if p.in == nil {
			p.in = &Case{Title: strings.TrimPrefix(l, "# "), Line: number}
			p.file.Cases = append(p.file.Cases, p.in)
		}
		p.at++
	case p.in == nil && p.hidden != nil && strings.HasPrefix(l, "> "):
		p.in = &Case{Title: fmt.Sprintf("line %d", number), Line: number}
		p.file.Cases = append(p.file.Cases, p.in)
		return p.pair()
	case p.in == nil:
		return p.fail(number, "got %q, want a case, which begins with a line \"# title\"", l)
	case strings.HasPrefix(l, "@load "):
		if len(p.in.Pairs) > 0 || p.in.Load != "" {
			return p.fail(number, "@load stands once, before the first expression of a case")
		}
		p.in.Load = strings.TrimPrefix(l, "@load ")
		p.at++
	case strings.HasPrefix(l, "> "):
		return p.pair()
	default:
		return p.fail(number, "got %q, want an expression, which begins with \"> \"", l)
	}
	return nil
}

// pair reads an expression and its result.
func (p *parser) pair() error {
	lines := p.file.lines
	pair := &Pair{Line: p.at + 1, result: -1}
	source := []string{strings.TrimPrefix(lines[p.at], "> ")}
	p.at++
	for p.at < len(lines) && !p.isHidden(p.at) && (strings.HasPrefix(lines[p.at], ". ") || lines[p.at] == ".") {
		source = append(source, strings.TrimPrefix(strings.TrimPrefix(lines[p.at], "."), " "))
		p.at++
	}
	pair.Source = strings.Join(source, "\n")
	pair.end = p.at
	if p.at < len(lines) && !p.isHidden(p.at) && isResult(lines[p.at]) {
		pair.result, pair.Want = p.at, lines[p.at]
		p.at++
	} else if !p.open {
		return p.fail(pair.Line, "the expression has no result")
	}
	p.in.Pairs = append(p.in.Pairs, pair)
	return nil
}

// isResult reports whether a line after an expression is its result.
func isResult(l string) bool {
	return l != "" && l != "." && !strings.HasPrefix(l, "> ") && !strings.HasPrefix(l, ". ") && !strings.HasPrefix(l, "# ")
}
