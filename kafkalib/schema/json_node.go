package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// A jsonNode is a part of a JSON text, with its place in it.
type jsonNode struct {
	kind    jsonKind
	text    string // of a string; of a number its digits; "true" or "false"
	members []jsonMember
	items   []*jsonNode
	offset  int // of its first byte
	index   map[string]int
}

type jsonMember struct {
	name   string
	offset int // of the name
	value  *jsonNode
}

type jsonKind uint8

const (
	jsonNull jsonKind = iota
	jsonBool
	jsonNumber
	jsonString
	jsonArray
	jsonObject
	jsonEmpty // the empty list of the language: an array or an object
)

func (k jsonKind) String() string {
	return [...]string{"null", "boolean", "number", "string", "array", "object", "array or object"}[k]
}

// get returns the member of an object, or nil.
func (n *jsonNode) get(name string) *jsonNode {
	if n == nil || n.kind != jsonObject {
		return nil
	}
	if i, ok := n.index[name]; ok {
		return n.members[i].value
	}
	return nil
}

// str is the text of a string node.
func (n *jsonNode) str() (string, bool) {
	if n == nil || n.kind != jsonString {
		return "", false
	}
	return n.text, true
}

// A jsonFault is a mistake of syntax at an offset.
type jsonFault struct {
	offset  int
	message string
}

func (e *jsonFault) Error() string { return e.message }

// parseJSONNode reads a JSON text. Of a repeated name the last value counts,
// as everywhere.
func parseJSONNode(text string) (*jsonNode, error) {
	text = strings.TrimPrefix(text, "\ufeff")
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	p := &jsonParser{text: text, d: d}
	n, err := p.value(0)
	if err != nil {
		return nil, err
	}
	if p.next(); p.offset() < len(text) {
		return nil, &jsonFault{p.offset(), "there is more behind the end of the JSON value"}
	}
	return n, nil
}

type jsonParser struct {
	text string
	d    *json.Decoder
	at   int
}

// next is the offset of the next token.
func (p *jsonParser) next() int {
	p.at = int(p.d.InputOffset())
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n,:", p.text[p.at]) >= 0 {
		p.at++
	}
	return p.at
}

func (p *jsonParser) offset() int { return p.at }

func (p *jsonParser) token() (json.Token, error) {
	begin := int(p.d.InputOffset())
	begin += len(p.text[begin:]) - len(strings.TrimLeft(p.text[begin:], " \t\r\n"))
	t, err := p.d.Token()
	if err == nil {
		return t, nil
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return nil, &jsonFault{max(int(syntax.Offset)-1, begin), "malformed JSON: " + syntax.Error()}
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, &jsonFault{len(p.text), "malformed JSON: the text ends too early"}
	}
	return nil, &jsonFault{p.at, "malformed JSON: " + err.Error()}
}

func (p *jsonParser) value(depth int) (*jsonNode, error) {
	n := &jsonNode{offset: p.next()}
	t, err := p.token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, &jsonFault{n.offset, fmt.Sprintf("nested more than %d levels deep", maxDepth)}
	}
	switch t := t.(type) {
	case nil:
	case bool:
		n.kind, n.text = jsonBool, fmt.Sprint(t)
	case json.Number:
		n.kind, n.text = jsonNumber, t.String()
	case string:
		n.kind, n.text = jsonString, t
	case json.Delim:
		if t == '[' {
			return n, p.array(n, depth)
		}
		return n, p.object(n, depth)
	}
	return n, nil
}

func (p *jsonParser) array(n *jsonNode, depth int) error {
	n.kind = jsonArray
	for p.d.More() {
		item, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := p.token()
	return err
}

func (p *jsonParser) object(n *jsonNode, depth int) error {
	n.kind, n.index = jsonObject, make(map[string]int)
	for p.d.More() {
		at := p.next()
		t, err := p.token()
		if err != nil {
			return err
		}
		name, ok := t.(string)
		if !ok {
			return &jsonFault{at, "malformed JSON: expected a name in quotes"}
		}
		v, err := p.value(depth + 1)
		if err != nil {
			return err
		}
		if i, ok := n.index[name]; ok {
			n.members[i] = jsonMember{name, at, v}
			continue
		}
		n.index[name] = len(n.members)
		n.members = append(n.members, jsonMember{name, at, v})
	}
	_, err := p.token()
	return err
}

// lineColumn is the place of an offset, both from 1; columns count characters.
func lineColumn(text string, offset int) (line, column int) {
	text = strings.TrimPrefix(text, "\ufeff")
	before := text[:min(max(offset, 0), len(text))]
	start := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[start:]) + 1
}

// each calls f for the node and everything in it, with the paths, until f
// returns false; it reports whether f never did.
func (n *jsonNode) each(path []string, f func(path []string, n *jsonNode) bool) bool {
	if !f(path, n) {
		return false
	}
	for _, m := range n.members {
		if !m.value.each(append(path, m.name), f) {
			return false
		}
	}
	for i, item := range n.items {
		if !item.each(append(path, fmt.Sprint(i)), f) {
			return false
		}
	}
	return true
}

// sortedMembers are the places of the members in the order of their names.
func (n *jsonNode) sortedMembers() []int {
	places := make([]int, len(n.members))
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(a, b int) int { return strings.Compare(n.members[a].name, n.members[b].name) })
	return places
}

// show shows the node in a message.
func (n *jsonNode) show() string {
	switch n.kind {
	case jsonNull, jsonBool:
		return string(n.appendJSON(nil))
	case jsonNumber:
		return n.text[:min(len(n.text), shownLimit)]
	case jsonString:
		return quoted(n.text)
	case jsonEmpty:
		return "the empty list"
	case jsonObject:
		return "an object"
	}
	return "an array"
}
