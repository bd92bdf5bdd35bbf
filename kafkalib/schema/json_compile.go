package schema

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// A jsonCompiler compiles the documents of one schema.
type jsonCompiler struct {
	documents []*jsonDocument
	resources map[string]*jsonResource // by URI
	rules     map[*jsonNode]*jsonRule
	queue     []pendingRule
	draft     int   // of documents that name none
	err       error // the first
}

type pendingRule struct {
	n *jsonNode
	r *jsonRule
}

// latestDraft is that of schemas that name none.
const latestDraft = 2020

// documentBase is the URI of documents that have none.
const documentBase = "schema:///"

func newJSONCompiler(draft int) *jsonCompiler {
	return &jsonCompiler{draft: draft, resources: make(map[string]*jsonResource), rules: make(map[*jsonNode]*jsonRule)}
}

// Where schemas stand in schemas.
var (
	schemaMembers = []string{"not", "if", "then", "else", "contains", "additionalProperties", "additionalItems", "unevaluatedItems", "unevaluatedProperties", "propertyNames", "items", "contentSchema"}
	schemaLists   = []string{"allOf", "anyOf", "oneOf", "prefixItems", "items"}
	schemaMaps    = []string{"properties", "patternProperties", "dependentSchemas", "dependencies", "definitions", "$defs"}
)

// addDocument finds the resources and anchors of a document.
func (c *jsonCompiler) addDocument(name, text string, root *jsonNode) *jsonDocument {
	d := &jsonDocument{name: name, text: text, root: root, paths: make(map[*jsonNode]string), resources: make(map[*jsonNode]*jsonResource), compiled: c.rules, draft: draftOf(root, c.draft)}
	c.documents = append(c.documents, d)
	root.each(nil, func(path []string, n *jsonNode) bool {
		d.paths[n] = pointer(path)
		return true
	})
	base := resolveURI(documentBase, name)
	r := c.resource(d, root, base)
	if name != "" {
		c.resources[name] = r
	}
	c.index(d, root, r)
	return d
}

func (c *jsonCompiler) resource(d *jsonDocument, n *jsonNode, base string) *jsonResource {
	r := &jsonResource{document: d, base: base, node: n, anchors: make(map[string]*jsonNode), dynamic: make(map[string]*jsonNode)}
	if c.resources[base] == nil {
		c.resources[base] = r
	}
	return r
}

// index walks through the schemas of a resource.
func (c *jsonCompiler) index(d *jsonDocument, n *jsonNode, in *jsonResource) {
	if n.kind == jsonObject {
		in = c.identify(d, n, in)
	}
	d.resources[n] = in
	d.schemas = append(d.schemas, n)
	for _, sub := range subschemas(n) {
		c.index(d, sub, in)
	}
}

// identify takes $id and the anchors of a schema.
func (c *jsonCompiler) identify(d *jsonDocument, n *jsonNode, in *jsonResource) *jsonResource {
	id, ok := n.get("$id").str()
	if !ok {
		id, ok = n.get("id").str() // draft 4
		ok = ok && d.draft == 4
	}
	_, isRef := n.get("$ref").str()
	if ok && (!isRef || d.draft >= 2019) {
		uri, fragment, _ := strings.Cut(id, "#")
		if fragment != "" {
			in.anchors[fragment] = n
		}
		if uri != "" {
			base := resolveURI(in.base, uri)
			if n == in.node {
				in.base = base
				c.resources[base] = in
			} else {
				in = c.resource(d, n, base)
			}
		}
	}
	if a, ok := n.get("$anchor").str(); ok {
		in.anchors[a] = n
	}
	if a, ok := n.get("$dynamicAnchor").str(); ok {
		in.anchors[a], in.dynamic[a] = n, n
	}
	if a := n.get("$recursiveAnchor"); a != nil && a.text == "true" && n == in.node {
		in.recursive = true
	}
	return in
}

// subschemas are the schemas directly in a schema.
func subschemas(n *jsonNode) []*jsonNode {
	var found []*jsonNode
	isSchema := func(s *jsonNode) bool { return s != nil && (s.kind == jsonObject || s.kind == jsonBool) }
	for _, name := range schemaMembers {
		if s := n.get(name); isSchema(s) {
			found = append(found, s)
		}
	}
	for _, name := range schemaLists {
		if l := n.get(name); l != nil && l.kind == jsonArray {
			found = append(found, l.items...)
		}
	}
	for _, name := range schemaMaps {
		if l := n.get(name); l != nil && l.kind == jsonObject {
			for _, m := range l.members {
				if isSchema(m.value) {
					found = append(found, m.value)
				}
			}
		}
	}
	return found
}

// draftOf is the draft that $schema names, else the standard one.
func draftOf(root *jsonNode, standard int) int {
	uri, _ := root.get("$schema").str()
	for draft, part := range map[int]string{4: "draft-04", 6: "draft-06", 7: "draft-07", 2019: "2019-09"} {
		if strings.Contains(uri, part) {
			return draft
		}
	}
	if strings.Contains(uri, "2020-12") {
		return latestDraft
	}
	return standard
}

func resolveURI(base, ref string) string {
	b, err := url.Parse(base)
	if err != nil {
		return ref
	}
	r, err := b.Parse(ref)
	if err != nil {
		return ref
	}
	r.Fragment, r.RawFragment = "", ""
	return r.String()
}

// compileAll compiles a document and all that it refers to.
func (c *jsonCompiler) compileAll(d *jsonDocument) (*jsonRule, error) {
	root := c.rule(d, d.root)
	for _, n := range d.schemas { // those that nothing refers to must be right too
		c.rule(d, n)
	}
	for i := 0; i < len(c.queue) && c.err == nil; i++ {
		c.compile(c.queue[i].r, c.queue[i].n)
	}
	return root, c.err
}

// rule is the rule of a schema, which may still have to be compiled.
func (c *jsonCompiler) rule(d *jsonDocument, n *jsonNode) *jsonRule {
	if r := c.rules[n]; r != nil {
		return r
	}
	in := d.resources[n]
	if in == nil { // reached by a pointer to where no schema is expected
		in = d.resources[d.root]
		c.index(d, n, in)
	}
	r := &jsonRule{place: in, path: d.paths[n], draft: d.draft}
	c.rules[n] = r
	c.queue = append(c.queue, pendingRule{n, r})
	return r
}

// wrong is the error about a node.
func (c *jsonCompiler) wrong(d *jsonDocument, n *jsonNode, format string, args ...any) {
	if c.err != nil {
		return
	}
	e := &InvalidError{Type: JSON, Reference: d.name, Path: d.paths[n], Message: fmt.Sprintf(format, args...)}
	e.Line, e.Column = lineColumn(d.text, n.offset)
	c.err = e
}

// reference finds the schema that a $ref names.
func (c *jsonCompiler) reference(r *jsonRule, n *jsonNode) (*jsonDocument, *jsonNode) {
	d := r.place.document
	text, ok := n.str()
	if !ok {
		c.wrong(d, n, "got %s, expected the URI of a schema", n.show())
		return nil, nil
	}
	uri, fragment, _ := strings.Cut(text, "#")
	target := r.place
	if uri != "" {
		if target = c.resources[resolveURI(r.place.base, uri)]; target == nil {
			target = c.resources[uri]
		}
	}
	if target == nil {
		c.wrong(d, n, "nothing is known of %s: give it as a reference of that name", quoted(uri))
		return nil, nil
	}
	if fragment == "" {
		return target.document, target.node
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	found := target.anchors[fragment]
	if strings.HasPrefix(fragment, "/") {
		found = follow(target.node, fragment)
	}
	if found == nil {
		c.wrong(d, n, "there is no %s in %s", quoted("#"+fragment), quoted(target.document.name))
		return nil, nil
	}
	return target.document, found
}

// follow goes along a JSON pointer.
func follow(n *jsonNode, p string) *jsonNode {
	for step := range strings.SplitSeq(p[1:], "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		if n.kind == jsonArray {
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(n.items) {
				return nil
			}
			n = n.items[i]
			continue
		}
		if n = n.get(step); n == nil {
			return nil
		}
	}
	return n
}

var jsonTypes = []string{"null", "boolean", "integer", "number", "string", "array", "object"}

func knownJSONType(t string) bool { return slices.Contains(jsonTypes, t) }
