package syntax

import (
	"slices"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// A Printer prints values. The zero value is ready for use; a Printer is safe for
// concurrent use.
type Printer struct {
	// Lookup, if set, makes sure that a soft reference with a hard name does not read back
	// as the hard one.
	Lookup Lookup
	// Meter watches and bounds the work.
	Meter Meter
}

// Append appends the printed form of v (spec/language.md, Printing).
func Append(dst []byte, v value.Value) []byte {
	if !v.IsList() {
		return (&Printer{}).appendAtom(dst, v)
	}
	dst, _ = new(Printer).Append(dst, v) // without a meter nothing fails
	return dst
}

// Print returns the printed form of v.
func Print(v value.Value) string { return bytesAsString(Append(nil, v)) }

// Text returns the text form of v: a string bare, everything else as printed.
func Text(v value.Value) string {
	if s, ok := v.AsString(); ok {
		return s
	}
	return Print(v)
}

// Append appends the printed form of v. An error comes from the meter.
func (p *Printer) Append(dst []byte, v value.Value) ([]byte, error) {
	w := writer{printer: p, gauge: gauge{meter: p.Meter}, dst: dst, charged: len(dst)}
	l := v.List()
	if l == nil {
		if err := w.room(v); err != nil {
			return dst, err
		}
		if err := w.atom(v); err != nil {
			return dst, err
		}
		return w.dst, w.gauge.flush()
	}
	var err error
	if w.shared, err = findShared(l, 0, &w.gauge); err != nil {
		return dst, err
	}
	if err := w.list(l); err != nil {
		return dst, err
	}
	return w.dst, w.gauge.flush()
}

// A writer prints one list and what is in it, without recursion.
type writer struct {
	printer *Printer
	gauge   gauge
	dst     []byte
	charged int      // up to which length dst was charged
	shared  *sharing // nil if nothing is shared
	open    []place
}

// A place is how far a list is printed.
type place struct {
	list *value.List
	next int
}

func (w *writer) list(l *value.List) error {
	if closed := w.begin(l); closed {
		return nil
	}
	for len(w.open) > 0 {
		top := &w.open[len(w.open)-1]
		l, i := top.list, top.next
		if i >= l.Len() {
			w.dst = append(w.dst, ')')
			w.open = w.open[:len(w.open)-1]
			continue
		}
		top.next++
		if c := w.dst[len(w.dst)-1]; i > 0 || c != '(' {
			w.dst = append(w.dst, ' ')
		}
		if name := l.NameText(i); name != nil {
			if err := w.room(name.Value()); err != nil {
				return err
			}
			w.dst = appendQuoted(w.dst, name.String())
			w.dst = append(w.dst, " => "...)
		}
		v := l.At(i)
		if err := w.room(v); err != nil {
			return err
		}
		if inner := v.List(); inner != nil {
			w.begin(inner)
			continue
		}
		if err := w.atom(v); err != nil {
			return err
		}
	}
	return nil
}

// atom prints a value that is no list, a long string piece by piece.
func (w *writer) atom(v value.Value) error {
	t := v.Text()
	if t == nil || len(t.String()) <= quoteEvery {
		w.dst = w.printer.appendAtom(w.dst, v)
		return nil
	}
	s := t.String()
	w.dst = append(slices.Grow(w.dst, len(s)+2), '"')
	for ; len(s) > quoteEvery; s = s[quoteEvery:] {
		w.dst = appendEscaped(w.dst, s[:quoteEvery])
		w.gauge.elements += quoteEvery / tickEvery
		if err := w.gauge.flush(); err != nil {
			return err
		}
	}
	w.dst = append(appendEscaped(w.dst, s), '"')
	return nil
}

// room counts an element, and charges for what was printed and for what it will take: of
// a string, which may be large, nearly all.
func (w *writer) room(v value.Value) error {
	need := len(w.dst) + 8
	if t := v.Text(); t != nil {
		need += len(t.String())
	}
	add := max(need-w.charged, 0)
	w.charged += add
	return w.gauge.step(add)
}

// begin prints the beginning of a list, or all of it if it was printed before.
func (w *writer) begin(l *value.List) (closed bool) {
	if w.shared != nil {
		if id := w.shared.printed(l); id > 0 {
			w.dst = append(w.dst, "<@"...)
			w.dst = appendInt(w.dst, int64(id))
			w.dst = append(w.dst, '>')
			return true
		}
	}
	w.dst = append(w.dst, '(')
	if w.shared != nil {
		w.dst = w.shared.appendTag(w.dst, l)
	}
	w.open = append(w.open, place{list: l})
	return false
}

// appendAtom appends a value that is no list.
func (p *Printer) appendAtom(dst []byte, v value.Value) []byte {
	switch v.Kind() {
	case value.KindBool:
		if v.IsTrue() {
			return append(dst, "true"...)
		}
		return append(dst, "false"...)
	case value.KindInt, value.KindLong:
		n, _ := v.AsInt()
		return appendInt(dst, n)
	case value.KindDouble:
		f, _ := v.AsDouble()
		return number.AppendDouble(dst, f)
	case value.KindString:
		return appendQuoted(dst, v.Text().String())
	case value.KindReference:
		return p.appendRef(dst, v.Ref())
	case value.KindForeign:
		return appendForeign(dst, v.ForeignKind())
	}
	return append(dst, "null"...)
}

// appendRef appends a reference so that it reads back.
func (p *Printer) appendRef(dst []byte, r *value.Ref) []byte {
	switch steps := r.Path(); {
	case r.Hard():
		return append(dst, r.Text()...)
	case steps != nil:
		return appendPath(dst, steps)
	case Bare(r.Text(), p.Lookup):
		return append(dst, r.Text()...)
	}
	return appendPath(dst, []value.Step{{Name: r.NameText()}})
}

// appendForeign appends the one token by which a foreign value is known. What would end
// the token, or make something else of it, is replaced.
func appendForeign(dst []byte, name string) []byte {
	dst = append(dst, "<foreign:"...)
	for i := 0; i < len(name); {
		n := separator(name, i)
		if n == 0 && strings.IndexByte(`()"/`, name[i]) < 0 {
			dst = append(dst, name[i])
			i++
			continue
		}
		dst = append(dst, '_')
		i += max(n, 1)
	}
	return append(dst, '>')
}
