package interchange

import (
	"unicode"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// The characters that XML keeps for itself, in text and in attribute values.
var (
	xmlTextEscapes      = escapes{'&': "&amp;", '<': "&lt;", '>': "&gt;"}
	xmlAttributeEscapes = escapes{'&': "&amp;", '<': "&lt;", '>': "&gt;", '"': "&quot;"}
)

// data writes the text form of a value.
func (w *xmlWriter) data(v value.Value, table *escapes) error {
	if s, ok := v.AsString(); ok {
		return w.text(s, false, table)
	}
	if l := v.List(); l != nil {
		if err := w.checkCycles(l); err != nil {
			return err
		}
	}
	p := syntax.Printer{Lookup: w.opt.Lookup, Meter: w.opt.Meter}
	printed, err := p.Append(nil, v)
	if err != nil {
		return err
	}
	return w.text(string(printed), false, table)
}

// checkCycles makes sure that a list which is written as text does not contain itself or
// one of the lists around it.
func (w *xmlWriter) checkCycles(l *value.List) error {
	outside := len(w.open.places)
	done := map[*value.List]bool{}
	if err := w.push(l, xmlData); err != nil {
		return err
	}
	for len(w.open.places) > outside {
		if err := w.step(elementUnits); err != nil {
			return err
		}
		p := w.open.top()
		if p.next == p.list.Len() {
			done[p.list] = true
			w.open.pop()
			continue
		}
		p.next++
		if inner := p.list.At(p.next - 1).List(); inner != nil && !done[inner] {
			if err := w.push(inner, xmlData); err != nil {
				return err
			}
		}
	}
	return nil
}

// isXMLName tells whether s can be the name of an element or attribute. Beyond ASCII all
// characters can be part of names.
func isXMLName(s string) bool { return s != "" && nameEnd(s, 0) == len(s) }

// nameEnd returns where the name ends that begins at offset i; i if there is none.
func nameEnd(s string, i int) int {
	start := i
	for ; i < len(s); i++ {
		c := s[i]
		switch {
		case 'a' <= c|0x20 && c|0x20 <= 'z', c == '_', c == ':', c >= utf8.RuneSelf:
		case i > start && ('0' <= c && c <= '9' || c == '-' || c == '.'):
		default:
			return i
		}
	}
	return i
}

// beginsWithLetter tells whether a list element with that name is an attribute.
func beginsWithLetter(name string) bool {
	first, _ := utf8.DecodeRuneInString(name)
	return unicode.IsLetter(first)
}
