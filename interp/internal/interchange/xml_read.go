package interchange

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// ReadXML reads an XML document as the list ("document" ATTR => "v" … "*" => children), with
// the attributes of its declaration; an element is ("tag" ATTR => "v" … "*" => children) with
// its attributes, and with the text itself where that is its only child. Runs of blanks in
// text become one, at its beginning none. An error is a *SyntaxError, a *syntax.DepthError, or
// what the options returned.
func ReadXML(src string, opt ReadOptions) (value.Value, error) {
	r := xmlReader{reader: newReader(src, &opt), root: root(1)}
	r.fields = fieldTree{texts: &r.texts}
	r.push("document")
	if err := r.document(); err != nil {
		return value.Null(), err
	}
	if len(r.frames) > 1 {
		return value.Null(), r.failAt(len(src), "Element %s is not closed", r.frames[len(r.frames)-1].tag)
	}
	l, err := r.close()
	if err != nil {
		return value.Null(), err
	}
	return l.Value(), r.gauge.flush()
}

type xmlReader struct {
	reader
	frames  []xmlFrame
	root    *fieldNode
	begun   bool   // something other than blanks was read
	text    []byte // of the child that is being read
	blank   bool   // text ends with a blank that others merge with
	scratch []byte
}

// An xmlFrame is an element that is not closed yet. Its tag and attribute values begin
// at base, its children at children.
type xmlFrame struct {
	tag            string
	base, children int
	fields         fields
}

// document reads to the end of the text.
func (r *xmlReader) document() error {
	for r.pos < len(r.src) {
		if r.src[r.pos] != '<' {
			end := strings.IndexByte(r.src[r.pos:], '<')
			if end < 0 {
				end = len(r.src) - r.pos
			}
			if err := r.characters(r.pos + end); err != nil {
				return err
			}
			continue
		}
		if err := r.gauge.add(elementUnits, 0); err != nil {
			return err
		}
		if err := r.markup(); err != nil {
			return err
		}
		r.begun = true
	}
	return nil
}

// markup reads what begins with a < at the position.
func (r *xmlReader) markup() error {
	rest := r.src[r.pos:]
	switch {
	case strings.HasPrefix(rest, "</"):
		return r.endTag()
	case strings.HasPrefix(rest, "<?"):
		return r.instruction()
	case strings.HasPrefix(rest, "<!--"):
		return r.skipTo("<!--", "-->", "comment")
	case strings.HasPrefix(rest, "<![CDATA["):
		return r.cdata()
	case strings.HasPrefix(rest, "<!DOCTYPE"):
		return r.doctype()
	case strings.HasPrefix(rest, "<!"):
		return r.failAt(r.pos, "Unknown declaration")
	}
	return r.startTag()
}

// skipTo moves the position behind the end of something that begins there.
func (r *xmlReader) skipTo(begin, end, what string) error {
	i := strings.Index(r.src[r.pos+len(begin):], end)
	if i < 0 {
		return r.failAt(r.pos, "The %s is not closed", what)
	}
	r.pos += len(begin) + i + len(end)
	return r.gauge.add(i, 0)
}

// name reads a name at the position; "" if there is none.
func (r *xmlReader) name() string {
	start := r.pos
	r.pos = nameEnd(r.src, start)
	return r.src[start:r.pos]
}

// startTag reads a start tag, or an element without children.
func (r *xmlReader) startTag() error {
	if len(r.frames) > r.opt.depth() {
		return &syntax.DepthError{Max: r.opt.depth(), Pos: place(r.src, r.pos)}
	}
	start := r.pos
	r.pos++
	tag := r.name()
	if tag == "" {
		return r.fail(start, "Tag name expected")
	}
	if err := r.endText(); err != nil {
		return err
	}
	r.push(tag)
	if err := r.attributes(">"); err != nil {
		return err
	}
	if strings.HasPrefix(r.src[r.pos:], "/>") {
		r.pos += 2
		return r.endElement()
	}
	r.pos++
	return nil
}

// endTag reads an end tag.
func (r *xmlReader) endTag() error {
	start := r.pos
	r.pos += 2
	tag := r.name()
	if tag == "" {
		return r.fail(start, "Tag name expected")
	}
	r.skipBlanks()
	if r.pos == len(r.src) || r.src[r.pos] != '>' {
		return r.failAt(r.pos, "Unexpected text in an end tag, want >")
	}
	if len(r.frames) == 1 || r.frames[len(r.frames)-1].tag != tag {
		return r.fail(start, "Tag mismatch: "+tag)
	}
	r.pos++
	if err := r.endText(); err != nil {
		return err
	}
	return r.endElement()
}

// push begins an element.
func (r *xmlReader) push(tag string) {
	f := xmlFrame{tag: tag, base: len(r.elems), fields: fields{node: r.root}}
	r.elems = append(r.elems, r.fields.text(tag).Value())
	f.children = len(r.elems)
	r.frames = append(r.frames, f)
}

// endElement makes the list of the innermost element and adds it to the children of
// the one around.
func (r *xmlReader) endElement() error {
	l, err := r.close()
	if err != nil {
		return err
	}
	r.elems = append(r.elems, l.Value())
	return nil
}

// close makes the list of the innermost element.
func (r *xmlReader) close() (*value.List, error) {
	f := &r.frames[len(r.frames)-1]
	children := r.elems[f.children:]
	if len(children) > 0 {
		if err := r.charge(len(children)); err != nil {
			return nil, err
		}
		v := children[0]
		if len(children) > 1 || !v.IsString() {
			v = value.CopyOf(children).Value()
		}
		r.fields.add(&f.fields, childrenName)
		r.elems = append(r.elems[:f.children], v)
	}
	if err := r.charge(len(r.elems) - f.base); err != nil {
		return nil, err
	}
	l := f.fields.list(r.elems[f.base:])
	r.elems = r.elems[:f.base]
	r.frames = r.frames[:len(r.frames)-1]
	return l, nil
}

// charge counts a list of n elements that is about to be made.
func (r *xmlReader) charge(n int) error {
	if err := r.opt.checkLen(n); err != nil {
		return err
	}
	return r.gauge.add(0, listBytes+elementBytes*int64(n))
}
