package schema

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// A jsonWalk checks JSON by rules and collects what does not fit.
type jsonWalk struct {
	walk
	depth int             // of rules in rules
	scope []*jsonResource // the dynamic scope
}

// maxRules bounds how deep rules may call each other, so that one that calls
// itself for the same value ends.
const maxRules = 5000

// seen says which parts of an object or array rules have looked at, for
// unevaluatedProperties and unevaluatedItems.
type seen struct {
	allProperties bool
	properties    map[string]bool
	allItems      bool
	items         int // the first so many
	single        map[int]bool
}

func (s *seen) merge(o *seen) {
	s.allProperties = s.allProperties || o.allProperties
	s.allItems = s.allItems || o.allItems
	s.items = max(s.items, o.items)
	for name := range o.properties {
		s.property(name)
	}
	for i := range o.single {
		s.item(i)
	}
}

func (s *seen) property(name string) {
	if s.properties == nil {
		s.properties = make(map[string]bool)
	}
	s.properties[name] = true
}

func (s *seen) item(i int) {
	if s.single == nil {
		s.single = make(map[int]bool)
	}
	s.single[i] = true
}

// check checks a node and returns what was looked at.
func (w *jsonWalk) check(r *jsonRule, n *jsonNode) *seen {
	s := new(seen)
	if !w.enter() {
		return s
	}
	if w.depth >= maxRules {
		w.stop("the schema refers to itself without end")
		return s
	}
	w.depth++
	defer func() { w.depth-- }()
	if len(w.scope) == 0 || w.scope[len(w.scope)-1] != r.place {
		w.scope = append(w.scope, r.place)
		defer func() { w.scope = w.scope[:len(w.scope)-1] }()
	}
	if r.always != nil {
		if !*r.always {
			w.add("nothing is allowed here")
		}
		return s
	}
	if r.ref != nil {
		s.merge(w.check(r.ref, n))
	}
	if r.dynamicRef != nil {
		s.merge(w.check(w.dynamicTarget(r), n))
	}
	if n.kind == jsonEmpty && r.objectOnly() {
		n.kind = jsonObject
	}
	if !w.kinds(r, n) {
		return s
	}
	switch n.kind {
	case jsonNumber:
		w.numbers(r, n)
	case jsonString:
		w.text(r, n)
	case jsonObject:
		w.object(r, n, s)
	case jsonArray, jsonEmpty:
		w.array(r, n, s)
	}
	w.combined(r, n, s)
	w.unevaluated(r, n, s)
	return s
}

// dynamicTarget is the outermost schema of the dynamic scope that has the
// anchor.
func (w *jsonWalk) dynamicTarget(r *jsonRule) *jsonRule {
	target := r.dynamicRef
	for _, in := range w.scope {
		switch {
		case r.dynamicAnchor != "":
			if n := in.dynamic[r.dynamicAnchor]; n != nil {
				return in.document.rules(n, target)
			}
		case r.recursive && target.place.recursive && in.recursive:
			return in.document.rules(in.node, target)
		}
	}
	return target
}

func (w *jsonWalk) kinds(r *jsonRule, n *jsonNode) bool {
	if len(r.types) > 0 && !slices.ContainsFunc(r.types, func(t string) bool { return n.isType(t, r.draft) }) {
		w.add("got %s, expected %s", n.show(), orTexts(r.types))
		return false
	}
	if r.enum != nil && !slices.ContainsFunc(r.enum, n.equals) {
		w.add("got %s, expected one of %s", n.show(), strings.Join(firstOf(r.enumShown, 20), ", "))
	}
	if r.constant != nil && !n.equals(*r.constant) {
		w.add("got %s, expected %s", n.show(), r.constantShown)
	}
	return true
}

// isType reports whether the node is of a type. The empty list is an array
// and an object.
func (n *jsonNode) isType(t string, draft int) bool {
	switch t {
	case "integer":
		return n.kind == jsonNumber && (draft > 4 && isInteger(n.text) || !strings.ContainsAny(n.text, ".eE"))
	case "array", "object":
		return n.kind == jsonEmpty || n.kind.String() == t
	}
	return n.kind.String() == t
}

func (n *jsonNode) equals(canonical string) bool {
	if n.kind == jsonEmpty {
		return canonical == "[]" || canonical == "{}"
	}
	return n.canonical() == canonical
}

func orTexts(texts []string) string {
	if len(texts) == 1 {
		return texts[0]
	}
	return strings.Join(texts[:len(texts)-1], ", ") + " or " + texts[len(texts)-1]
}

func (w *jsonWalk) numbers(r *jsonRule, n *jsonNode) {
	if r.multipleOf == nil && r.minimum == nil && r.maximum == nil && r.exclusiveMinimum == nil && r.exclusiveMaximum == nil {
		return
	}
	x := rational(n.text)
	switch {
	case r.minimum != nil && x.Cmp(r.minimum) < 0:
		w.add("got %s, expected at least %s", n.show(), r.minimum.RatString())
	case r.exclusiveMinimum != nil && x.Cmp(r.exclusiveMinimum) <= 0:
		w.add("got %s, expected more than %s", n.show(), r.exclusiveMinimum.RatString())
	}
	switch {
	case r.maximum != nil && x.Cmp(r.maximum) > 0:
		w.add("got %s, expected at most %s", n.show(), r.maximum.RatString())
	case r.exclusiveMaximum != nil && x.Cmp(r.exclusiveMaximum) >= 0:
		w.add("got %s, expected less than %s", n.show(), r.exclusiveMaximum.RatString())
	}
	if r.multipleOf != nil && !x.Quo(x, r.multipleOf).IsInt() {
		w.add("got %s, expected a multiple of %s", n.show(), r.multipleOf.RatString())
	}
}

func (w *jsonWalk) text(r *jsonRule, n *jsonNode) {
	if r.minLength != nil || r.maxLength != nil {
		w.size(int64(utf8.RuneCountInString(n.text)), r.minLength, r.maxLength, "characters")
	}
	if r.pattern != nil && !w.matches(r.pattern, n.text) {
		w.add("got %s, which does not match %s", n.show(), quoted(r.pattern.text))
	}
	if r.draft <= 7 && r.format != "" && !hasFormat(r.format, n.text) {
		w.add("got %s, expected the format %s", n.show(), r.format)
	}
}

// matches asks a pattern. Where that takes too long nothing more is looked at.
func (w *jsonWalk) matches(p *pattern, text string) bool {
	found, err := p.matches(text)
	if err != nil && !w.over {
		w.stop("%s", err)
	}
	return found || err != nil
}

func (w *jsonWalk) size(n int64, low, high *int64, what string) {
	if low != nil && n < *low {
		w.add("got %d %s, expected at least %d", n, what, *low)
	}
	if high != nil && n > *high {
		w.add("got %d %s, expected at most %d", n, what, *high)
	}
}

// combined checks allOf, anyOf, oneOf, not and if.
func (w *jsonWalk) combined(r *jsonRule, n *jsonNode, s *seen) {
	for _, sub := range r.allOf {
		s.merge(w.check(sub, n))
	}
	w.alternatives("anyOf", r.anyOf, n, s)
	if matched := w.alternatives("oneOf", r.oneOf, n, s); matched > 1 {
		w.add("got %s, which fits %d alternatives of oneOf, expected exactly one", n.show(), matched)
	}
	if r.not != nil {
		if _, problems := w.probe(r.not, n); len(problems) == 0 && !w.over {
			w.add("got %s, which fits what is excluded by not", n.show())
		}
	}
	if r.ifRule != nil {
		found, problems := w.probe(r.ifRule, n)
		switch {
		case len(problems) == 0:
			s.merge(found)
			if r.thenRule != nil {
				s.merge(w.check(r.thenRule, n))
			}
		case r.elseRule != nil:
			s.merge(w.check(r.elseRule, n))
		}
	}
}

// probe checks without adding problems.
func (w *jsonWalk) probe(r *jsonRule, n *jsonNode) (found *seen, problems []Problem) {
	kind := n.kind
	problems = w.try(func() { found = w.check(r, n) })
	if len(problems) > 0 {
		n.kind = kind // what did not fit does not say what the empty list is
		if w.failed++; w.failed > maxFailed && !w.over {
			w.stop("too many alternatives of the schema have to be tried for this value")
		}
	}
	return found, problems
}

// alternatives returns how many of the rules the node fits. Where it fits none
// the problems are those of the alternative that came furthest.
func (w *jsonWalk) alternatives(keyword string, rules []*jsonRule, n *jsonNode, s *seen) int {
	matched := 0
	var best []Problem
	for _, sub := range rules {
		found, problems := w.probe(sub, n)
		if w.over {
			return 0
		}
		if len(problems) == 0 {
			matched++
			s.merge(found)
			continue
		}
		if best == nil || len(problems[0].Path) > len(best[0].Path) {
			best = problems
		}
	}
	if matched == 0 && len(rules) > 0 {
		if len(best[0].Path) > len(pointer(w.path)) {
			w.problems = append(w.problems, best...)
			return 0
		}
		w.add("got %s, which fits no alternative of %s; of one: %s", n.show(), keyword, best[0].Message)
	}
	return matched
}

func (w *jsonWalk) unevaluated(r *jsonRule, n *jsonNode, s *seen) {
	if r.unevaluatedProperties != nil && n.kind == jsonObject && !s.allProperties {
		for _, m := range n.members {
			if !s.properties[m.name] {
				w.in(m.name, func() { w.check(r.unevaluatedProperties, m.value) })
			}
		}
		s.allProperties = true
	}
	if r.unevaluatedItems != nil && n.kind == jsonArray && !s.allItems {
		for i, item := range n.items {
			if i >= s.items && !s.single[i] {
				w.in(fmt.Sprint(i), func() { w.check(r.unevaluatedItems, item) })
			}
		}
		s.allItems = true
	}
}
