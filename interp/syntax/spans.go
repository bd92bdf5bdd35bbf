package syntax

import (
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// A Span is a piece of source text, in byte offsets; End is exclusive.
type Span struct{ Start, End int }

// Spans is the side table of a text that was read: where its expressions and, if asked
// for, all elements are. It tells of the lists as they were read. It is safe for
// concurrent use.
type Spans struct {
	source *Source
	top    []Span
	lists  map[*value.List][]ElementSpan // nil unless asked for
}

// An ElementSpan tells where an element of a list and its name are. Named is false where
// the element has no name in the text, or was padded by a tag.
type ElementSpan struct {
	Value Span
	Name  Span
	Named bool
}

func newSpans(source *Source) *Spans { return &Spans{source: source} }

// Source returns the text.
func (s *Spans) Source() *Source { return s.source }

// Len returns the number of expressions.
func (s *Spans) Len() int { return len(s.top) }

// Expression returns where expression i is.
func (s *Spans) Expression(i int) Span { return s.top[i] }

// Elements returns where the elements of the list are, as many as were read; ok is false
// if the list was not read from this text or places of elements were not asked for. Read
// only. Of a list that a tag inserts elsewhere this is its place of origin.
func (s *Spans) Elements(l *value.List) (elements []ElementSpan, ok bool) {
	elements, ok = s.lists[l]
	return elements, ok
}

// A spanRecorder follows the reader's stack of elements.
type spanRecorder struct {
	spans   *Spans
	stack   []ElementSpan
	waiting []Span // per open list, the name that waits for its value
	named   []bool // per open list, whether one waits
}

func (r *spanRecorder) openList() {
	r.waiting = append(r.waiting, Span{})
	r.named = append(r.named, false)
}

func (r *spanRecorder) element(t token) ElementSpan {
	e := ElementSpan{Value: Span{Start: t.start, End: t.end}}
	if top := len(r.named) - 1; r.named[top] {
		e.Name, e.Named = r.waiting[top], true
		r.named[top] = false
	}
	return e
}

func (r *spanRecorder) add(t token) { r.stack = append(r.stack, r.element(t)) }

func (r *spanRecorder) replace(i int, t token) { r.stack[i] = r.element(t) }

func (r *spanRecorder) takeName() {
	top, last := len(r.named)-1, len(r.stack)-1
	r.waiting[top], r.named[top] = r.stack[last].Value, true
	r.stack = r.stack[:last]
}

func (r *spanRecorder) closeList(l *value.List, base int) {
	if r.spans.lists == nil {
		r.spans.lists = make(map[*value.List][]ElementSpan)
	}
	r.spans.lists[l] = slices.Clone(r.stack[base:])
	r.stack = r.stack[:base]
	r.waiting = r.waiting[:len(r.waiting)-1]
	r.named = r.named[:len(r.named)-1]
}

// Alone returns the text with blanks in the place of everything but expression i, so that
// what is where in it stays.
func (s *Spans) Alone(i int) string {
	text, span := s.source.Text(), s.Expression(i)
	blank := strings.Map(func(r rune) rune {
		if r == '\n' || r == '\r' || r == '\ufeff' {
			return r
		}
		return ' '
	}, text[:span.Start])
	return blank + text[span.Start:span.End]
}
