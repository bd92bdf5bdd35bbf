package core

import (
	"unsafe"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/syntax"
	"github.com/bpl-lang/bpl/interp/value"
)

// textForm returns the text form of v (spec/language.md, Printing), a string bare, within the limits
// of the evaluation. It shows one moment of the lists in v.
func textForm(f *eval.Frame, v value.Value) string {
	if s, ok := v.AsString(); ok {
		return s
	}
	return printedForm(f, v)
}

// printedForm returns v as it is printed, within the limits of the evaluation.
func printedForm(f *eval.Frame, v value.Value) string {
	return stringOf(appendPrinted(f, nil, v))
}

// appendPrinted appends v as it is printed.
func appendPrinted(f *eval.Frame, dst []byte, v value.Value) []byte {
	if v.IsNumber() {
		return syntax.Append(dst, v)
	}
	p := syntax.Printer{Lookup: f.Session().Registry().HardName}
	if v.IsList() || v.IsString() { // others are short
		p.Meter = meter(f, len(dst))
	}
	dst, err := p.Append(dst, v)
	if err != nil {
		eval.ThrowError(eval.GeneralException, err)
	}
	f.CheckTextLen(int64(len(dst))) // escapes may have made it longer than its meter knew
	return dst
}

// meter returns what watches and bounds the reading or printing of text: it ticks without
// giving up the lock, and ends the evaluation when more bytes than a string may have are
// added to the size that there are.
func meter(f *eval.Frame, size int) syntax.Meter {
	longest := f.Executor().Evaluation().Limits().StringLen
	total := int64(size)
	return syntax.Meter{
		Tick: func(elements int) error {
			f.TickHolding(elements)
			return nil
		},
		Charge: func(bytes int64) error {
			if total += bytes; total > longest {
				eval.ExceedLimit("string-len", longest)
			}
			f.Charge(bytes)
			return nil
		},
	}
}

// memoryMeter is a meter of what becomes data of other kinds than one string.
func memoryMeter(f *eval.Frame) syntax.Meter {
	return syntax.Meter{
		Tick: func(elements int) error {
			f.TickHolding(elements)
			return nil
		},
		Charge: func(bytes int64) error {
			f.Charge(bytes)
			return nil
		},
	}
}

// stringOf returns the bytes, which must not change any more, as a string.
func stringOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
