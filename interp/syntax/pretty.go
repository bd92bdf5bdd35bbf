package syntax

import (
	"github.com/bpl-lang/bpl/interp/value"
)

// DefaultWidth is the number of columns that Pretty writes to.
const DefaultWidth = 80

// PrettyOptions say how values are written over several lines.
type PrettyOptions struct {
	// Width is the number of columns of a line, 0 for DefaultWidth, at least 1. Wide
	// characters take two.
	Width int
	// Lines, if not 0, is how many lines are written, a few more for nested lists. Of larger
	// values the beginning is shown, with "… n more" where elements or characters are left
	// out; such a text does not read back.
	Lines int
	// Printer prints the parts; its meter watches all of the work.
	Printer Printer
}

// Pretty returns v as it is printed if that fits into one line, else broken over several
// indented lines, which read back as an equal value. Errors come from the meter.
func Pretty(v value.Value, opt PrettyOptions) (string, error) {
	if opt.Width == 0 {
		opt.Width = DefaultWidth
	}
	opt.Width = max(opt.Width, 1)
	var text string
	if opt.Lines > 0 {
		text = Cut(v, opt.Width*opt.Lines)
	} else {
		b, err := opt.Printer.Append(nil, v)
		if err != nil {
			return "", err
		}
		text = bytesAsString(b)
	}
	if !v.IsList() || len(text) <= opt.Width || len(text) <= 4*opt.Width && Columns(text) <= opt.Width {
		return text, nil
	}
	l := newLayout(text, opt.Width, opt.Printer.Meter)
	l.maxLines = opt.Lines
	if err := l.measure(); err != nil {
		return "", err
	}
	if err := l.expression(l.token()); err != nil {
		return "", err
	}
	return bytesAsString(l.dst), l.gauge.flush()
}
