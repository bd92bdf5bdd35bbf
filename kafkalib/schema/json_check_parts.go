package schema

import (
	"fmt"
	"slices"
)

// object checks the members of an object.
func (w *jsonWalk) object(r *jsonRule, n *jsonNode, s *seen) {
	w.size(int64(len(n.members)), r.minProperties, r.maxProperties, "properties")
	for _, name := range r.required {
		if n.get(name) == nil {
			w.in(name, func() { w.add("is missing, and required") })
		}
	}
	for _, m := range n.members {
		w.in(m.name, func() { w.member(r, m, s) })
	}
	for name, others := range r.dependentRequired {
		if n.get(name) == nil {
			continue
		}
		for _, other := range others {
			if n.get(other) == nil {
				w.in(other, func() { w.add("is missing, and required where there is %s", quoted(name)) })
			}
		}
	}
	for name, sub := range r.dependentSchemas {
		if n.get(name) != nil {
			s.merge(w.check(sub, n))
		}
	}
}

func (w *jsonWalk) member(r *jsonRule, m jsonMember, s *seen) {
	known := false
	if sub := r.properties[m.name]; sub != nil {
		known = true
		w.check(sub, m.value)
	}
	for _, p := range r.patternProperties {
		if w.matches(p.pattern, m.name) {
			known = true
			w.check(p.rule, m.value)
		}
	}
	if !known && r.additionalProperties != nil {
		known = true
		if always := r.additionalProperties.always; always != nil && !*always {
			w.add("there is no such property%s", nameHint(m.name, r.propertyOrder))
		} else {
			w.check(r.additionalProperties, m.value)
		}
	}
	if known {
		s.property(m.name)
	}
	if r.propertyNames != nil {
		if _, problems := w.probe(r.propertyNames, &jsonNode{kind: jsonString, text: m.name}); len(problems) > 0 {
			w.add("the name is not allowed: %s", problems[0].Message)
		}
	}
}

// array checks the items of an array.
func (w *jsonWalk) array(r *jsonRule, n *jsonNode, s *seen) {
	w.size(int64(len(n.items)), r.minItems, r.maxItems, "items")
	for i, item := range n.items {
		switch {
		case i < len(r.prefixItems):
			w.index(i, func() { w.check(r.prefixItems[i], item) })
		case r.items != nil:
			w.index(i, func() { w.check(r.items, item) })
		}
	}
	s.items = max(s.items, len(r.prefixItems))
	s.allItems = s.allItems || r.items != nil
	if r.uniqueItems && len(n.items) > 1 {
		known := make(map[string]int, len(n.items))
		for i, item := range n.items {
			text := item.canonical()
			if first, ok := known[text]; ok {
				w.in(fmt.Sprint(i), func() { w.add("is equal to item %d, expected unique items", first) })
				break
			}
			known[text] = i
		}
	}
	if r.contains != nil {
		w.contains(r, n, s)
	}
}

func (w *jsonWalk) contains(r *jsonRule, n *jsonNode, s *seen) {
	count := int64(0)
	for i, item := range n.items {
		var problems []Problem
		w.index(i, func() { _, problems = w.probe(r.contains, item) })
		if len(problems) == 0 {
			count++
			if r.draft >= 2020 {
				s.item(i)
			}
		}
	}
	low := int64(1)
	if r.minContains != nil {
		low = *r.minContains
	}
	w.size(count, &low, r.maxContains, "items as contains describes them")
}

// rules finds the rule of a schema among those that were compiled.
func (d *jsonDocument) rules(n *jsonNode, standard *jsonRule) *jsonRule {
	if r := d.compiled[n]; r != nil {
		return r
	}
	return standard
}

// hasType reports whether the rule allows the type.
func (r *jsonRule) hasType(t string) bool {
	return len(r.types) == 0 || slices.Contains(r.types, t) || t == "integer" && slices.Contains(r.types, "number")
}
