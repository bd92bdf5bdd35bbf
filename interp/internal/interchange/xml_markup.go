package interchange

import "strings"

// attributes reads attributes up to the end of the tag that they stand in, where it leaves
// the position: at the text end, or also at /> if that is >.
func (r *xmlReader) attributes(end string) error {
	f := &r.frames[len(r.frames)-1]
	for {
		start := r.pos
		r.skipBlanks()
		rest := r.src[r.pos:]
		switch {
		case rest == "":
			return r.failAt(r.pos, "Unexpected end of the text in a tag")
		case strings.HasPrefix(rest, end), end == ">" && strings.HasPrefix(rest, "/>"):
			return nil
		}
		at := r.pos
		name := r.name()
		switch {
		case name == "":
			return r.failAt(at, "Unexpected character in a tag, want an attribute or %s", end)
		case at == start:
			return r.failAt(at, "Missing blank before attribute %s", name)
		case r.fields.add(&f.fields, name) >= 0:
			return r.failAt(at, "Repeated attribute %s", name)
		}
		v, err := r.attributeValue(name)
		if err != nil {
			return err
		}
		r.elems = append(r.elems, r.texts.Part(v).Value())
		f.children = len(r.elems)
	}
}

// attributeValue reads the equals sign and the quoted value. The result may be a part of the
// text.
func (r *xmlReader) attributeValue(name string) (string, error) {
	r.skipBlanks()
	if r.pos == len(r.src) || r.src[r.pos] != '=' {
		return "", r.failAt(r.pos, "Missing value of attribute %s", name)
	}
	r.pos++
	r.skipBlanks()
	if r.pos == len(r.src) || r.src[r.pos] != '"' && r.src[r.pos] != '\'' {
		return "", r.failAt(r.pos, "Missing quotes around the value of attribute %s", name)
	}
	quote := r.src[r.pos]
	r.pos++
	size := strings.IndexByte(r.src[r.pos:], quote)
	if size < 0 {
		return "", r.failAt(r.pos, "The value of attribute %s is not closed", name)
	}
	if err := r.gauge.add(size, textBytes+int64(size)); err != nil {
		return "", err
	}
	v := r.src[r.pos : r.pos+size]
	if i := strings.IndexByte(v, '<'); i >= 0 {
		return "", r.failAt(r.pos+i, "Unexpected < in the value of attribute %s, write &lt;", name)
	}
	end := r.pos + size
	if strings.Contains(v, "&") {
		var err error
		if v, err = r.withEntities(end); err != nil {
			return "", err
		}
	}
	r.pos = end + 1
	return v, nil
}

// withEntities reads text up to the offset end and puts the characters in the place of
// their entities.
func (r *xmlReader) withEntities(end int) (string, error) {
	out := r.scratch[:0]
	for r.pos < end {
		plain := strings.IndexByte(r.src[r.pos:end], '&')
		if plain < 0 {
			plain = end - r.pos
		}
		out = append(out, r.src[r.pos:r.pos+plain]...)
		if r.pos += plain; r.pos < end {
			var err error
			if out, err = r.entity(out, end); err != nil {
				return "", err
			}
		}
	}
	r.scratch = out
	return string(out), nil
}

// instruction reads the declaration of the document, or skips another processing
// instruction.
func (r *xmlReader) instruction() error {
	start := r.pos
	r.pos += 2
	switch target := r.name(); {
	case target == "":
		return r.fail(start, "Tag name expected")
	case target != "xml":
		r.pos = start
		return r.skipTo("<?", "?>", "processing instruction")
	case r.begun:
		return r.failAt(start, "Unexpected declaration, want it only at the beginning")
	}
	if err := r.attributes("?>"); err != nil {
		return err
	}
	r.pos += len("?>")
	return nil
}

// doctype skips a document type. What it declares has no effect.
func (r *xmlReader) doctype() error {
	start := r.pos
	if len(r.frames) > 1 {
		return r.failAt(start, "Unexpected document type in an element")
	}
	for brackets := 0; r.pos < len(r.src); {
		rest := r.src[r.pos:]
		size := 1
		switch rest[0] {
		case '"', '\'':
			size = strings.IndexByte(rest[1:], rest[0]) + 2
			if size == 1 {
				return r.failAt(r.pos, "The quotes in the document type are not closed")
			}
		case '<':
			if strings.HasPrefix(rest, "<!--") {
				if err := r.skipTo("<!--", "-->", "comment"); err != nil {
					return err
				}
				continue
			}
		case '[':
			brackets++
		case ']':
			brackets--
		case '>':
			if brackets <= 0 {
				r.pos++
				return nil
			}
		}
		r.pos += size
		if err := r.gauge.add(size, 0); err != nil {
			return err
		}
	}
	return r.failAt(start, "The document type is not closed")
}
