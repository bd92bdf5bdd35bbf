package interchange

import (
	"strings"

	"github.com/bpl-lang/bpl/interp/value"
)

// A reader holds what reading JSON and XML have in common. The elements of lists that are
// not closed yet lie one after another on a common stack.
type reader struct {
	src    string
	pos    int
	opt    *ReadOptions
	gauge  gauge
	texts  value.TextMaker
	fields fieldTree
	elems  []value.Value
}

func newReader(src string, opt *ReadOptions) reader {
	r := reader{src: src, opt: opt, gauge: gauge{meter: opt.Meter}, texts: value.NewTextMaker(len(src))}
	if strings.HasPrefix(src, byteOrderMark) {
		r.pos = len(byteOrderMark)
	}
	return r
}

// byteOrderMark may stand at the beginning of a text and does not belong to it.
const byteOrderMark = "\uFEFF"

// fail is an error whose message is fixed.
func (r *reader) fail(offset int, msg string) error { return malformed(r.src, offset, msg) }

// failAt is an error whose message ends with the place.
func (r *reader) failAt(offset int, format string, args ...any) error {
	return malformedAt(r.src, offset, format, args...)
}

// skipBlanks moves the position to the next byte that is neither a blank nor a tab nor a
// line end.
func (r *reader) skipBlanks() {
	for r.pos < len(r.src) && isBlank(r.src[r.pos]) {
		r.pos++
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }
