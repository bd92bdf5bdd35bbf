package schema

import (
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp"
)

// An avroWalk writes values of the language and collects where they do not
// fit. The bytes count only where there is no problem. They are written here
// and not by the library, whose maps have no order: equal values must have
// equal bytes, by which keys find their partition.
type avroWalk struct {
	walk
	out []byte
}

func (w *avroWalk) value(n *avroNode, v interp.Value) {
	if !w.enter() {
		return
	}
	if n.logical != "" {
		w.logical(n, v)
		return
	}
	switch n.kind {
	case avroNull:
		if !v.IsNull() {
			w.mismatch(v, "null")
		}
	case avroBoolean:
		b, ok := v.AsBool()
		if !ok {
			w.mismatch(v, "true or false")
		}
		if b {
			w.out = append(w.out, 1)
		} else {
			w.out = append(w.out, 0)
		}
	case avroInt:
		w.number(w.whole(v, math.MinInt32, math.MaxInt32, "a whole number of 32 bits (int)"))
	case avroLong:
		w.number(w.whole(v, math.MinInt64, math.MaxInt64, "a whole number of 64 bits (long)"))
	case avroFloat, avroDouble:
		w.float(n.kind, v)
	case avroString:
		s, ok := v.AsString()
		if !ok {
			w.mismatch(v, "a string")
		} else if !utf8.ValidString(s) {
			w.add("got %s, which is not UTF-8, expected a string of characters; bytes are for the type bytes", quoted(s))
		}
		w.text(s)
	case avroBytes:
		w.text(w.bytes(v))
	case avroFixed:
		data := w.bytes(v)
		if len(data) != n.size && v.IsString() {
			w.add("got %d bytes, expected exactly %d (%s)", len(data), n.size, n.title())
		}
		w.out = append(w.out, data...)
	case avroEnum:
		s, ok := v.AsString()
		at := slices.Index(n.symbols, s)
		if !ok || at < 0 {
			w.add("got %s, expected a symbol of %s: %s%s", shown(v), n.title(), strings.Join(firstOf(n.symbols, 20), ", "), nameHint(s, n.symbols))
		}
		w.number(int64(at))
	case avroArray:
		w.array(n, v)
	case avroMap:
		w.mapping(n, v)
	case avroRecord:
		w.record(n, v)
	case avroUnion:
		w.union(n, v)
	}
}

// number writes a whole number.
func (w *avroWalk) number(n int64) { w.out = binary.AppendVarint(w.out, n) }

// text writes bytes with their length.
func (w *avroWalk) text(s string) {
	w.number(int64(len(s)))
	w.out = append(w.out, s...)
}

// firstOf is at most the first n of texts.
func firstOf(texts []string, n int) []string {
	if len(texts) <= n {
		return texts
	}
	return append(slices.Clone(texts[:n]), "…")
}

func (w *walk) whole(v interp.Value, low, high int64, expected string) int64 {
	i, ok := v.AsInt()
	if !ok || i < low || i > high {
		w.mismatch(v, expected)
	}
	return i
}

func (w *avroWalk) float(kind avroKind, v interp.Value) {
	f, ok := v.AsDouble()
	if !ok {
		w.mismatch(v, "a number ("+string(kind)+")")
		return
	}
	if i, isWhole := v.AsInt(); isWhole && !v.IsDouble() && !exactDouble(i) {
		w.mismatch(v, "a number that a "+string(kind)+" holds exactly")
	}
	if kind == avroDouble {
		w.out = binary.LittleEndian.AppendUint64(w.out, math.Float64bits(f))
		return
	}
	if math.IsInf(float64(float32(f)), 0) && !math.IsInf(f, 0) {
		w.mismatch(v, "a number of 32 bits (float)")
	}
	w.out = binary.LittleEndian.AppendUint32(w.out, math.Float32bits(float32(f)))
}

// exactDouble reports whether a double holds n.
func exactDouble(n int64) bool {
	f := float64(n)
	return f < 1<<63 && int64(f) == n
}

func (w *walk) bytes(v interp.Value) string {
	s, ok := v.AsString()
	if !ok {
		w.mismatch(v, "a string of bytes")
	}
	return s
}

func (w *avroWalk) array(n *avroNode, v interp.Value) {
	l, ok := v.AsList()
	if !ok || hasNames(l) {
		w.mismatch(v, "a list without names (array)")
		return
	}
	if l.Len() > 0 {
		w.number(int64(l.Len()))
	}
	for i := range l.Len() {
		w.index(i, func() { w.value(n.items, l.At(i)) })
	}
	w.number(0)
}

func (w *avroWalk) mapping(n *avroNode, v interp.Value) {
	l, ok := v.AsList()
	if !ok || l.Len() > 0 && !l.AllNamed() {
		w.mismatch(v, "a list with names (map)")
		return
	}
	if l.Len() > 0 {
		w.number(int64(l.Len()))
	}
	for i := range l.Len() {
		name := l.Name(i)
		w.in(name, func() {
			if !utf8.ValidString(name) {
				w.add("the name is not UTF-8")
			}
			w.text(name)
			w.value(n.items, l.At(i))
		})
	}
	w.number(0)
}

// record takes a list with the names of fields. A field that is missing has
// its default, or null where it may be null.
func (w *avroWalk) record(n *avroNode, v interp.Value) {
	l, ok := v.AsList()
	if !ok || l.Len() > 0 && !l.AllNamed() {
		w.mismatch(v, "a list with names ("+n.title()+")")
		return
	}
	for i := range l.Len() {
		name := l.Name(i)
		if _, ok := n.fieldAt[name]; !ok {
			w.in(name, func() { w.add("%s has no such field%s", n.title(), nameHint(name, n.names)) })
		}
	}
	for i := range n.fields {
		f := &n.fields[i]
		v, ok := l.Get(f.name)
		switch {
		case ok:
			w.in(f.name, func() { w.value(f.node, v) })
		case f.hasDefault:
			w.out = append(w.out, f.standard...)
		case f.node.nullable():
			w.in(f.name, func() { w.value(f.node, interp.Null()) })
		default:
			w.in(f.name, func() { w.add("is missing, and %s has no default for it", n.title()) })
		}
	}
}
