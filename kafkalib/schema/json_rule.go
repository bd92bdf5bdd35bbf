package schema

import "math/big"

// A jsonRule is a schema or a part of one, compiled. Rules refer to each other
// in cycles; they are not changed once all are compiled.
type jsonRule struct {
	place    *jsonResource // the resource it stands in
	path     string        // its JSON pointer in the document
	always   *bool         // of the schemas true and false
	draft    int           // 4, 6, 7, 2019 or 2020
	title    string
	standard bool // it has a default

	ref, dynamicRef *jsonRule
	dynamicAnchor   string // the name that dynamicRef looks for in the dynamic scope; "" for none
	recursive       bool   // dynamicRef is $recursiveRef

	types            []string
	enum             []string // canonical texts
	enumShown        []string
	constant         *string // canonical text
	constantShown    string
	allOf            []*jsonRule
	anyOf, oneOf     []*jsonRule
	not              *jsonRule
	ifRule           *jsonRule
	thenRule         *jsonRule
	elseRule         *jsonRule
	format           string
	minLength        *int64
	maxLength        *int64
	pattern          *pattern
	multipleOf       *big.Rat
	minimum          *big.Rat
	maximum          *big.Rat
	exclusiveMinimum *big.Rat
	exclusiveMaximum *big.Rat

	properties            map[string]*jsonRule
	propertyOrder         []string
	patternProperties     []patternRule
	additionalProperties  *jsonRule
	propertyNames         *jsonRule
	required              []string
	minProperties         *int64
	maxProperties         *int64
	dependentRequired     map[string][]string
	dependentSchemas      map[string]*jsonRule
	unevaluatedProperties *jsonRule

	prefixItems      []*jsonRule
	items            *jsonRule // of the items behind prefixItems
	contains         *jsonRule
	minContains      *int64
	maxContains      *int64
	minItems         *int64
	maxItems         *int64
	uniqueItems      bool
	unevaluatedItems *jsonRule
}

type patternRule struct {
	pattern *pattern
	rule    *jsonRule
}

// A jsonResource is a schema with a URI of its own.
type jsonResource struct {
	document *jsonDocument
	base     string
	node     *jsonNode
	anchors  map[string]*jsonNode
	dynamic  map[string]*jsonNode // anchors that are dynamic
	// recursive says that $recursiveAnchor is true.
	recursive bool
}

// A jsonDocument is one text.
type jsonDocument struct {
	name, text string
	draft      int
	root       *jsonNode
	paths      map[*jsonNode]string
	resources  map[*jsonNode]*jsonResource // by the schemas in them
	schemas    []*jsonNode                 // in their order
	compiled   map[*jsonNode]*jsonRule     // of all documents
}

// objectOnly reports whether the rule is made for objects, by which the empty
// list is one.
func (r *jsonRule) objectOnly() bool {
	object, array := false, false
	for _, t := range r.types {
		object = object || t == "object"
		array = array || t == "array"
	}
	if object || array {
		return object && !array
	}
	hasObject := r.properties != nil || r.patternProperties != nil || r.additionalProperties != nil || r.required != nil || r.propertyNames != nil || r.minProperties != nil
	hasArray := r.items != nil || r.prefixItems != nil || r.contains != nil || r.minItems != nil
	return hasObject && !hasArray
}
