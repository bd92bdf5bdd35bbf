package schema

import "slices"

// closed reports whether an object may have no other properties.
func (r *jsonRule) closed() bool {
	return r.additionalProperties != nil && r.additionalProperties.never()
}

// objects compares properties.
func (c *jsonComparison) objects(old, renewed *jsonRule) {
	if !old.hasType("object") {
		return
	}
	for _, name := range old.propertyOrder {
		c.in("properties", func() {
			c.in(name, func() {
				switch r := renewed.properties[name]; {
				case r != nil:
					c.rules(old.properties[name], r)
				case renewed.closed():
					c.add("the property was removed, and others are not allowed")
				case renewed.additionalProperties != nil:
					c.rules(old.properties[name], renewed.additionalProperties)
				}
			})
		})
	}
	for _, name := range renewed.propertyOrder {
		if old.properties[name] != nil {
			continue
		}
		c.in("properties", func() { c.in(name, func() { c.added(old, renewed.properties[name].target()) }) })
	}
	for _, name := range renewed.required {
		added := renewed.properties[name]
		if slices.Contains(old.required, name) || added != nil && added.target().standard {
			continue
		}
		c.in("required", func() { c.add("%s is required now", quoted(name)) })
	}
	switch {
	case renewed.closed() && !old.closed():
		c.in("additionalProperties", func() { c.add("other properties are not allowed any more") })
	case renewed.additionalProperties != nil && old.additionalProperties != nil:
		c.in("additionalProperties", func() { c.rules(old.additionalProperties, renewed.additionalProperties) })
	case renewed.additionalProperties != nil && renewed.additionalProperties.always == nil:
		c.in("additionalProperties", func() { c.add("other properties are not free any more") })
	}
}

// added is a property that the old schema does not name.
func (c *jsonComparison) added(old, property *jsonRule) {
	switch {
	case old.closed() || property.always != nil && *property.always || property.empty():
	case old.additionalProperties != nil && old.additionalProperties.always == nil:
		c.rules(old.additionalProperties, property)
	default:
		c.add("the property was added to a schema that allowed any others")
	}
}

// empty reports whether everything fits the rule.
func (r *jsonRule) empty() bool {
	return len(r.types) == 0 && r.enum == nil && r.constant == nil && r.allOf == nil && r.anyOf == nil && r.oneOf == nil && r.not == nil &&
		r.properties == nil && r.required == nil && r.items == nil && r.prefixItems == nil && r.pattern == nil && r.minimum == nil && r.maximum == nil &&
		r.minLength == nil && r.maxLength == nil
}

func (c *jsonComparison) arrays(old, renewed *jsonRule) {
	if !old.hasType("array") {
		return
	}
	for i := range max(len(old.prefixItems), len(renewed.prefixItems)) {
		o, r := old.items, renewed.items
		if i < len(old.prefixItems) {
			o = old.prefixItems[i]
		}
		if i < len(renewed.prefixItems) {
			r = renewed.prefixItems[i]
		}
		c.in("prefixItems", func() { c.index(i, func() { c.itemRules(o, r) }) })
	}
	c.in("items", func() { c.itemRules(old.items, renewed.items) })
}

func (c *jsonComparison) itemRules(old, renewed *jsonRule) {
	switch {
	case renewed == nil:
	case old != nil:
		c.rules(old, renewed)
	case renewed.always == nil && !renewed.target().empty() || renewed.never():
		c.add("items are not free any more")
	}
}

// combined compares alternatives: each old one must be read by a new one.
func (c *jsonComparison) combined(old, renewed *jsonRule) {
	before, now := slices.Concat(old.anyOf, old.oneOf), slices.Concat(renewed.anyOf, renewed.oneOf)
	switch {
	case len(before) > 0 && len(now) > 0:
		for i, o := range before {
			if !c.readableBy(o, now) {
				c.add("alternative %d is not allowed any more", i)
			}
		}
	case len(now) > 0:
		if !c.readableBy(old, now) {
			c.add("what was valid fits no alternative")
		}
	case len(before) > 0:
		whole := *renewed
		whole.anyOf, whole.oneOf = nil, nil
		for i, o := range before {
			if !c.readableBy(o, []*jsonRule{&whole}) {
				c.add("alternative %d is not allowed any more", i)
			}
		}
	}
	for i, r := range renewed.allOf {
		if !c.allows(append(slices.Clone(old.allOf), old), r) {
			c.in("allOf", func() { c.index(i, func() { c.add("the condition was added or narrowed") }) })
		}
	}
	if renewed.not != nil && (old.not == nil || !c.readableBy(renewed.not, []*jsonRule{old.not})) {
		c.in("not", func() { c.add("the exclusion was added or widened") })
	}
}

// readableBy reports whether one of the rules reads what fits old.
func (c *jsonComparison) readableBy(old *jsonRule, rules []*jsonRule) bool {
	return slices.ContainsFunc(rules, func(r *jsonRule) bool { return c.reads(old, r) })
}

// allows reports whether one of the old conditions implies r.
func (c *jsonComparison) allows(old []*jsonRule, r *jsonRule) bool {
	return slices.ContainsFunc(old, func(o *jsonRule) bool { return c.reads(o, r) })
}

func (c *jsonComparison) reads(old, renewed *jsonRule) bool {
	probe := jsonComparison{seen: make(map[[2]*jsonRule]bool, len(c.seen)), walk: walk{path: c.path, visits: c.visits}}
	for k := range c.seen {
		probe.seen[k] = true
	}
	probe.seen[[2]*jsonRule{old, renewed}] = false
	probe.rules(old, renewed)
	c.visits = probe.visits
	return len(probe.problems) == 0
}
