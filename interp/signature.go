package interp

import (
	"fmt"
	"strings"
)

// A signature is what is read out of the text of a Help.
type signature struct{ least int }

// parseSignature reads "(name a [b] c… "opt" => n)". Brackets may be nested; "..." stands
// for the ellipsis as well.
func parseSignature(text, name string) (signature, error) {
	bad := func(why string) (signature, error) {
		return signature{}, fmt.Errorf("%s: the signature %q %s; write it as (%s a [b] c… \"opt\" => n)", name, text, why, name)
	}
	inner, opened := strings.CutPrefix(text, "(")
	inner, closed := strings.CutSuffix(inner, ")")
	if !opened || !closed {
		return bad("is not in parentheses")
	}
	words := strings.Fields(strings.NewReplacer("[", " [ ", "]", " ] ").Replace(inner))
	if len(words) == 0 || words[0] != name {
		return bad("does not begin with the name")
	}
	var sig signature
	optional := 0
	for i := 1; i < len(words); i++ {
		w := words[i]
		switch {
		case w == "[":
			optional++
		case w == "]":
			if optional--; optional < 0 {
				return bad("has a ] too many")
			}
		case w == "=>":
			if i++; i >= len(words) || words[i] == "[" || words[i] == "]" {
				return bad("has an option without a value")
			}
		case strings.HasPrefix(w, `"`):
			if i+1 >= len(words) || words[i+1] != "=>" {
				return bad("has an option without =>")
			}
		case w == "…" || w == "...":
		case strings.HasSuffix(w, "…") || strings.HasSuffix(w, "...") || optional > 0:
		default:
			sig.least++
		}
	}
	if optional > 0 {
		return bad("has a [ too many")
	}
	return sig, nil
}
