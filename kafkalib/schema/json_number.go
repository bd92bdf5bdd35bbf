package schema

import (
	"strconv"
	"strings"

	"github.com/bpl-lang/bpl/interp"
)

// jsonNumberValue is a number of JSON as the language reads it: an integer or
// long where it is written as one and fits, else a double.
func jsonNumberValue(text string) interp.Value {
	if !strings.ContainsAny(text, ".eE") {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return wholeValue(n)
		}
	}
	f, _ := strconv.ParseFloat(text, 64) // beyond the range it is infinite
	return interp.Double(f)
}
