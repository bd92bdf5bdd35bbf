package schema

import (
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp"
)

// jsonOf turns a value into what JSON has of it: a list whose elements all have
// names is an object, every other list an array. Whether the empty list is one
// or the other is for the schema to say.
func (w *walk) jsonOf(v interp.Value) *jsonNode {
	n := new(jsonNode)
	if !w.enter() {
		return n
	}
	switch v.Kind() {
	case interp.KindNull:
	case interp.KindBool:
		b, _ := v.AsBool()
		n.kind, n.text = jsonBool, strconv.FormatBool(b)
	case interp.KindInt, interp.KindLong:
		i, _ := v.AsInt()
		n.kind, n.text = jsonNumber, strconv.FormatInt(i, 10)
	case interp.KindDouble:
		f, _ := v.AsDouble()
		if math.IsNaN(f) || math.IsInf(f, 0) {
			w.mismatch(v, "a number that JSON has")
		}
		n.kind, n.text = jsonNumber, jsonDouble(f)
	case interp.KindString:
		s, _ := v.AsString()
		if !utf8.ValidString(s) {
			w.add("got %s, which is not UTF-8, expected a string of characters", quoted(s))
		}
		n.kind, n.text = jsonString, s
	case interp.KindList:
		l, _ := v.AsList()
		w.jsonOfList(n, l)
	default:
		w.mismatch(v, "a value that JSON has")
	}
	return n
}

func (w *walk) jsonOfList(n *jsonNode, l *interp.List) {
	switch {
	case l.Len() == 0:
		n.kind = jsonEmpty
	case l.AllNamed():
		n.kind, n.index = jsonObject, make(map[string]int, l.Len())
		for i := range l.Len() {
			name := l.Name(i)
			w.in(name, func() {
				if !utf8.ValidString(name) {
					w.add("the name is not UTF-8")
				}
				n.index[name] = len(n.members)
				n.members = append(n.members, jsonMember{name: name, value: w.jsonOf(l.At(i))})
			})
		}
	default:
		n.kind, n.items = jsonArray, make([]*jsonNode, l.Len())
		for i := range n.items {
			w.index(i, func() { n.items[i] = w.jsonOf(l.At(i)) })
		}
	}
}

// jsonDouble is the shortest text of a double, as JSON writes it.
func jsonDouble(f float64) string {
	if a := math.Abs(f); a != 0 && (a < 1e-6 || a >= 1e21) {
		return strconv.FormatFloat(f, 'e', -1, 64)
	}
	return strconv.FormatFloat(f, 'f', -1, 64)
}

// appendJSON writes the node. An empty list that no schema decided is an
// array.
func (n *jsonNode) appendJSON(dst []byte) []byte {
	switch n.kind {
	case jsonNull:
		return append(dst, "null"...)
	case jsonBool, jsonNumber:
		return append(dst, n.text...)
	case jsonString:
		return appendJSONString(dst, n.text)
	case jsonEmpty:
		return append(dst, "[]"...)
	case jsonArray:
		dst = append(dst, '[')
		for i, item := range n.items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.appendJSON(dst)
		}
		return append(dst, ']')
	}
	dst = append(dst, '{')
	for i, m := range n.members {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(appendJSONString(dst, m.name), ':')
		dst = m.value.appendJSON(dst)
	}
	return append(dst, '}')
}

func appendJSONString(dst []byte, s string) []byte {
	const digits = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c == '\n':
			dst = append(dst, '\\', 'n')
		case c == '\t':
			dst = append(dst, '\\', 't')
		case c < ' ':
			dst = append(dst, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// Text is the JSON of a value: of a schema that is written as a list.
func Text(v interp.Value) (string, error) {
	w := new(walk)
	n := w.jsonOf(v)
	if len(w.problems) > 0 {
		return "", &MismatchError{w.problems}
	}
	return string(n.appendJSON(nil)), nil
}
