package syntax

import (
	"math"
	"strings"

	"github.com/bpl-lang/bpl/interp/internal/number"
	"github.com/bpl-lang/bpl/interp/value"
)

// literal returns the value of a word that stands for itself.
func literal(word string) (value.Value, bool) {
	switch word {
	case "true":
		return value.Bool(true), true
	case "false":
		return value.Bool(false), true
	case "null":
		return value.Null(), true
	case "NaN":
		return value.Double(math.NaN()), true
	case "Infinity":
		return value.Double(math.Inf(1)), true
	case "-Infinity":
		return value.Double(math.Inf(-1)), true
	}
	return value.Null(), false
}

// numberCandidate reports whether a word can be nothing but a number.
func numberCandidate(word string) bool {
	switch c := word[0]; {
	case isDigit(c):
		return true
	case c == '.' || c == '+' || c == '-':
		return number.IsCandidate(word)
	}
	return false
}

// readNumber returns the number that a word stands for.
func readNumber(word string) (value.Value, bool) {
	kind, n, f, ok := number.Parse(word)
	switch {
	case !ok:
		return value.Null(), false
	case kind == number.Double:
		return value.Double(f), true
	}
	return value.Whole(n), true
}

// isTag reports whether a word is a tag.
func isTag(word string) bool {
	n := len(word)
	return n >= 4 && word[0] == '<' && (word[1] == '#' || word[1] == '@') && word[n-1] == '>'
}

// onlySlashes reports whether a word with a slash is no path.
func onlySlashes(word string) bool { return strings.Trim(word, "/") == "" }

// Bare reports whether reading name, as it is, gives the single soft reference of that
// name. isHard, which may be nil, tells the names of hard references.
func Bare(name string, isHard Lookup) bool {
	if name == "" || beginsOperator(name) {
		return false
	}
	slash := false
	for i := 0; i < len(name); i++ {
		switch classes[name[i]] {
		case classWord:
		case classSlash:
			slash = true
		case classC2:
			if separator(name, i) > 0 {
				return false
			}
		default:
			return false
		}
	}
	if slash {
		if len(name) == 1 || !onlySlashes(name) {
			return false
		}
	} else if numberCandidate(name) || isTag(name) {
		return false
	} else if _, ok := literal(name); ok {
		return false
	}
	if isHard != nil {
		if _, hard := isHard(name); hard {
			return false
		}
	}
	return true
}
