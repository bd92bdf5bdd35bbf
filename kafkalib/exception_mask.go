package kafkalib

import (
	"strings"

	"github.com/bpl-lang/bpl/interp"
	"github.com/bpl-lang/bpl/interp/syntax"
)

// maskedCall is the expression of a call with every value of a secret option
// replaced; found is false where there is none, and the interpreter's own
// record of the expression will do.
func maskedCall(c *interp.Call) (masked interp.Value, found bool) {
	ref, err := interp.Reference(c.Name())
	if err != nil {
		return interp.Null(), false
	}
	call := interp.NewList(0)
	call.Append(ref)
	m := masking{seen: make(map[*interp.List]bool)}
	for i := range c.Len() {
		m.add(call, c.ArgName(i), c.Arg(i), 0)
	}
	return interp.FromList(call), m.found
}

// maxMaskedLists bounds the lists that are looked through: an expression that
// is larger is program-made data, and is cut.
const (
	maxMaskedLists = 10_000
	maxMaskedDepth = 200
)

// masking copies code, with secrets replaced.
type masking struct {
	found bool
	lists int
	seen  map[*interp.List]bool
}

// add appends an element to l, masked where its name, or the text before it,
// is that of a secret.
func (m *masking) add(l *interp.List, name string, v interp.Value, depth int) {
	if name == "" && l.Len() > 0 && l.Name(l.Len()-1) == "" {
		if _, text := v.AsString(); text { // a secret whose name operator was forgotten
			name, _ = l.At(l.Len() - 1).AsString()
		}
		if name != "" && looksSecret(name) {
			m.found = true
			l.Append(interp.String(mask))
			return
		}
		name = ""
	}
	if name != "" && looksSecret(name) && !v.IsNull() {
		m.found = true
		v = interp.String(mask)
	} else {
		v = m.value(v, depth)
	}
	addElement(l, name, v)
}

func (m *masking) value(v interp.Value, depth int) interp.Value {
	l, ok := v.AsList()
	if !ok {
		if s, isText := v.AsString(); isText {
			if masked := maskUser(s); masked != s {
				m.found = true
				return interp.String(masked)
			}
		}
		return v
	}
	if m.seen[l] || m.lists >= maxMaskedLists || depth > maxMaskedDepth {
		return interp.String("…")
	}
	m.lists++
	m.seen[l] = true
	defer delete(m.seen, l)
	out := interp.NewList(0)
	for i := range l.Len() {
		m.add(out, l.Name(i), l.At(i), depth+1)
	}
	return interp.FromList(out)
}

// looksSecret reports whether a name is that of a secret option, or like one:
// a misspelt one is shown as little.
func looksSecret(name string) bool { return secretOption(name) || syntax.SecretName(name) }

// secretOption reports whether any kind knows name as a secret.
func secretOption(name string) bool {
	for k := range kindCount {
		if o := findOption(k, name); o != nil && o.secret {
			return true
		}
	}
	return false
}

// maskUser masks the user and password in a URL.
func maskUser(s string) string {
	at := strings.Index(s, "://")
	if at < 0 {
		return s
	}
	rest := s[at+len("://"):]
	host := rest
	if end := strings.IndexAny(rest, "/?# \t\n"); end >= 0 {
		host = rest[:end]
	}
	user := strings.LastIndexByte(host, '@')
	if user < 0 {
		return s
	}
	return s[:at+len("://")] + mask + rest[user:]
}
