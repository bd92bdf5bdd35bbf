package interchange

import (
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// ReadJSON reads the one value of a JSON text (RFC 8259). Objects become lists with names,
// of repeated names with the first position and the last value, arrays lists without. Whole
// numbers without point and exponent are exact if they fit 64 bits. An error is a
// *SyntaxError, a *syntax.DepthError, or what the options returned.
func ReadJSON(src string, opt ReadOptions) (value.Value, error) {
	r := jsonReader{reader: newReader(src, &opt)}
	r.fields = fieldTree{texts: &r.texts}
	v, err := r.document()
	if err != nil {
		return value.Null(), err
	}
	return v, r.gauge.flush()
}

type jsonReader struct {
	reader
	frames  []jsonFrame
	root    *fieldNode
	escaped bool   // the last string had escapes
	scratch []byte // for building such strings
}

// A jsonFrame is an array or object that is not closed yet.
type jsonFrame struct {
	base   int // where its elements begin
	at     int // the position of the element that is read next, -1 for a new one
	object bool
	fields fields
}

// document reads values until the outermost is complete.
func (r *jsonReader) document() (value.Value, error) {
	for {
		v, open, err := r.value()
		for err == nil && !open {
			if len(r.frames) == 0 {
				if r.skipBlanks(); r.pos < len(r.src) {
					return v, r.fail(r.pos, "Unmatched parenthesis")
				}
				return v, nil
			}
			r.add(v)
			v, open, err = r.afterElement()
		}
		if err != nil {
			return value.Null(), err
		}
	}
}

// value reads what begins at the position: a value or, if open, the beginning of an array
// or object up to where its first value begins.
func (r *jsonReader) value() (v value.Value, open bool, err error) {
	r.skipBlanks()
	if r.pos == len(r.src) {
		if len(r.frames) > 0 {
			return v, false, r.unclosed()
		}
		return v, false, r.failAt(r.pos, "Unexpected end of file, want a value")
	}
	if err := r.gauge.add(elementUnits, elementBytes); err != nil {
		return v, false, err
	}
	switch c := r.src[r.pos]; c {
	case '"':
		t, err := r.text()
		if err != nil {
			return v, false, err
		}
		return t.Value(), false, nil
	case '[', '{':
		return r.begin(c == '{')
	case ']', '}':
		if len(r.frames) == 0 {
			return v, false, r.fail(r.pos, "Unmatched parentheses")
		}
		return v, false, r.failAt(r.pos, "Unexpected %c, want a value", c)
	case ':':
		return v, false, r.fail(r.pos, "Missing slot name")
	case ',':
		return v, false, r.failAt(r.pos, "Unexpected comma, want a value")
	}
	v, err = r.word()
	return v, false, err
}

// begin opens an array or object.
func (r *jsonReader) begin(object bool) (v value.Value, open bool, err error) {
	if len(r.frames) >= r.opt.depth() {
		return v, false, &syntax.DepthError{Max: r.opt.depth(), Pos: place(r.src, r.pos)}
	}
	r.pos++
	if r.root == nil {
		r.root = root(0)
	}
	r.frames = append(r.frames, jsonFrame{base: len(r.elems), object: object, at: -1, fields: fields{node: r.root}})
	r.skipBlanks()
	if r.pos < len(r.src) && (r.src[r.pos] == ']' && !object || r.src[r.pos] == '}' && object) {
		v, err = r.close()
		return v, false, err
	}
	if object {
		err = r.name()
	}
	return v, true, err
}

// name reads the name of an element of an object, and the colon.
func (r *jsonReader) name() error {
	r.skipBlanks()
	if r.pos == len(r.src) {
		return r.unclosed()
	}
	switch c := r.src[r.pos]; {
	case c == ':':
		return r.fail(r.pos, "Missing slot name")
	case c == '}':
		return r.failAt(r.pos, "Unexpected }, want a name after the comma")
	case c == ',' || c == '[' || c == ']' || c == '{':
		return r.failAt(r.pos, "Unexpected %c, want a name", c)
	case c != '"':
		start := r.pos
		if _, err := r.word(); err != nil {
			return err
		}
		if r.skipBlanks(); r.pos < len(r.src) && r.src[r.pos] == ':' {
			return r.fail(start, "Missing slot name")
		}
		return r.failAt(start, "Unexpected %s, want a name in quotes", r.src[start:r.pos])
	}
	name, err := r.string()
	if err != nil {
		return err
	}
	r.skipBlanks()
	switch {
	case r.pos == len(r.src):
		return r.unclosed()
	case r.src[r.pos] != ':':
		return r.failAt(r.pos, "Missing colon")
	}
	r.pos++
	f := &r.frames[len(r.frames)-1]
	f.at = r.fields.add(&f.fields, name)
	return nil
}

// add makes v an element of the innermost array or object.
func (r *jsonReader) add(v value.Value) {
	if f := &r.frames[len(r.frames)-1]; f.at >= 0 {
		r.elems[f.base+f.at] = v
		return
	}
	r.elems = append(r.elems, v)
}

// afterElement reads what follows an element: a comma (and the name after it), or the end
// of the array or object, which is then the value.
func (r *jsonReader) afterElement() (v value.Value, open bool, err error) {
	f := &r.frames[len(r.frames)-1]
	r.skipBlanks()
	if r.pos == len(r.src) {
		return v, false, r.unclosed()
	}
	switch c := r.src[r.pos]; {
	case c == ',':
		r.pos++
		if f.object {
			err = r.name()
		}
		return v, true, err
	case c == ']' && !f.object, c == '}' && f.object:
		v, err = r.close()
		return v, false, err
	case c == ']' || c == '}':
		return v, false, r.failAt(r.pos, "Unexpected %c, want the other kind of bracket", c)
	case c == ':':
		return v, false, r.fail(r.pos, "Missing slot name")
	}
	return v, false, r.failAt(r.pos, "Missing comma")
}

// close makes the list of the innermost array or object.
func (r *jsonReader) close() (value.Value, error) {
	r.pos++
	f := &r.frames[len(r.frames)-1]
	elems := r.elems[f.base:]
	if err := r.opt.checkLen(len(elems)); err != nil {
		return value.Null(), err
	}
	if err := r.gauge.add(0, listBytes+elementBytes*int64(len(elems))); err != nil {
		return value.Null(), err
	}
	l := f.fields.list(elems)
	r.elems = r.elems[:f.base]
	r.frames = r.frames[:len(r.frames)-1]
	return l.Value(), nil
}

func (r *jsonReader) unclosed() error { return r.fail(len(r.src), "Unmatched parenthesis") }

// word reads a number or one of the words that stand for a value.
func (r *jsonReader) word() (value.Value, error) {
	start := r.pos
	for from := start; r.pos < len(r.src) && !endsWord[r.src[r.pos]]; r.pos++ {
		if r.pos-from >= pieceBytes {
			if err := r.gauge.add(r.pos-from, 0); err != nil {
				return value.Null(), err
			}
			from = r.pos
		}
	}
	switch word := r.src[start:r.pos]; {
	case word == "true":
		return value.Bool(true), nil
	case word == "false":
		return value.Bool(false), nil
	case word == "null":
		return value.Null(), nil
	case word[0] == '-' || number.IsCandidate(word):
		v, ok, err := r.number(word)
		if err == nil && !ok {
			err = r.fail(start, "Invalid number: "+word)
		}
		return v, err
	default:
		return value.Null(), r.fail(start, "Unexpected token: "+word)
	}
}

// endsWord tells which bytes a word ends before.
var endsWord = [256]bool{' ': true, '\t': true, '\n': true, '\r': true,
	'"': true, ',': true, ':': true, '[': true, ']': true, '{': true, '}': true}
