package interchange

import (
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

const (
	jsonArray placeKind = iota
	jsonObject
)

// AppendJSON appends v as JSON (RFC 8259). A list that is not empty and whose elements all
// have names becomes an object, every other list an array; references, foreign values, NaN
// and the infinities become null. An error is an *InvalidTextError, a *CycleError, or what
// the meter returned.
func AppendJSON(dst []byte, v value.Value, opt WriteOptions) ([]byte, error) {
	w := jsonWriter{newWriter(dst, &opt)}
	if err := w.value(v); err != nil {
		return dst, err
	}
	for len(w.open.places) > 0 {
		if err := w.next(w.open.top()); err != nil {
			return dst, err
		}
	}
	return w.dst, w.end()
}

type jsonWriter struct{ writer }

// next writes the next element of the innermost list, or its end.
func (w *jsonWriter) next(p *listPlace) error {
	i, l := p.next, p.list
	if i == l.Len() {
		if p.kind == jsonObject {
			w.dst = append(w.dst, '}')
		} else {
			w.dst = append(w.dst, ']')
		}
		w.open.pop()
		return nil
	}
	p.next++
	if i > 0 {
		w.dst = append(w.dst, ',')
	}
	if p.kind == jsonObject {
		if err := w.string(l.Name(i), true); err != nil {
			return err
		}
		w.dst = append(w.dst, ':')
	}
	return w.value(l.At(i))
}

// value writes a value, of a list its beginning.
func (w *jsonWriter) value(v value.Value) error {
	if err := w.step(elementUnits); err != nil {
		return err
	}
	switch v.Kind() {
	case value.KindBool:
		if v.IsTrue() {
			w.dst = append(w.dst, "true"...)
		} else {
			w.dst = append(w.dst, "false"...)
		}
	case value.KindInt, value.KindLong:
		n, _ := v.AsInt()
		w.dst = number.AppendLong(w.dst, n)
	case value.KindDouble:
		f, _ := v.AsDouble()
		w.dst = number.AppendJSON(w.dst, f)
	case value.KindString:
		return w.string(v.Text().String(), false)
	case value.KindList:
		kind, begin := jsonArray, byte('[')
		if v.List().AllNamed() {
			kind, begin = jsonObject, '{'
		}
		if !w.open.push(v.List(), kind) {
			return &CycleError{Path: pathTo(w.open.places)}
		}
		w.dst = append(w.dst, begin)
	default:
		w.dst = append(w.dst, "null"...)
	}
	return nil
}

func (w *jsonWriter) string(s string, name bool) error {
	w.dst = append(w.dst, '"')
	err := w.text(s, name, &jsonEscapes)
	w.dst = append(w.dst, '"')
	return err
}

// jsonEscapes are the bytes that JSON strings do not have as they are.
var jsonEscapes = func() (t escapes) {
	const digits = "0123456789abcdef"
	for c := range 0x20 {
		t[c] = `\u00` + string([]byte{digits[c>>4], digits[c&15]})
	}
	t['"'], t['\\'] = `\"`, `\\`
	t['\b'], t['\f'], t['\n'], t['\r'], t['\t'] = `\b`, `\f`, `\n`, `\r`, `\t`
	return t
}()
