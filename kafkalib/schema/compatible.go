package schema

import (
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// A Mode says in which direction schemas must be compatible.
type Mode string

// The modes: a reader of the new schema reads data of the old one, a reader of
// the old one data of the new one, or both.
const (
	Backward Mode = "backward"
	Forward  Mode = "forward"
	Full     Mode = "full"
)

// ParseMode reads a mode, without regard to letter case; a registry's
// "…_TRANSITIVE" is the same here, where there are only two schemas.
func ParseMode(name string) (Mode, bool) {
	m := Mode(strings.TrimSuffix(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "-transitive"))
	return m, slices.Contains([]Mode{Backward, Forward, Full}, m)
}

// Compatible lists why new may not follow old; nil where it may.
func Compatible(old, new Schema, m Mode) []Problem {
	if old.Source().Type != new.Source().Type {
		return otherType(old, new)
	}
	var problems []Problem
	if m != Forward {
		problems = append(problems, old.unreadable(new)...)
	}
	if m != Backward {
		for _, p := range new.unreadable(old) {
			if !slices.Contains(problems, p) {
				problems = append(problems, p)
			}
		}
	}
	return problems
}

// describe is the list that shows a schema: its type, name and source, and
// under "schema" its parts.
func describe(s Source, name string, parts interp.Value) interp.Value {
	l := interp.NewList(0)
	l.Put("type", interp.String(string(s.Type)))
	l.Put("name", orNull(name))
	l.Put("schema", parts)
	l.Put("source", interp.String(s.Text))
	if len(s.References) > 0 {
		references := interp.NewList(0)
		for _, r := range s.References {
			references.Put(r.Name, interp.String(r.Text))
		}
		l.Put("references", interp.FromList(references))
	}
	if s.Message != "" {
		l.Put("message", interp.String(s.Message))
	}
	return interp.FromList(l)
}

func orNull(s string) interp.Value {
	if s == "" {
		return interp.Null()
	}
	return interp.String(s)
}

// nodeValue is a JSON text as a value of the language.
func nodeValue(n *jsonNode) interp.Value {
	switch n.kind {
	case jsonBool:
		return interp.Bool(n.text == "true")
	case jsonNumber:
		return jsonNumberValue(n.text)
	case jsonString:
		return interp.String(n.text)
	case jsonArray:
		l := interp.NewList(len(n.items))
		for i, item := range n.items {
			l.SetAt(i, nodeValue(item))
		}
		return interp.FromList(l)
	case jsonObject:
		l := interp.NewList(0)
		for _, m := range n.members {
			l.Put(m.name, nodeValue(m.value))
		}
		return interp.FromList(l)
	}
	return interp.Null()
}
