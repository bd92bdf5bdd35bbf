package core

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// A matcher finds the ways in which lists have the form of one pattern. It backtracks: at
// each variable for a run of elements it notes where it stands, goes on with the longest
// run, and comes back for shorter ones. Nothing recurses, so that patterns and lists may
// be as deep as they like. Lists may change while the caller looks at a way: elements are
// read when they are needed, and sizes looked at again.
type matcher struct {
	f       *eval.Frame
	pattern *value.List
	open    map[*value.List]bool // the lists of the pattern with variables in them
	bound   bindings
	choices []choice
	steps   int
}

// A stand is how far a list and a pattern have been matched. The outer one, which never
// changes, is where to go on at their ends.
type stand struct {
	list, pattern *value.List
	at, step      int // positions in the list and in the pattern
	outer         *stand
	depth         int    // the number of outer stands
	landmark      *stand // one of them, see enter
}

// A choice is a stand before a variable for a run. Runs of length and more were tried.
type choice struct {
	stand  stand
	ref    *value.Ref
	length int
	bound  int // the number of bindings made before
}

func newMatcher(f *eval.Frame, pattern *value.List) *matcher {
	return &matcher{f: f, pattern: pattern, open: openLists(f, pattern)}
}

// match calls way for each way in which the list has the form of the pattern, in order,
// until it returns true; then match does. The bindings are those of the way meanwhile.
func (m *matcher) match(list *value.List, way func() bool) bool {
	m.bound.undo(0)
	m.choices = m.choices[:0]
	m.f.Step()
	if !m.open[m.pattern] {
		return value.Same(list.Value(), m.pattern.Value(), m.f.TickHolding) && way()
	}
	s := stand{list: list, pattern: m.pattern}
	for {
		if m.advance(&s) && way() {
			return true
		}
		if !m.back(&s) {
			return false
		}
	}
}

// advance goes on from s until everything is matched, or something does not match.
func (m *matcher) advance(s *stand) bool {
	for {
		m.tick()
		if s.step >= s.pattern.Len() {
			if s.at < s.list.Len() {
				return false
			}
			if s.outer == nil {
				return true
			}
			*s = *s.outer
			continue
		}
		p := s.pattern.At(s.step)
		v := variableOf(p)
		if v == runVariable {
			if m.bound.find(p.Ref()) >= 0 {
				return false
			}
			rest := max(s.list.Len()-s.at, 0)
			m.choices = append(m.choices, choice{stand: *s, ref: p.Ref(), length: rest, bound: m.bound.size()})
			m.take(s, p.Ref(), rest)
			continue
		}
		if s.at >= s.list.Len() {
			return false
		}
		e := s.list.At(s.at)
		switch {
		case v == singleVariable:
			if i := m.bound.find(p.Ref()); i < 0 {
				m.bound.add(binding{ref: p.Ref(), element: e})
			} else if !m.same(m.bound.made[i].element, e) {
				return false
			}
		case m.open[p.List()]:
			if !e.IsList() {
				return false
			}
			if s.enter(e.List(), p.List()) {
				continue
			}
		case !m.same(p, e):
			return false
		}
		s.at++
		s.step++
	}
}

// enter makes s the stand before the first elements of two lists inside. If the same two
// are being matched already, as in lists that contain themselves, there is nothing to do
// and enter returns false. It compares with one of the outer stands only, which moves on
// each time the depth has doubled: that finds every cycle sooner or later.
func (s *stand) enter(list, pattern *value.List) bool {
	if mark := s.landmark; mark != nil && mark.list == list && mark.pattern == pattern {
		return false
	}
	outer := *s
	outer.at++
	outer.step++
	inner := stand{list: list, pattern: pattern, outer: &outer, depth: s.depth + 1, landmark: s.landmark}
	if s.depth&(s.depth-1) == 0 {
		inner.landmark = &outer
	}
	*s = inner
	return true
}

// take binds a variable to the next n elements.
func (m *matcher) take(s *stand, ref *value.Ref, n int) {
	m.bound.add(binding{ref: ref, run: s.list, from: s.at, to: s.at + n})
	s.at += n
	s.step++
}

// back makes s the stand after the latest choice for which there is a shorter run.
func (m *matcher) back(s *stand) bool {
	for n := len(m.choices); n > 0; n = len(m.choices) {
		c := &m.choices[n-1]
		m.bound.undo(c.bound)
		if c.length > 0 {
			c.length = min(c.length-1, max(c.stand.list.Len()-c.stand.at, 0))
			*s = c.stand
			m.take(s, c.ref, c.length)
			return true
		}
		m.choices = m.choices[:n-1]
	}
	return false
}

func (m *matcher) same(a, b value.Value) bool { return value.Same(a, b, m.f.TickHolding) }

func (m *matcher) tick() {
	if m.steps++; m.steps == 1000 {
		m.steps = 0
		m.f.Turn()
	}
}

// bind puts the variables of a way, and what else code is told of it, in the local scope.
func (m *matcher) bind(list *value.List, parent value.Value, position int) {
	byName := value.NewListCap(m.bound.size())
	for i := range m.bound.made {
		b := &m.bound.made[i]
		v := b.value(m.f)
		m.f.SetLocal(b.ref, v)
		byName.PutText(b.ref.NameText(), v)
	}
	m.f.SetLocal(matchedList, list.Value())
	m.f.SetLocal(matchedParent, parent)
	m.f.SetLocal(matchedPosition, value.Whole(int64(position)))
	m.f.SetLocal(matchedMap, byName.Value())
}

// A variableKind tells what an element of a pattern stands for.
type variableKind uint8

const (
	noVariable variableKind = iota
	singleVariable
	runVariable
)

func variableOf(v value.Value) variableKind {
	r := v.Ref()
	switch {
	case r == nil:
	case strings.HasSuffix(r.Text(), "..."):
		return runVariable
	case strings.HasSuffix(r.Text(), "?"):
		return singleVariable
	}
	return noVariable
}
