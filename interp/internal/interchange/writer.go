package interchange

import (
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/value"
)

// A writer holds what writing JSON and XML have in common.
type writer struct {
	opt     *WriteOptions
	gauge   gauge
	dst     []byte
	charged int // up to which length dst was charged
	open    openLists
}

func newWriter(dst []byte, opt *WriteOptions) writer {
	return writer{opt: opt, gauge: gauge{meter: opt.Meter}, dst: dst, charged: len(dst)}
}

// step counts work that was done, and what it wrote.
func (w *writer) step(units int) error {
	added := len(w.dst) - w.charged
	w.charged = len(w.dst)
	return w.gauge.add(units, int64(added))
}

// end reports what was counted and not reported yet.
func (w *writer) end() error {
	if err := w.step(0); err != nil {
		return err
	}
	return w.gauge.flush()
}

// escapes are what is written for ASCII characters that a format keeps for itself, "" for
// the others.
type escapes [utf8.RuneSelf]string

// text writes s with escapes. name tells that s is the name of the current element.
func (w *writer) text(s string, name bool, table *escapes) error {
	for at := 0; at < len(s); {
		end := at + value.PieceEnd(s[at:], pieceBytes)
		if err := w.piece(s, at, end, name, table); err != nil {
			return err
		}
		if err := w.step(end - at); err != nil {
			return err
		}
		at = end
	}
	return nil
}

// piece writes the bytes of s from at to end.
func (w *writer) piece(s string, at, end int, name bool, table *escapes) error {
	from := at // what is not written yet
	for at < end {
		if c := s[at]; c < utf8.RuneSelf {
			if table[c] != "" {
				w.dst = append(w.dst, s[from:at]...)
				w.dst = append(w.dst, table[c]...)
				from = at + 1
			}
			at++
			continue
		}
		r, size := utf8.DecodeRuneInString(s[at:end])
		if r == utf8.RuneError && size == 1 {
			if !w.opt.Replace {
				return &InvalidTextError{Byte: s[at], Position: value.NewText(s).Position(at), Path: pathTo(w.open.places), Name: name}
			}
			w.dst = append(w.dst, s[from:at]...)
			w.dst = append(w.dst, "\uFFFD"...)
			from = at + 1
		}
		at += size
	}
	w.dst = append(w.dst, s[from:end]...)
	return nil
}
