package kafkalib

import (
	"iter"

	"github.com/bpl-lang/bpl/interp"
)

// A Figure is one node of a handle's statistics: a number, a text, unknown,
// or a group of figures. It is immutable and safe for concurrent use.
type Figure struct {
	Name string

	kind    figureKind
	whole   int64
	decimal float64
	text    string
	parts   []Figure
}

type figureKind uint8

const (
	unknownFigure figureKind = iota
	wholeFigure
	decimalFigure
	textFigure
	groupFigure
)

// Count is a whole number: a count, bytes, an offset, milliseconds.
func Count(name string, n int64) Figure { return Figure{Name: name, kind: wholeFigure, whole: n} }

// Decimal is a number with a fraction, such as milliseconds of a window.
func Decimal(name string, f float64) Figure {
	return Figure{Name: name, kind: decimalFigure, decimal: f}
}

// Text is a text: a name, a state.
func Text(name, text string) Figure { return Figure{Name: name, kind: textFigure, text: text} }

// Unknown is a figure without a value; scripts see null.
func Unknown(name string) Figure { return Figure{Name: name} }

// Group holds other figures, which must not be changed any more.
func Group(name string, parts ...Figure) Figure {
	return Figure{Name: name, kind: groupFigure, parts: parts}
}

// Number is the value of a figure that is a number.
func (f Figure) Number() (float64, bool) {
	switch f.kind {
	case wholeFigure:
		return float64(f.whole), true
	case decimalFigure:
		return f.decimal, true
	}
	return 0, false
}

// Text is the value of a figure that is a text.
func (f Figure) Text() (string, bool) { return f.text, f.kind == textFigure }

// IsGroup reports whether the figure holds others.
func (f Figure) IsGroup() bool { return f.kind == groupFigure }

// Figures are the parts of a group, in order.
func (f Figure) Figures() iter.Seq[Figure] {
	return func(yield func(Figure) bool) {
		for _, p := range f.parts {
			if !yield(p) {
				return
			}
		}
	}
}

// Part is the part of a group with a name.
func (f Figure) Part(name string) (Figure, bool) {
	for _, p := range f.parts {
		if p.Name == name {
			return p, true
		}
	}
	return Figure{}, false
}

// with is the group with one more part.
func (f Figure) with(part Figure) Figure {
	return Group(f.Name, append(f.parts[:len(f.parts):len(f.parts)], part)...)
}

// value is what scripts see. Groups are nested at most as deep as the
// library's own tables are.
func (f Figure) value() interp.Value {
	switch f.kind {
	case wholeFigure:
		return number(f.whole)
	case decimalFigure:
		return interp.Double(f.decimal)
	case textFigure:
		return interp.String(f.text)
	case groupFigure:
		out := interp.NewList(0)
		for _, p := range f.parts {
			out.Put(p.Name, p.value())
		}
		return interp.FromList(out)
	}
	return interp.Null()
}
