package core

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bpl-lang/bpl/interp/internal/eval"
	"github.com/bpl-lang/bpl/interp/value"
)

const (
	capitalSigma = 'Σ'
	capitalDotI  = 'İ' // the only capital whose small form is two characters
)

// lower maps to small letters. A sigma at the end of a word has a form of its own, which is
// decided over the whole text: package cases of x/text decides it wrongly where its buffers
// end.
func lower(f *eval.Frame, s string) string {
	out := caseText{frame: f}
	var mapped []byte
	inWord := false // a cased letter stands before, with nothing but ignorable characters between
	for at := 0; at < len(s); {
		end := at + value.PieceEnd(s[at:], casePiece)
		mapped = mapped[:0]
		start := at
		for at < end {
			r, size := utf8.DecodeRuneInString(s[at:end])
			switch {
			case r == utf8.RuneError && size == 1:
				mapped = append(mapped, s[at])
			case r == capitalDotI:
				mapped = append(mapped, "i\u0307"...)
			case r == capitalSigma && inWord && !wordGoesOn(f, s[at+size:]):
				mapped = append(mapped, "ς"...)
			default:
				mapped = utf8.AppendRune(mapped, unicode.ToLower(r))
			}
			if isCased(r) {
				inWord = true
			} else if !isCaseIgnorable(r) {
				inWord = false
			}
			at += size
		}
		out.piece(string(mapped), end-start)
	}
	return out.finish()
}

// wordGoesOn tells whether a cased letter follows, with nothing but ignorable characters
// before it.
func wordGoesOn(f *eval.Frame, s string) bool {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case isCased(r):
			return true
		case !isCaseIgnorable(r):
			return false
		}
		i += size
		f.TickWork(1)
	}
	return false
}

// isCased tells whether r has the property Cased of Unicode.
func isCased(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// midWord are the punctuation marks that may stand inside of words.
const midWord = "'.:·\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A"

// isCaseIgnorable tells whether r has the property Case_Ignorable of Unicode.
func isCaseIgnorable(r rune) bool {
	if r == utf8.RuneError {
		return false
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk) || strings.ContainsRune(midWord, r)
}
