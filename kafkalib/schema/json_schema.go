package schema

import (
	"errors"
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// jsonSchema is a compiled JSON schema: draft 4 to 7, 2019-09, 2020-12.
//
// It is compiled and checked here and not by a library: the one that knows all
// these drafts compiles their meta-schemas whenever a program starts, which
// costs every script more than everything else at its start together.
type jsonSchema struct {
	source Source
	tree   *jsonNode
	root   *jsonRule
}

func parseJSONSchema(s Source) (Schema, error) {
	tree, err := parseJSONNode(s.Text)
	if err != nil {
		return nil, invalidJSON(s.Text, "", err)
	}
	c := newJSONCompiler(draftOf(tree, latestDraft))
	for _, r := range s.References {
		tree, err := parseJSONNode(r.Text)
		if err != nil {
			return nil, invalidJSON(r.Text, r.Name, err)
		}
		c.addDocument(r.Name, r.Text, tree)
	}
	root := c.addDocument("", s.Text, tree)
	rule, err := c.compileAll(root)
	if err != nil {
		return nil, err
	}
	return &jsonSchema{source: s, tree: tree, root: rule}, nil
}

func invalidJSON(text, reference string, err error) error {
	e := &InvalidError{Type: JSON, Reference: reference, Line: 1, Message: err.Error()}
	if fault, ok := errors.AsType[*jsonFault](err); ok {
		e.Line, e.Column = lineColumn(text, fault.offset)
	}
	return e
}

func (s *jsonSchema) Source() Source { return s.source }

// Name is the title, as registries take it for the name of the record.
func (s *jsonSchema) Name() string {
	title, _ := s.tree.get("title").str()
	return title
}

func (s *jsonSchema) Describe() interp.Value {
	return describe(s.source, s.Name(), nodeValue(s.tree))
}

func (s *jsonSchema) check(n *jsonNode) []Problem {
	w := &jsonWalk{}
	w.check(s.root, n)
	return w.problems
}

// convert checks a value and returns its JSON.
func (s *jsonSchema) convert(v interp.Value) (*jsonNode, []Problem) {
	w := new(walk)
	n := w.jsonOf(v)
	if len(w.problems) > 0 {
		return n, w.problems
	}
	return n, s.check(n)
}

func (s *jsonSchema) Validate(v interp.Value) []Problem {
	_, problems := s.convert(v)
	return problems
}

func (s *jsonSchema) Encode(v interp.Value) ([]byte, error) {
	n, problems := s.convert(v)
	if len(problems) > 0 {
		return nil, &MismatchError{problems}
	}
	return n.appendJSON(nil), nil
}

func (s *jsonSchema) Decode(data []byte) (interp.Value, error) {
	n, err := parseJSONNode(string(data))
	if err != nil {
		return interp.Null(), err
	}
	if problems := s.check(n); len(problems) > 0 {
		return interp.Null(), &MismatchError{problems}
	}
	return nodeValue(n), nil
}

// Evolve checks what was written by the reader's schema only: JSON says itself
// what its parts are.
func (s *jsonSchema) Evolve(reader Schema) (Decoder, error) {
	r, ok := reader.(*jsonSchema)
	if !ok {
		return nil, fmt.Errorf("data of a JSON schema cannot be read by a schema of type %s", reader.Source().Type.title())
	}
	return r, nil
}
