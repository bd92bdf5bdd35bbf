package interchange

import "github.com/bpl-lang/bpl/interp/value"

const (
	xmlElement  placeKind = iota
	xmlChildren           // the list under "*" of an element
	xmlData               // a list that is written as text, or one inside
)

// childrenName is the name under which an element has its children.
const childrenName = "*"

// AppendXML appends the element that l describes: the tag, attributes as elements with
// names, and under "*" the children, a list or the one text. Elements without names and those
// whose names do not begin with a letter are left out; the empty list is nothing. An error is
// an *InvalidTextError, a *CycleError, a *TagError, or what the meter returned.
func AppendXML(dst []byte, l *value.List, opt WriteOptions) ([]byte, error) {
	w := xmlWriter{writer: newWriter(dst, &opt)}
	if err := w.element(l); err != nil {
		return dst, err
	}
	for len(w.open.places) > 0 {
		if err := w.next(w.open.top()); err != nil {
			return dst, err
		}
	}
	return w.dst, w.end()
}

type xmlWriter struct {
	writer
	literal bool // the last thing written is a literal child
}

// element writes the beginning of an element.
func (w *xmlWriter) element(l *value.List) error {
	if l.Len() == 0 {
		return nil
	}
	tag, ok := l.At(0).AsString()
	switch {
	case !ok:
		return &TagError{Path: pathTo(w.open.places), Want: "got " + l.At(0).Kind().String() + " as tag, want string"}
	case !isXMLName(tag):
		return &TagError{Path: pathTo(w.open.places), Want: "got a tag that is no name of XML, want letters, digits, . - _ and :"}
	}
	if err := w.push(l, xmlElement); err != nil {
		return err
	}
	w.dst = append(w.dst, '<')
	if err := w.text(tag, false, &xmlAttributeEscapes); err != nil {
		return err
	}
	for i := 1; i < l.Len(); i++ {
		if err := w.attribute(l, i); err != nil {
			return err
		}
	}
	w.dst = append(w.dst, '>')
	w.literal = false
	at := l.Find(childrenName)
	if at <= 0 {
		return nil
	}
	w.open.top().next = at + 1
	if children := l.At(at).List(); children != nil {
		return w.push(children, xmlChildren)
	}
	return w.child(l.At(at))
}

func (w *xmlWriter) push(l *value.List, kind placeKind) error {
	if !w.open.push(l, kind) {
		return &CycleError{Path: pathTo(w.open.places)}
	}
	return nil
}

// attribute writes element i of an element as an attribute if it is one.
func (w *xmlWriter) attribute(l *value.List, i int) error {
	if err := w.step(elementUnits); err != nil {
		return err
	}
	w.open.top().next = i + 1 // for paths
	name := l.Name(i)
	if !beginsWithLetter(name) {
		return nil
	}
	if !isXMLName(name) {
		return &TagError{Path: pathTo(w.open.places), Want: "got an attribute that is no name of XML, want letters, digits, . - _ and :"}
	}
	w.dst = append(w.dst, ' ')
	if err := w.text(name, true, &xmlAttributeEscapes); err != nil {
		return err
	}
	w.dst = append(w.dst, `="`...)
	if err := w.data(l.At(i), &xmlAttributeEscapes); err != nil {
		return err
	}
	w.dst = append(w.dst, '"')
	return nil
}

// next writes the next child of the innermost list, or the end of the innermost element.
func (w *xmlWriter) next(p *listPlace) error {
	if err := w.step(elementUnits); err != nil {
		return err
	}
	switch {
	case p.kind == xmlElement:
		w.dst = append(w.dst, "</"...)
		if err := w.text(p.list.At(0).Text().String(), false, &xmlAttributeEscapes); err != nil {
			return err
		}
		w.dst = append(w.dst, '>')
		w.literal = false
		w.open.pop()
	case p.next == p.list.Len():
		w.open.pop()
	default:
		p.next++
		return w.child(p.list.At(p.next - 1))
	}
	return nil
}

// child writes one child.
func (w *xmlWriter) child(v value.Value) error {
	if l := v.List(); l != nil {
		return w.element(l)
	}
	if w.literal {
		w.dst = append(w.dst, ' ')
	}
	w.literal = true
	return w.data(v, &xmlTextEscapes)
}
