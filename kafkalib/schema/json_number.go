package schema

import (
	"math/big"
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

// Bounds of numbers that are compared exactly. Beyond them they are doubles.
const (
	maxNumberText = 1000
	maxExponent   = 400
)

// rational is the exact value of a number of JSON.
func rational(text string) *big.Rat {
	exact := len(text) <= maxNumberText
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		exponent, err := strconv.Atoi(text[at+1:])
		exact = exact && err == nil && exponent <= maxExponent && exponent >= -maxExponent
	}
	if exact {
		if r, ok := new(big.Rat).SetString(text); ok {
			return r
		}
	}
	f, _ := strconv.ParseFloat(text, 64)
	r := new(big.Rat)
	if r.SetFloat64(f) == nil { // infinite: larger than all that is compared exactly
		r.SetInt(power10(maxNumberText))
		if f < 0 {
			r.Neg(r)
		}
	}
	return r
}

// isInteger reports whether a number has no fraction.
func isInteger(text string) bool {
	if !strings.ContainsAny(text, ".eE") {
		return true
	}
	return rational(text).IsInt()
}

// canonical is a text that is the same for equal values of JSON.
func (n *jsonNode) canonical() string {
	var b strings.Builder
	n.writeCanonical(&b)
	return b.String()
}

func (n *jsonNode) writeCanonical(b *strings.Builder) {
	switch n.kind {
	case jsonNumber:
		b.WriteString(rational(n.text).RatString())
	case jsonArray:
		b.WriteByte('[')
		for _, item := range n.items {
			item.writeCanonical(b)
			b.WriteByte(',')
		}
		b.WriteByte(']')
	case jsonObject:
		b.WriteByte('{')
		for _, i := range n.sortedMembers() {
			b.Write(appendJSONString(nil, n.members[i].name))
			b.WriteByte(':')
			n.members[i].value.writeCanonical(b)
			b.WriteByte(',')
		}
		b.WriteByte('}')
	default:
		b.Write(n.appendJSON(nil))
	}
}
