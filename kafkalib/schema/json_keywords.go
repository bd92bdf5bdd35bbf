package schema

import (
	"math/big"
	"strings"
)

// compile reads the keywords of a schema.
func (c *jsonCompiler) compile(r *jsonRule, n *jsonNode) {
	d := r.place.document
	switch n.kind {
	case jsonBool:
		r.always = new(n.text == "true")
		return
	case jsonObject:
	default:
		c.wrong(d, n, "got %s, expected a schema: an object, true or false", n.show())
		return
	}
	k := keywords{c, d, n}
	r.standard = n.get("default") != nil
	if ref := n.get("$ref"); ref != nil {
		if rd, rn := c.reference(r, ref); rn != nil {
			r.ref = c.rule(rd, rn)
		}
		if r.draft < 2019 {
			return // what stands beside it does not count
		}
	}
	c.dynamic(r, n)
	k.general(r)
	k.numbersAndText(r)
	k.objects(r)
	k.arrays(r)
}

// dynamic takes $dynamicRef and $recursiveRef.
func (c *jsonCompiler) dynamic(r *jsonRule, n *jsonNode) {
	ref := n.get("$dynamicRef")
	if ref == nil {
		if ref = n.get("$recursiveRef"); ref == nil {
			return
		}
		r.recursive = true
	}
	rd, rn := c.reference(r, ref)
	if rn == nil {
		return
	}
	r.dynamicRef = c.rule(rd, rn)
	if name, ok := rn.get("$dynamicAnchor").str(); ok && strings.HasSuffix(ref.text, "#"+name) {
		r.dynamicAnchor = name
		for _, d := range c.documents { // they may be reached from here
			for _, in := range d.resources {
				if a := in.dynamic[name]; a != nil {
					c.rule(d, a)
				}
			}
		}
	}
	if r.recursive {
		for _, d := range c.documents {
			for _, in := range d.resources {
				if in.recursive {
					c.rule(d, in.node)
				}
			}
		}
	}
}

// keywords reads the keywords of one schema.
type keywords struct {
	c *jsonCompiler
	d *jsonDocument
	n *jsonNode
}

func (k keywords) schema(name string) *jsonRule {
	n := k.n.get(name)
	if n == nil {
		return nil
	}
	return k.c.rule(k.d, n)
}

func (k keywords) schemas(name string) []*jsonRule {
	n := k.n.get(name)
	if n == nil {
		return nil
	}
	if n.kind != jsonArray || len(n.items) == 0 {
		k.c.wrong(k.d, n, "got %s, expected an array of schemas that is not empty", n.show())
		return nil
	}
	rules := make([]*jsonRule, len(n.items))
	for i, item := range n.items {
		rules[i] = k.c.rule(k.d, item)
	}
	return rules
}

// object calls f for the members of an object.
func (k keywords) object(name string, f func(name string, n *jsonNode)) bool {
	n := k.n.get(name)
	if n == nil {
		return false
	}
	if n.kind != jsonObject {
		k.c.wrong(k.d, n, "got %s, expected an object", n.show())
		return false
	}
	for _, m := range n.members {
		f(m.name, m.value)
	}
	return true
}

func (k keywords) count(name string) *int64 {
	n := k.n.get(name)
	if n == nil {
		return nil
	}
	if n.kind == jsonNumber {
		if r := rational(n.text); r.IsInt() && r.Sign() >= 0 && r.Num().IsInt64() {
			return new(r.Num().Int64())
		}
	}
	k.c.wrong(k.d, n, "got %s, expected a whole number that is not negative", n.show())
	return nil
}

func (k keywords) number(name string) *big.Rat {
	n := k.n.get(name)
	if n == nil || n.kind == jsonBool { // draft 4 has booleans
		return nil
	}
	if n.kind != jsonNumber {
		k.c.wrong(k.d, n, "got %s, expected a number", n.show())
		return nil
	}
	return rational(n.text)
}

func (k keywords) texts(n *jsonNode) []string {
	if n.kind != jsonArray {
		k.c.wrong(k.d, n, "got %s, expected an array of strings", n.show())
		return nil
	}
	out := make([]string, 0, len(n.items))
	for _, item := range n.items {
		s, ok := item.str()
		if !ok {
			k.c.wrong(k.d, item, "got %s, expected a string", item.show())
		}
		out = append(out, s)
	}
	return out
}

func (k keywords) truth(name string) bool {
	n := k.n.get(name)
	return n != nil && n.kind == jsonBool && n.text == "true"
}

func (k keywords) pattern(n *jsonNode, text string) *pattern {
	p, err := compilePattern(text)
	if err != nil {
		k.c.wrong(k.d, n, "the pattern %s is no regular expression: %s", quoted(text), err)
	}
	return p
}

func (k keywords) general(r *jsonRule) {
	if t := k.n.get("type"); t != nil {
		if s, ok := t.str(); ok {
			r.types = []string{s}
		} else {
			r.types = k.texts(t)
		}
		for _, name := range r.types {
			if !knownJSONType(name) {
				k.c.wrong(k.d, t, "unknown type %s, expected %s%s", quoted(name), strings.Join(jsonTypes, ", "), nameHint(name, jsonTypes))
			}
		}
	}
	if e := k.n.get("enum"); e != nil {
		if e.kind != jsonArray {
			k.c.wrong(k.d, e, "got %s, expected an array", e.show())
		}
		r.enum = []string{}
		for _, item := range e.items {
			r.enum = append(r.enum, item.canonical())
			r.enumShown = append(r.enumShown, item.show())
		}
	}
	if v := k.n.get("const"); v != nil {
		r.constant, r.constantShown = new(v.canonical()), v.show()
	}
	r.allOf, r.anyOf, r.oneOf = k.schemas("allOf"), k.schemas("anyOf"), k.schemas("oneOf")
	r.not = k.schema("not")
	if r.ifRule = k.schema("if"); r.ifRule != nil {
		r.thenRule, r.elseRule = k.schema("then"), k.schema("else")
	}
	r.format, _ = k.n.get("format").str()
	r.title, _ = k.n.get("title").str()
}

func (k keywords) numbersAndText(r *jsonRule) {
	r.minLength, r.maxLength = k.count("minLength"), k.count("maxLength")
	if p := k.n.get("pattern"); p != nil {
		text, ok := p.str()
		if !ok {
			k.c.wrong(k.d, p, "got %s, expected a regular expression", p.show())
		}
		r.pattern = k.pattern(p, text)
	}
	if r.multipleOf = k.number("multipleOf"); r.multipleOf != nil && r.multipleOf.Sign() <= 0 {
		k.c.wrong(k.d, k.n.get("multipleOf"), "got %s, expected a number greater than 0", k.n.get("multipleOf").show())
		r.multipleOf = nil
	}
	r.minimum, r.maximum = k.number("minimum"), k.number("maximum")
	r.exclusiveMinimum, r.exclusiveMaximum = k.number("exclusiveMinimum"), k.number("exclusiveMaximum")
	if k.truth("exclusiveMinimum") { // draft 4
		r.exclusiveMinimum, r.minimum = r.minimum, nil
	}
	if k.truth("exclusiveMaximum") {
		r.exclusiveMaximum, r.maximum = r.maximum, nil
	}
}

func (k keywords) objects(r *jsonRule) {
	properties := make(map[string]*jsonRule)
	if k.object("properties", func(name string, n *jsonNode) {
		properties[name] = k.c.rule(k.d, n)
		r.propertyOrder = append(r.propertyOrder, name)
	}) {
		r.properties = properties
	}
	k.object("patternProperties", func(name string, n *jsonNode) {
		r.patternProperties = append(r.patternProperties, patternRule{k.pattern(n, name), k.c.rule(k.d, n)})
	})
	r.additionalProperties, r.propertyNames = k.schema("additionalProperties"), k.schema("propertyNames")
	r.unevaluatedProperties = k.schema("unevaluatedProperties")
	if n := k.n.get("required"); n != nil && n.kind != jsonBool { // draft 3 has booleans
		r.required = k.texts(n)
	}
	r.minProperties, r.maxProperties = k.count("minProperties"), k.count("maxProperties")
	r.dependentRequired, r.dependentSchemas = make(map[string][]string), make(map[string]*jsonRule)
	k.object("dependentRequired", func(name string, n *jsonNode) { r.dependentRequired[name] = k.texts(n) })
	k.object("dependentSchemas", func(name string, n *jsonNode) { r.dependentSchemas[name] = k.c.rule(k.d, n) })
	k.object("dependencies", func(name string, n *jsonNode) {
		if n.kind == jsonArray {
			r.dependentRequired[name] = k.texts(n)
			return
		}
		r.dependentSchemas[name] = k.c.rule(k.d, n)
	})
}

func (k keywords) arrays(r *jsonRule) {
	r.prefixItems = k.schemas("prefixItems")
	if items := k.n.get("items"); items != nil && items.kind == jsonArray { // before 2020-12
		for _, item := range items.items {
			r.prefixItems = append(r.prefixItems, k.c.rule(k.d, item))
		}
		r.items = k.schema("additionalItems")
	} else {
		r.items = k.schema("items")
	}
	r.contains = k.schema("contains")
	r.minContains, r.maxContains = k.count("minContains"), k.count("maxContains")
	r.minItems, r.maxItems = k.count("minItems"), k.count("maxItems")
	r.uniqueItems = k.truth("uniqueItems")
	r.unevaluatedItems = k.schema("unevaluatedItems")
}
