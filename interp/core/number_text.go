package core

import (
	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// numberIn returns the number that a text as a whole stands for (spec/numbers-and-dates.md).
func numberIn(text string) (v value.Value, ok bool) {
	kind, n, d, ok := number.ParseWord(text)
	switch {
	case !ok:
		return value.Null(), false
	case kind == number.Double:
		return value.Double(d), true
	}
	return value.Whole(n), true
}

// numberOfText is numberIn for text that must be a number. l is the call, for messages.
func numberOfText(l *value.List, text string) value.Value {
	v, ok := numberIn(text)
	if !ok {
		eval.Throw(eval.NumberFormat, "%s: got the text %q, want a number", eval.FunctionName(l), cutText(text))
	}
	return v
}

// cutText shortens a text for a message.
func cutText(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:value.PieceEnd(text, most)] + "…"
}
