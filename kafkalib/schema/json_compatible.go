package schema

import (
	"math/big"
	"slices"
)

// unreadable lists by which changes what is valid by the receiver may be
// invalid by the reader. As in registries, a property that is added to a
// schema that allows others counts: they may have had that name.
func (s *jsonSchema) unreadable(reader Schema) []Problem {
	r, ok := reader.(*jsonSchema)
	if !ok {
		return otherType(s, reader)
	}
	c := &jsonComparison{seen: make(map[[2]*jsonRule]bool)}
	c.rules(s.root, r.root)
	return c.problems
}

type jsonComparison struct {
	walk
	seen map[[2]*jsonRule]bool
}

// target follows references.
func (r *jsonRule) target() *jsonRule {
	for range maxDepth {
		if r == nil || r.ref == nil {
			return r
		}
		r = r.ref
	}
	return r
}

// rules compares old with renewed.
func (c *jsonComparison) rules(old, renewed *jsonRule) {
	old, renewed = old.target(), renewed.target()
	if !c.enter() || c.seen[[2]*jsonRule{old, renewed}] {
		return
	}
	c.seen[[2]*jsonRule{old, renewed}] = true
	switch {
	case renewed.never() && !old.never():
		c.add("nothing is allowed any more")
		return
	case old.never(), renewed.always != nil:
		return
	}
	if !c.types(old, renewed) {
		return
	}
	c.values(old, renewed)
	c.numbers(old, renewed)
	c.objects(old, renewed)
	c.arrays(old, renewed)
	c.combined(old, renewed)
}

func (r *jsonRule) never() bool { return r.always != nil && !*r.always }

func (c *jsonComparison) types(old, renewed *jsonRule) bool {
	if len(renewed.types) == 0 {
		return true
	}
	types := old.types
	if len(types) == 0 {
		if len(old.anyOf)+len(old.oneOf)+len(old.allOf) > 0 || old.enum != nil || old.constant != nil {
			return true
		}
		types = []string{"null", "boolean", "number", "string", "array", "object"}
	}
	for _, t := range types {
		if !renewed.hasType(t) {
			c.add("the type %s is not allowed any more", t)
			return false
		}
	}
	return true
}

func (c *jsonComparison) values(old, renewed *jsonRule) {
	allowed := renewed.enum
	if renewed.constant != nil {
		allowed = []string{*renewed.constant}
	}
	if allowed == nil {
		return
	}
	before := old.enum
	if old.constant != nil {
		before = []string{*old.constant}
	}
	if before == nil {
		c.add("only some values are allowed now")
		return
	}
	for _, v := range before {
		if !slices.Contains(allowed, v) {
			c.add("the value %s is not allowed any more", v)
		}
	}
}

// lowerRose reports whether a lower bound is new or higher, upperFell whether
// an upper one is new or lower.
func lowerRose(old, renewed *big.Rat) bool {
	return renewed != nil && (old == nil || renewed.Cmp(old) > 0)
}

func upperFell(old, renewed *big.Rat) bool {
	return renewed != nil && (old == nil || renewed.Cmp(old) < 0)
}

func ratOf(n *int64) *big.Rat {
	if n == nil {
		return nil
	}
	return new(big.Rat).SetInt64(*n)
}

func (c *jsonComparison) numbers(old, renewed *jsonRule) {
	lower := []struct {
		name         string
		old, renewed *big.Rat
	}{
		{"minimum", old.minimum, renewed.minimum},
		{"exclusiveMinimum", old.exclusiveMinimum, renewed.exclusiveMinimum},
		{"minLength", ratOf(old.minLength), ratOf(renewed.minLength)},
		{"minItems", ratOf(old.minItems), ratOf(renewed.minItems)},
		{"minProperties", ratOf(old.minProperties), ratOf(renewed.minProperties)},
	}
	for _, b := range lower {
		if lowerRose(b.old, b.renewed) && b.renewed.Sign() != 0 {
			c.add("%s was added or raised to %s", b.name, b.renewed.RatString())
		}
	}
	upper := []struct {
		name         string
		old, renewed *big.Rat
	}{
		{"maximum", old.maximum, renewed.maximum},
		{"exclusiveMaximum", old.exclusiveMaximum, renewed.exclusiveMaximum},
		{"maxLength", ratOf(old.maxLength), ratOf(renewed.maxLength)},
		{"maxItems", ratOf(old.maxItems), ratOf(renewed.maxItems)},
		{"maxProperties", ratOf(old.maxProperties), ratOf(renewed.maxProperties)},
	}
	for _, b := range upper {
		if upperFell(b.old, b.renewed) {
			c.add("%s was added or lowered to %s", b.name, b.renewed.RatString())
		}
	}
	if renewed.pattern != nil && (old.pattern == nil || old.pattern.text != renewed.pattern.text) {
		c.add("the pattern was added or changed to %s", quoted(renewed.pattern.text))
	}
	if m := renewed.multipleOf; m != nil && (old.multipleOf == nil || !new(big.Rat).Quo(old.multipleOf, m).IsInt()) {
		c.add("multipleOf was added or changed to %s", m.RatString())
	}
	if renewed.uniqueItems && !old.uniqueItems {
		c.add("uniqueItems was added")
	}
}
