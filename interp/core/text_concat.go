package core

import (
	"slices"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

// concatTable holds concat.
var concatTable = []eval.Builtin{
	{
		Name: "concat", Plain: plainConcat,
		Help: eval.Help{
			Signature: "(concat x…)",
			Summary: "Puts the text forms of values together to one string: strings as they are, everything else as it is printed. " +
				"Appending to a string again and again is cheap: (set s (concat s x)) does not copy s each time.",
			Args:    []eval.HelpArg{{"x", "anything", "a piece of the text"}},
			Result:  "a string, empty without arguments",
			Errors:  []string{"LimitExceeded if the string becomes too long"},
			Related: []string{"join", "string", "format", "repeat"},
			Examples: []eval.HelpExample{
				{"(concat \"n=\" 5 \", \" 2.50)", "\"n=5, 2.5\""},
				{"(concat null true (1 \"a\"))", "\"nulltrue(1 \\\"a\\\")\""},
				{"(concat)", "\"\""},
			},
		},
	},
}

func plainConcat(f *eval.Frame, l *value.List) value.Value {
	var j joining
	return j.rest(f, l, 1)
}

// A joining puts the text forms of values together, one after the other. It leaves the first
// text as it is if it has spare capacity that can be used, and gathers the others. A list is
// printed as it is when its turn comes.
type joining struct {
	first, second *value.Text
	gathered      []byte // texts behind the second, which stand in it too, as does a first one that has no spare capacity
	short         int    // bytes of short texts in it that are not charged yet
}

// rest adds the arguments of the call l from i on and returns the whole text.
func (j *joining) rest(f *eval.Frame, l *value.List, i int) value.Value {
	for ; i < l.Len(); i++ {
		j.add(f, f.Eval(l.At(i)), i, l.Len())
	}
	return j.whole(f)
}

// add adds v, argument i of a call that has n elements.
func (j *joining) add(f *eval.Frame, v value.Value, i, n int) {
	t := v.Text()
	if t != nil && j.gathered == nil {
		switch {
		case j.first == nil:
			j.first = t
			return
		case j.second == nil:
			j.second = t
			return
		}
	}
	if j.first == nil {
		j.first = nothing
	}
	if j.gathered == nil && j.first != nothing && !j.first.Grows() {
		j.gathered = appendText(f, make([]byte, 0, roomFor(j.first, j.second)), j.first.String())
		j.first = nothing
	}
	if j.second != nil {
		j.gathered = appendText(f, j.gathered, j.second.String())
		j.second = nil
	}
	switch {
	case t == nil:
		j.gathered = appendPrinted(f, j.gathered, v)
	case len(t.String()) > shortText:
		j.gathered = appendText(f, j.gathered, t.String())
	default:
		if len(j.gathered)+shortText > cap(j.gathered) {
			j.gathered = moreRoom(j.gathered, i, n)
		}
		j.gathered = append(j.gathered, t.String()...)
		if j.short += len(t.String()); j.short > shortTexts {
			chargeShort(f, j.gathered, j.short)
			j.short = 0
		}
	}
}

// whole returns the text of all that was added.
func (j *joining) whole(f *eval.Frame) value.Value {
	chargeShort(f, j.gathered, j.short)
	switch {
	case j.first == nil:
		return value.String("")
	case j.second != nil:
		return concatenated(f, j.first, j.second).Value()
	case j.first == nothing:
		return value.BuiltText(fitted(j.gathered)).Value()
	}
	return concatenated(f, j.first, value.NewText(stringOf(j.gathered))).Value()
}

// nothing stands for a first text that is none, or has been gathered with the others.
var nothing = value.NewText("")

// roomFor returns the bytes that are set aside for a text that begins with one or two
// others.
func roomFor(first, second *value.Text) int {
	n := len(first.String()) + 16 // a number, or a few letters
	if second != nil {
		n += len(second.String())
	}
	return n
}

// moreRoom makes room in the text of the first i of n arguments for what the others will add
// if they are like these, but at most for three times as much as there is.
func moreRoom(text []byte, i, n int) []byte {
	perArgument := len(text)/i + 1
	return slices.Grow(text, min(max(shortText, perArgument*(n-i)), 3*len(text)+2*shortText))
}

// fitted returns the text in a piece of memory that is not much larger.
func fitted(text []byte) []byte {
	if cap(text) > len(text)/4*5+shortText {
		return slices.Clone(text)
	}
	return text
}

// Texts up to shortText bytes are charged together when they are more than shortTexts.
const (
	shortText  = 64
	shortTexts = 4096
)

// chargeShort bounds the text and charges n bytes of it that have been appended.
func chargeShort(f *eval.Frame, text []byte, n int) {
	f.CheckTextLen(int64(len(text)))
	f.Charge(int64(n))
}

// concatenated returns the text of a and b within the limits of the evaluation.
func concatenated(f *eval.Frame, a, b *value.Text) *value.Text {
	if a.String() == "" {
		return b
	}
	added := len(b.String())
	f.CheckTextLen(int64(len(a.String())) + int64(added))
	f.Charge(int64(a.ConcatCost(added)))
	return a.ConcatTick(b.String(), f.TickHolding)
}

// concatenatedForm returns the text of a and the text form of v.
func concatenatedForm(f *eval.Frame, a *value.Text, v value.Value) *value.Text {
	if b := v.Text(); b != nil {
		return concatenated(f, a, b)
	}
	if a.Grows() || !v.IsNumber() || len(a.String()) > shortText {
		return concatenated(f, a, value.NewText(printedForm(f, v)))
	}
	text := appendPrinted(f, append(make([]byte, 0, roomFor(a, nil)), a.String()...), v)
	f.CheckTextLen(int64(len(text)))
	f.Charge(int64(a.ConcatCost(len(text) - len(a.String()))))
	return value.BuiltText(text)
}

// appendText appends s within the limits of the evaluation, a long one piece by piece.
func appendText(f *eval.Frame, dst []byte, s string) []byte {
	const piece = 1 << 20
	f.CheckTextLen(int64(len(dst)) + int64(len(s)))
	f.Charge(int64(len(s)))
	if len(s) > piece {
		dst = slices.Grow(dst, len(s))
		for ; len(s) > piece; s = s[piece:] {
			dst = append(dst, s[:piece]...)
			f.TickHolding(piece)
		}
	}
	return append(dst, s...)
}
