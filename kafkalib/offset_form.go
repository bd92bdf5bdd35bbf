package kafkalib

import (
	"fmt"

	"github.com/bpl-lang/bpl/interp"
)

// An offsetForm is a place in a partition as scripts write it: a number,
// "beginning", "end", ("timestamp" => ms), a negative number counted from the
// end, and where a commit is altered ("shift" => n).
type offsetForm struct {
	kind offsetKind
	n    int64 // the offset, the records before the end, ms since 1970, or the shift
}

type offsetKind uint8

const (
	atOffset offsetKind = iota
	atBeginning
	atEnd
	beforeEnd // n records before the end, n > 0
	atTime    // the first record that is not older than n
	shifted   // n records from the commit
)

const offsetFormText = `an offset, "beginning", "end", ("timestamp" => ms), or a negative number counted from the end`

// offsetForm reads an offset form; shift allows ("shift" => n).
func (a *arguments) offsetForm(what string, v interp.Value, shift bool) (offsetForm, error) {
	expected := offsetFormText
	if shift {
		expected += `, or ("shift" => n)`
	}
	if s, ok := v.AsString(); ok {
		switch s {
		case "beginning", "earliest":
			return offsetForm{kind: atBeginning}, nil
		case "end", "latest":
			return offsetForm{kind: atEnd}, nil
		}
	}
	if n, ok := wholeValue(v); ok {
		if n < 0 {
			return offsetForm{beforeEnd, -max(n, -maxOffset)}, nil
		}
		return offsetForm{atOffset, n}, nil
	}
	l, ok := v.AsList()
	if !ok || l.Len() != 1 {
		return offsetForm{}, a.wrong(what, v, expected)
	}
	n, whole := wholeValue(l.At(0))
	switch name := l.Name(0); {
	case name == "timestamp" && whole && n >= 0:
		return offsetForm{atTime, n}, nil
	case name == "shift" && shift && whole && n >= -maxOffset:
		return offsetForm{shifted, n}, nil
	case name == "timestamp" || name == "shift" && shift:
		return offsetForm{}, a.wrong(what+": "+quote(name), l.At(0), "a whole number")
	}
	return offsetForm{}, a.wrong(what, v, expected)
}

// formOption takes an option that is an offset form, or the standard one.
func (a *arguments) formOption(name string, standard offsetForm) (offsetForm, error) {
	v, ok := a.option(name)
	if !ok {
		return standard, nil
	}
	form, err := a.offsetForm(quote(name), v, false)
	if err != nil {
		return form, a.wrongOption(name, v, offsetFormText)
	}
	return form, nil
}

// maxOffset is the largest offset.
const maxOffset = 1<<63 - 1

// String shows the form in messages.
func (f offsetForm) String() string {
	switch f.kind {
	case atBeginning:
		return `"beginning"`
	case atEnd:
		return `"end"`
	case beforeEnd:
		return fmt.Sprintf("-%d", f.n)
	case atTime:
		return fmt.Sprintf(`("timestamp" => %d)`, f.n)
	case shifted:
		return fmt.Sprintf(`("shift" => %d)`, f.n)
	}
	return fmt.Sprintf("%d", f.n)
}

// moved is from + by, at least low, without overflow.
func moved(from, by, low int64) int64 {
	if by > 0 && from > maxOffset-by {
		return maxOffset
	}
	return max(from+by, low)
}
