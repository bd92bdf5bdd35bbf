package check

import "strings"

// A builtin is what the signature of a function says about its calls.
type builtin struct {
	hard    bool
	least   int // arguments
	most    int // -1: any number
	options []string
	free    bool // any name is an option
	config  int  // place of the argument that may hold options as a list, 0 without one
}

// newBuiltin reads a signature, "(f a [b] c… "opt" => n)".
func newBuiltin(signature string, hard bool) *builtin {
	b := &builtin{hard: hard}
	inner := strings.TrimSuffix(strings.TrimPrefix(signature, "("), ")")
	words := strings.Fields(strings.NewReplacer("[", " [ ", "]", " ] ").Replace(inner))
	optional, place := 0, 0
	for i := 1; i < len(words); i++ {
		switch w := words[i]; {
		case w == "[":
			optional++
		case w == "]":
			optional--
		case strings.HasPrefix(w, `"`):
			option := strings.Trim(w, `"`)
			b.options = append(b.options, option)
			b.free = b.free || option == "option"
			i += 2 // the arrow and the value
		case strings.HasSuffix(w, "…") || strings.HasSuffix(w, "..."):
			b.most = -1
		default:
			if place++; w == "config" {
				b.config = place
			}
			if optional == 0 {
				b.least++
			}
			if b.most >= 0 {
				b.most++
			}
		}
	}
	return b
}
